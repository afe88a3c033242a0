// SPDX-License-Identifier: BSD-3-Clause
//
// Random numbers from an explicit seed, the same on every machine.
//
// Generator: xoshiro256++ (Blackman & Vigna, ACM TOMS 2021), its state filled by splitmix64.
// Integers below a bound without bias: Lemire, ACM TOMACS 2019 (multiply, reject the short interval).
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

namespace hingeline::internal {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = splitmix(seed);
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform on 0 .. bound - 1, bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// The same for any bound; for one beyond 32 bits by rejection of numbers of as many bits as bound - 1 has.
  std::uint64_t below_any(std::uint64_t bound) {
    if (const auto small = static_cast<std::uint32_t>(bound); small == bound) return below(small);
    const int idle = std::countl_zero(bound - 1);
    std::uint64_t number = next() >> idle;
    while (number >= bound) number = next() >> idle;
    return number;
  }

  /// Uniform on [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Standard normal, by Box and Muller's formula.
  double normal() {
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * 3.141592653589793 * uniform());
  }

 private:
  static std::uint64_t splitmix(std::uint64_t& seed) {
    seed += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

  std::array<std::uint64_t, 4> state_;
};

/// Shuffles the items, every order being equally likely (Fisher and Yates).
template <class T>
void shuffle(std::span<T> items, Random& random) {
  for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[random.below_any(left)]);
}

}  // namespace hingeline::internal
