// SPDX-License-Identifier: BSD-3-Clause
#include "problem/tied_columns.hpp"

#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"

namespace hingeline::internal {

TiedColumns::TiedColumns(std::size_t columns) : links_(columns) {
  for (std::size_t j = 0; j < columns; ++j) links_[j] = {j, 1};
}

void TiedColumns::tie(std::size_t i, double a, std::size_t j, double b) {
  const Link first = root(i);
  const Link second = root(j);
  const double share = second.share * std::abs(b) / (first.share * std::abs(a));
  if (first.to != second.to && share > 0 && share < infinity) links_[first.to] = {second.to, share};
}

std::vector<double> TiedColumns::largest(std::span<const double> sizes) {
  std::vector<double> most(sizes.size());
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    const Link link = root(j);
    most[link.to] = std::max(most[link.to], sizes[j] * link.share);
  }
  std::vector<double> found(sizes.size());
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    const Link link = root(j);
    found[j] = std::max(sizes[j], most[link.to] / link.share);
  }
  return found;
}

TiedColumns::Link TiedColumns::root(std::size_t j) {
  Link found = {j, 1};
  while (links_[found.to].to != found.to) found = {links_[found.to].to, found.share * links_[found.to].share};
  Link left = found;
  while (j != found.to) {
    const Link link = links_[j];
    links_[j] = left;
    left.share /= link.share;
    j = link.to;
  }
  return found;
}

}  // namespace hingeline::internal
