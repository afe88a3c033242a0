// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's and LIBLINEAR's `svm-scale`: scales every feature, zeros included, from its range [min, max] to
// [lower, upper]; leaves out features that have one value only.
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "core/format_number.hpp"
#include "files/mapping.hpp"
#include "model_files/svm_ranges.hpp"
#include "models/scaled_columns.hpp"
#include "programs.hpp"

namespace hingeline::compat {
namespace {

constexpr const char* usage =
    "Usage: svm-scale [options] data_filename\n"
    "options:\n"
    "-l lower : smallest scaled value of a feature (default -1)\n"
    "-u upper : largest scaled value of a feature (default +1)\n"
    "-y y_lower y_upper : scale targets too, to these limits\n"
    "-s save_filename : save the ranges\n"
    "-r restore_filename : scale by saved ranges\n";

using Scaling = internal::SvmRanges;
using Limits = Scaling::Limits;
using Range = Scaling::Range;

struct Arguments {
  Limits x;
  std::optional<Limits> y;
  std::string save;
  std::string restore;
  std::string data;
};

Arguments parse(int argc, char** argv) {
  Arguments args;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const char option = argv[i][1];
    if (i + (option == 'y' ? 2 : 1) >= argc) exit_with(usage);
    const char* value = argv[++i];
    switch (option) {
      case 'l':
        args.x.lower = std::atof(value);
        break;
      case 'u':
        args.x.upper = std::atof(value);
        break;
      case 'y':
        args.y = Limits{std::atof(value), std::atof(argv[++i])};
        break;
      case 's':
        args.save = value;
        break;
      case 'r':
        args.restore = value;
        break;
      default:
        warn("unknown option\n");
        exit_with(usage);
    }
  }
  if (!(args.x.lower < args.x.upper) || (args.y && !(args.y->lower < args.y->upper)))
    die(1, "inconsistent lower/upper specification");
  if (!args.save.empty() && !args.restore.empty()) die(1, "cannot use -r and -s simultaneously");
  if (i != argc - 1) exit_with(usage);
  args.data = argv[i];
  return args;
}

/// Measures the ranges of the data; entries that a row lacks count as 0.
Scaling measure(const CsrView<double>& x, std::span<const double> targets, const Arguments& args) {
  Scaling scaling = {args.x, {}, args.y, {}};
  const internal::ColumnRanges found = internal::column_ranges(x);
  for (std::size_t j = 0; j < found.lowest.size(); ++j) scaling.features.push_back({found.lowest[j], found.highest[j]});
  for (const double target : targets) scaling.target.take(target);
  for (std::size_t j = 0; j < scaling.features.size(); ++j)
    if (std::isinf(scaling.features[j].max - scaling.features[j].min))
      die(1, fmt::format("feature {}: numbers too large to be scaled", j + 1));
  return scaling;
}

/// Reads saved ranges. Targets are scaled by the saved range or, if there is none, as the arguments say.
Scaling restore(const std::string& file, const Scaling& measured) {
  Scaling scaling = read_or_die("can't open file", [&] {
    const internal::Mapping text = internal::Mapping::of_file(file);
    return internal::parse_svm_ranges(text.text(), file);
  });
  if (scaling.y) return scaling;
  scaling.y = measured.y;
  scaling.target = measured.target;
  return scaling;
}

std::string digits(double number) { return std::string(std::string_view(internal::NumberText(number, 17))); }

void save(const std::string& file, const Scaling& scaling) {
  std::string text;
  if (scaling.y)
    text += fmt::format("y\n{} {}\n{} {}\n", digits(scaling.y->lower), digits(scaling.y->upper),
                        digits(scaling.target.min), digits(scaling.target.max));
  text += fmt::format("x\n{} {}\n", digits(scaling.x.lower), digits(scaling.x.upper));
  for (std::size_t j = 0; j < scaling.features.size(); ++j)
    if (const Range& range = scaling.features[j]; range.varies())
      text += fmt::format("{} {} {}\n", j + 1, digits(range.min), digits(range.max));
  write_file(file, [&text](const auto& sink) { sink(text); });
}

/// Warns of features that vary in the data, but have no saved range.
void warn_of_unseen(std::span<const Range> here, const Scaling& scaling, const Arguments& args) {
  for (std::size_t j = 0; j < here.size(); ++j)
    if (here[j].varies() && (j >= scaling.features.size() || !scaling.features[j].is_known()))
      warn(
          "WARNING: feature index {} appeared in file {} was not seen in the scaling factor file {}. The feature is "
          "scaled to 0.\n",
          j + 1, args.data, args.restore);
}

/// Appends a scaled row to `text` and returns the number of its values that are not 0.
std::int64_t write_row(const CsrView<double>& x, std::int64_t i, const Scaling& scaling, std::string& text) {
  std::int64_t written = 0;
  std::int64_t k = x.offsets[i];
  for (std::size_t j = 0; j < scaling.features.size(); ++j) {
    while (k < x.offsets[i + 1] && static_cast<std::size_t>(x.columns[k]) < j) ++k;
    const bool here = k < x.offsets[i + 1] && static_cast<std::size_t>(x.columns[k]) == j;
    const Range& range = scaling.features[j];
    if (!range.varies()) continue;
    const double value = scaling.x.scaled(here ? x.values[k] : 0, range);
    if (value == 0) continue;
    text += fmt::format("{}:{:g} ", j + 1, value);
    ++written;
  }
  return written;
}

void write(const CsrView<double>& x, std::span<const double> targets, const Scaling& scaling) {
  std::int64_t written = 0;
  for (std::int64_t i = 0; i < x.rows; ++i) {
    const double target = targets[static_cast<std::size_t>(i)];
    std::string text = digits(scaling.y ? scaling.y->scaled(target, scaling.target) : target) + " ";
    written += write_row(x, i, scaling, text);
    text += '\n';
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) die(1, "can't write to standard output");
  }
  flush_output();
  const std::int64_t given = x.rows == 0 ? 0 : x.offsets[x.rows];
  if (written > given)
    warn(
        "WARNING: original #nonzeros {}\n       > new      #nonzeros {}\n"
        "If feature values are non-negative and sparse, use -l 0 rather than the default -l -1\n",
        given, written);
}

int main(int argc, char** argv) {
  const Arguments args = parse(argc, argv);
  const Dataset data = read_rows(args.data, "can't open file");
  const auto& x = std::get<CsrView<double>>(data.x);
  const Scaling measured = measure(x, data.y, args);
  const Scaling scaling = args.restore.empty() ? measured : restore(args.restore, measured);
  if (!args.restore.empty()) warn_of_unseen(measured.features, scaling, args);
  if (!args.save.empty()) save(args.save, scaling);
  write(x, data.y, scaling);
  return 0;
}

}  // namespace
}  // namespace hingeline::compat

int main(int argc, char** argv) {
  return hingeline::compat::run_program([&] { return hingeline::compat::main(argc, argv); });
}
