// SPDX-License-Identifier: BSD-3-Clause
//
// What is thrown, and when. Bad input is an exception at the boundary; an answer that did not reach
// its tolerance is a Status (result.hpp), never an exception.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace hingeline {

/// Base of everything this library throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A parameter outside its range: "tolerance: 0 given, must be > 0".
class InvalidParameter : public Error {
 public:
  InvalidParameter(const std::string& parameter, const std::string& value, const std::string& requirement)
      : Error(parameter + ": " + value + " given, " + requirement) {}
};

/// Data that cannot be understood or used: "data.txt:12:7: expected a number, found 'abc'".
/// Lines and columns count from 1; 0 means that none applies.
class DataError : public Error {
 public:
  explicit DataError(const std::string& message) : Error(message) {}
  DataError(const std::string& file, std::int64_t line, std::int64_t column, const std::string& message)
      : Error(locate(file, line, column) + message) {}

 private:
  static std::string locate(const std::string& file, std::int64_t line, std::int64_t column) {
    std::string at = file;
    if (line > 0) at += ":" + std::to_string(line);
    if (line > 0 && column > 0) at += ":" + std::to_string(column);
    return at + ": ";
  }
};

/// A file that cannot be opened, read or written: "model.txt: cannot open: No such file or directory".
class IoError : public Error {
 public:
  IoError(const std::string& file, const std::string& message) : Error(file + ": " + message) {}
};

}  // namespace hingeline
