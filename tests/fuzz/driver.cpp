// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a fuzz target without libFuzzer: every file of the folders named, then random mutations of them (flip, insert,
// erase, repeat, splice) for --seconds. The seed is fixed, so that a failure is met again.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/timer.hpp"
#include "support/temporary_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;
using hingeline::internal::Random;

void mutate(Bytes& bytes, const std::vector<Bytes>& corpus, Random& random) {
  const auto position = [&] { return bytes.empty() ? 0 : random.below(static_cast<std::uint32_t>(bytes.size())); };
  const auto at = [&](std::size_t offset) { return bytes.begin() + static_cast<std::ptrdiff_t>(offset); };
  static constexpr char interesting[] = "0123456789:#\n\r\t +-.eEnNaiIf,\"\0\xff";
  switch (random.below(5)) {
    case 0:
      if (!bytes.empty()) bytes[position()] = static_cast<std::uint8_t>(random.next());
      break;
    case 1:
      bytes.insert(at(position()), static_cast<std::uint8_t>(interesting[random.below(sizeof interesting)]));
      break;
    case 2:
      if (!bytes.empty()) {
        const std::size_t from = position();
        bytes.erase(at(from), at(std::min(bytes.size(), from + 1 + random.below(8))));
      }
      break;
    case 3:
      if (!bytes.empty()) {
        const std::size_t from = position();
        const Bytes piece(at(from), at(std::min(bytes.size(), from + 1 + random.below(32))));
        bytes.insert(at(position()), piece.begin(), piece.end());
      }
      break;
    default: {
      const Bytes& other = corpus[random.below(static_cast<std::uint32_t>(corpus.size()))];
      bytes.resize(position());
      bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(other.size() / 2), other.end());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 1;
  std::vector<Bytes> corpus;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
      seconds = std::strtod(argv[++i], nullptr);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      const std::string text = hingeline::internal::bytes_of(entry.path());
      corpus.emplace_back(text.begin(), text.end());
    }
  }
  if (corpus.empty()) {
    std::fprintf(stderr, "no corpus given\n");
    return 1;
  }
  for (const Bytes& bytes : corpus) LLVMFuzzerTestOneInput(bytes.data(), bytes.size());

  const hingeline::internal::Timer timer;
  Random random(1);
  std::int64_t runs = 0;
  for (; timer.seconds() < seconds; ++runs) {
    Bytes bytes = corpus[random.below(static_cast<std::uint32_t>(corpus.size()))];
    for (std::uint32_t changes = 1 + random.below(6); changes > 0; --changes) mutate(bytes, corpus, random);
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%lld mutated inputs\n", static_cast<long long>(runs));
}
