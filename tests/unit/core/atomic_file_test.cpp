// SPDX-License-Identifier: BSD-3-Clause
#include "core/atomic_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "hingeline/error.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline::internal {
namespace {

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

TEST(AtomicFile, AppearsWhole) {
  const TemporaryFolder folder;
  const auto path = folder.file("out", "old");
  const std::string large(3 << 20, 'x');
  {
    AtomicFile file(path);
    file.append("head\n");
    file.append(large);
    file.append("tail\n");
    EXPECT_EQ(bytes_of(path), "old");
    file.commit();
  }
  EXPECT_EQ(bytes_of(path), "head\n" + large + "tail\n");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicFile, HasPlacesForBytes) {
  const TemporaryFolder folder;
  AtomicFile file(folder.file("out"));
  ASSERT_TRUE(file.has_places());
  file.resize(12);
  file.put(8, "tail");
  file.put(0, "he");
  EXPECT_EQ(bytes_of(file.unfinished()), std::string("he\0\0\0\0\0\0tail", 12));
  EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
  file.move_down(8, 6, 4);
  file.resize(10);
  file.commit();
  EXPECT_EQ(bytes_of(folder.file("out")), std::string("he\0\0\0\0tail", 10));
}

TEST(AtomicFile, MovesMoreThanItHoldsAtOnce) {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 700000; ++i) bytes += std::to_string(i);
  AtomicFile file(folder.file("out"));
  file.put(1000, bytes);
  file.move_down(1000, 3, bytes.size());
  file.resize(3 + bytes.size());
  EXPECT_EQ(bytes_of(file.unfinished()).substr(3), bytes);
}

TEST(AtomicFile, OrNotAtAll) {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder.file("new"));
    file.append("half");
    EXPECT_FALSE(std::filesystem::exists(folder.file("new")));
  }
  EXPECT_EQ(files_in(folder.path()), 0);
}

TEST(AtomicFile, LeavesNothingOfAKilledProgram) {
  const TemporaryFolder folder;
  const int unnamed = open(folder.path().c_str(), O_WRONLY | O_TMPFILE, 0666);
  if (unnamed < 0) GTEST_SKIP() << "this file system has no files without a name";
  close(unnamed);
  const auto write_and_die = [&] {
    AtomicFile file(folder.file("out"));
    file.append(std::string(3 << 20, 'x'));
    raise(SIGKILL);
  };
  EXPECT_EXIT(write_and_die(), testing::KilledBySignal(SIGKILL), "");
  EXPECT_EQ(files_in(folder.path()), 0);
}

TEST(AtomicFile, PassesOverWhatOthersLeft) {
  const TemporaryFolder folder;
  const std::string process = std::to_string(getpid());
  for (int number = 0; number < 100; ++number)
    folder.file(".hingeline." + process + "." + std::to_string(number) + ".tmp", "left");
  AtomicFile file(folder.file("out"));
  file.append("new");
  file.commit();
  EXPECT_EQ(bytes_of(folder.file("out")), "new");
}

TEST(AtomicFile, TakesTheLongestName) {
  const TemporaryFolder folder;
  const std::string longest(255, 'n');
  AtomicFile file(folder.file(longest));
  file.append("new");
  file.commit();
  EXPECT_EQ(bytes_of(folder.file(longest)), "new");
  EXPECT_THROW(AtomicFile(folder.file(longest + "n")), IoError);
}

TEST(AtomicFile, KeepsALinkALink) {
  const TemporaryFolder folder;
  const auto target = folder.file("target", "old");
  std::filesystem::create_symlink(target, folder.file("link"));
  AtomicFile file(folder.file("link"));
  file.append("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(bytes_of(target), "new");
}

TEST(AtomicFile, FollowsLinksToWhatIsMissing) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("below"));
  std::filesystem::create_symlink("below/second", folder.file("first"));
  std::filesystem::create_symlink("target", folder.file("below/second"));
  AtomicFile file(folder.file("first"));
  file.append("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("first")));
  EXPECT_EQ(bytes_of(folder.file("below/target")), "new");
}

/// What NFS could not write it says to close: the old file must still be there.
TEST(AtomicFile, IsClosedBeforeItIsRenamed) {
  const TemporaryFolder folder;
  const int events = inotify_init1(IN_CLOEXEC);
  ASSERT_GE(inotify_add_watch(events, folder.path().c_str(), IN_CLOSE_WRITE | IN_MOVED_TO), 0);
  AtomicFile file(folder.file("out"));
  file.append("new");
  file.commit();
  std::array<char, 4096> buffer;
  const ssize_t size = read(events, buffer.data(), buffer.size());
  close(events);
  std::vector<std::uint32_t> seen;
  inotify_event event;
  for (ssize_t at = 0; at < size; at += static_cast<ssize_t>(sizeof(event) + event.len)) {
    std::memcpy(&event, buffer.data() + at, sizeof(event));
    seen.push_back(event.mask);
  }
  ASSERT_GE(seen.size(), 2U);
  EXPECT_EQ(seen.back(), static_cast<std::uint32_t>(IN_MOVED_TO));
}

