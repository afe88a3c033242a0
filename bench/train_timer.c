// SPDX-License-Identifier: BSD-3-Clause
//
// Preloaded into LIBLINEAR's command line program, times its parts without changing it: wraps the library's
// train() and appends "READ SOLVE" to the file named by TRAIN_TIMER. READ is the seconds from the program's start to
// the first call (all that it does until then is to read the data), SOLVE those inside.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double start;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

__attribute__((constructor)) static void begin(void) { start = now(); }

void* train(const void* problem, const void* parameter) {
  void* (*wrapped)(const void*, const void*);
  *(void**)&wrapped = dlsym(RTLD_NEXT, "train");
  const double entry = now();
  void* model = wrapped(problem, parameter);
  const double exit = now();
  FILE* out = fopen(getenv("TRAIN_TIMER"), "a");
  if (out == NULL) abort();
  fprintf(out, "%.9f %.9f\n", entry - start, exit - entry);
  fclose(out);
  return model;
}
