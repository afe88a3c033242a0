// SPDX-License-Identifier: BSD-3-Clause
#include "models/support_panels.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "models/class_pairs.hpp"
#include "simd/class_ops.hpp"

namespace hingeline::internal {
namespace {

template <class T>
KernelPanel<T> make_panel(const KernelModel& model, const KernelRows<T>& vectors, std::int64_t first,
                          std::int64_t count) {
  std::vector<std::int32_t> chosen(static_cast<std::size_t>(count));
  std::iota(chosen.begin(), chosen.end(), static_cast<std::int32_t>(first));
  std::span<const double> weights;
  if (model.outputs() == 1) weights = std::span(model.coef).subspan(static_cast<std::size_t>(first), chosen.size());
  return KernelPanel<T>(vectors, chosen, weights);
}

}  // namespace

std::vector<std::size_t> outputs_of(const KernelModel& model, std::size_t label) {
  return model.outputs() == 1 ? std::vector<std::size_t>{0} : outputs_of_class(label, model.labels.size());
}

template <class T>
SupportPanels<T>::SupportPanels(const KernelModel& model, const KernelRows<T>& vectors) {
  std::vector<std::int64_t> sizes = model.class_sizes;
  if (sizes.empty()) sizes = {model.support_vectors()};
  std::int64_t first = 0;
  for (std::size_t label = 0; label < sizes.size(); ++label)
    for (const std::int64_t end = first + sizes[label]; first < end;) {
      const std::int64_t count = std::min<std::int64_t>(panel_width, end - first);
      panels_.push_back({make_panel(model, vectors, first, count), static_cast<std::size_t>(first), label});
      first += count;
    }
}

template <class T>
std::size_t SupportPanels<T>::bytes() const {
  std::size_t sum = 0;
  for (const ClassPanel& part : panels_) sum += part.panel.bytes();
  return sum;
}

/// Kernel values, computed once, times the weights of each output that their class has a part in.
template <class T>
class SupportPanels<T>::ClassSums {
 public:
  ClassSums(const KernelModel& model, const KernelRows<T>& rows)
      : model_(model),
        rows_(rows),
        count_(static_cast<std::size_t>(rows.size())),
        kernel_(count_ * panel_width),
        sums_(count_ * model.width()) {}

  /// Adds the share of one class, which has these panels.
  void add(std::span<const ClassPanel> panels, double* outputs) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    const std::size_t width = model_.width();
    for (const ClassPanel& part : panels) {
      rows_.write_values({nullptr, 0, count_}, part.panel.view(), kernel_.data(), panel_width);
      ops_.add_outputs(kernel_.data(), panel_width, count_, part.panel.size(),
                       model_.coef.data() + part.support * width, width, sums_.data());
    }
    const std::vector<std::size_t> columns = outputs_of(model_, panels[0].label);
    const double* sums = sums_.data();
    for (std::size_t t = 0; t < count_; ++t, sums += width, outputs += model_.outputs())
      for (std::size_t k = 0; k < width; ++k) outputs[columns[k]] += sums[k];
  }

 private:
  const KernelModel& model_;
  const KernelRows<T>& rows_;
  std::size_t count_;
  std::vector<T> kernel_;     // rows x 64
  std::vector<double> sums_;  // rows x width
  ClassOps<T> ops_ = class_ops<T>();
};

template <class T>
void SupportPanels<T>::add_outputs(const KernelModel& model, const KernelRows<T>& rows, double* outputs) const {
  std::span<const ClassPanel> panels = panels_;
  if (model.outputs() == 1) {
    for (const ClassPanel& part : panels)
      rows.add_sums({nullptr, 0, static_cast<std::size_t>(rows.size())}, part.panel.view(), {outputs});
    return;
  }
  ClassSums sums(model, rows);
  while (!panels.empty()) {
    const auto other = [&](const ClassPanel& part) { return part.label != panels[0].label; };
    const auto count = static_cast<std::size_t>(std::find_if(panels.begin(), panels.end(), other) - panels.begin());
    sums.add(panels.first(count), outputs);
    panels = panels.subspan(count);
  }
}

template class SupportPanels<float>;
template class SupportPanels<double>;

}  // namespace hingeline::internal