TEST(AtomicFile, RewritesWhatOthersHold) {
  const TemporaryFolder folder;
  const auto path = folder.file("out", std::string(3 << 20, 'o'));
  std::filesystem::create_hard_link(path, folder.file("link"));
  for (const std::string& text : {std::string("short"), std::string(5 << 20, 'x'), std::string()}) {
    {
      AtomicFile dropped(path, Existing::rewritten);
      dropped.append("half");
    }
    AtomicFile file(path, Existing::rewritten);
    file.append(text);
    EXPECT_NE(bytes_of(path), text);
    file.commit();
    EXPECT_EQ(bytes_of(folder.file("link")), text);
  }
  AtomicFile file(folder.file("new"), Existing::rewritten);
  file.append("new");
  file.commit();
  EXPECT_EQ(bytes_of(folder.file("new")), "new");
  EXPECT_EQ(files_in(folder.path()), 3);
}

/// A file size limit stands for a full disk.
TEST(AtomicFile, KeepsWhatThereIsNoRoomToRewrite) {
  const TemporaryFolder folder;
  const auto path = folder.file("out", "old");
  const auto write_too_much = [&] {
    signal(SIGXFSZ, SIG_IGN);
    AtomicFile file(path, Existing::rewritten);
    file.append(std::string(2 << 20, 'x'));
    const rlimit limit{1 << 20, 1 << 20};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      file.commit();
    } catch (const IoError&) {
      std::_Exit(3);
    }
    std::_Exit(0);
  };
  EXPECT_EXIT(write_too_much(), testing::ExitedWithCode(3), "");
  EXPECT_EQ(bytes_of(path), "old");
}

constexpr int not_permitted = 77;

void write_new_and_exit(const std::filesystem::path& path) {
  AtomicFile file(path);
  file.append("new");
  file.commit();
  std::_Exit(0);
}

TEST(AtomicFile, RewritesInAFolderThatIsNotToBeWrittenTo) {
  if (geteuid() != 0) GTEST_SKIP() << "for root, who can become another user";
  const TemporaryFolder folder;
  const auto path = folder.file("out", "old");
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(path, std::filesystem::perms(0666));
  const auto write = [&] {
    constexpr uid_t nobody = 65534;
    if (seteuid(nobody) != 0) std::_Exit(not_permitted);
    write_new_and_exit(path);
  };
  EXPECT_EXIT(write(), testing::ExitedWithCode(0), "");
  EXPECT_EQ(bytes_of(path), "new");
}

TEST(AtomicFile, LeavesAFileToItsOwner) {
  if (geteuid() != 0) GTEST_SKIP() << "for root, who can become another user";
  constexpr uid_t owner = 65533;
  constexpr gid_t group = 65532;
  for (const uid_t writer : {uid_t{0}, uid_t{65534}}) {
    const TemporaryFolder folder;
    const auto path = folder.file("out", "old");
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0777));
    std::filesystem::permissions(path, std::filesystem::perms(0666));
    ASSERT_EQ(chown(path.c_str(), owner, group), 0);
    const auto write = [&] {
      if (seteuid(writer) != 0) std::_Exit(not_permitted);
      write_new_and_exit(path);
    };
    EXPECT_EXIT(write(), testing::ExitedWithCode(0), "");
    EXPECT_EQ(bytes_of(path), "new");
    struct stat now;
    ASSERT_EQ(stat(path.c_str(), &now), 0);
    EXPECT_EQ(now.st_uid, owner);
    EXPECT_EQ(now.st_gid, group);
  }
}

TEST(AtomicFile, RewritesWhatIsMounted) {
  const TemporaryFolder folder;
  const auto outside = folder.file("outside", "old");
  const auto path = folder.file("out", "below");
  const auto write = [&] {
    const bool is_mounted = unshare(CLONE_NEWNS) == 0 &&
                            mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                            mount(outside.c_str(), path.c_str(), nullptr, MS_BIND, nullptr) == 0;
    if (!is_mounted) std::_Exit(not_permitted);
    write_new_and_exit(path);
  };
  int status = 0;
  const auto keep_status = [&](int ended) {
    status = WEXITSTATUS(ended);
    return WIFEXITED(ended) && (status == 0 || status == not_permitted);
  };
  EXPECT_EXIT(write(), keep_status, "");
  if (status == not_permitted) GTEST_SKIP() << "mounting is not permitted";
  EXPECT_EQ(bytes_of(outside), "new");
}

TEST(AtomicFile, WritesToDevicesDirectly) {
  AtomicFile file("/dev/null");
  file.append("gone");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, SaysWhatCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THROW(AtomicFile(folder.file("no") / "such" / "folder"), IoError);
  EXPECT_THROW(AtomicFile{folder.path()}, IoError);
}

}  // namespace
}  // namespace hingeline::internal
