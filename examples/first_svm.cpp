// SPDX-License-Identifier: BSD-3-Clause
//
// first_svm DATA MODEL: trains a support vector machine, prints its proven distance to the optimum, and saves it.
//
//     find_package(hingeline REQUIRED)
//     target_link_libraries(first_svm PRIVATE hingeline::hingeline)
#include <cstdio>
#include <exception>

#include "hingeline/hingeline.hpp"

namespace {

void train_and_save(const char* data_file, const char* model_file) {
  const hingeline::Dataset data = hingeline::read_dataset(data_file);

  hingeline::TrainOptions options;
  options.loss.name = hingeline::LossName::hinge;
  options.C = 1.0;
  options.solver.tolerance = 1e-6;
  const hingeline::TrainResult result = hingeline::train(data, options);

  const hingeline::Certificate& proof = result.certificate;
  std::printf("%s: the objective is %.9g, the optimum lies between that and %.9g\n",
              hingeline::to_string(result.status).data(), proof.primal, proof.dual);

  const std::vector<double> scores = hingeline::decision_values(result.model, data.x);
  std::printf("accuracy %g%%\n", 100 * hingeline::accuracy(data.y, hingeline::predict(result.model, scores)));
  hingeline::write_model(model_file, result.model);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fputs("usage: first_svm DATA MODEL\n", stderr);
    return 2;
  }
  train_and_save(argv[1], argv[2]);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "first_svm: %s\n", error.what());
  return 1;
}
