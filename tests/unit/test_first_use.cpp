// The first use in a process chooses a backend and an engine, while another thread may force one:
// what is forced stays. The program is linked with --wrap for the functions that read the
// environment, because the library calls one of them in the middle of its choice.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>

#include "../support/batches.h"

namespace {

std::function<void()> g_meanwhile;  // done once, while the library reads its variable

void InTheMidst(const char *name) {
  if (!g_meanwhile || !std::string_view(name).starts_with("ASCON_")) return;
  std::exchange(g_meanwhile, nullptr)();
}

}  // namespace

extern "C" {

char *__real_getenv(const char *);
char *__wrap_getenv(const char *);
char *__real_secure_getenv(const char *);
char *__wrap_secure_getenv(const char *);

char *__wrap_getenv(const char *name) {
  InTheMidst(name);
  return __real_getenv(name);
}

char *__wrap_secure_getenv(const char *name) {
  InTheMidst(name);
  return __real_secure_getenv(name);
}
}

namespace asconkit_test {
namespace {

// What is chosen at the first use: a backend, or an engine for batches.
struct Choice {
  const char *what, *variable;
  std::vector<std::string> (*available)();
  ascon_result (*force)(const char *);
  std::string (*active)();
};

void PrintTo(const Choice &choice, std::ostream *os) { *os << choice.what; }

constexpr Choice kChoices[] = {
    {"backend", "ASCON_BACKEND", AvailableBackends, ascon_backend_force,
     [] { return std::string(ascon_backend_active()); }},
    {"engine", "ASCON_BATCH_ENGINE", AvailableEngines, ascon_batch_engine_force,
     [] { return std::string(ascon_batch_engine_active(1000)); }}};

// Each test is a death test, which starts the program anew: nothing has been used yet there.
class FirstUseDeathTest : public ::testing::TestWithParam<Choice> {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};
std::string NameOf(const ::testing::TestParamInfo<Choice> &choice) { return choice.param.what; }
INSTANTIATE_TEST_SUITE_P(Of, FirstUseDeathTest, ::testing::ValuesIn(kChoices), NameOf);

void Force(const Choice &choice, const char *name) {
  if (choice.force(name) != ASCON_OK) std::abort();
}

// Exits with 0 if the force that comes in the midst of the first use has won. `name`: NULL for the
// best one, whatever the environment says.
void ForceInTheMidst(const Choice &choice, const char *name, const std::string &environment) {
  setenv(choice.variable, environment.c_str(), 1);
  g_meanwhile = [&] { Force(choice, name); };
  const std::string first = choice.active(), second = choice.active();
  Force(choice, name);
  const std::string forced = choice.active();
  std::fprintf(stderr, "%s forced; first %s, then %s\n", forced.c_str(), first.c_str(),
               second.c_str());
  // A build that reads no environment has had no such middle.
  std::exit(second == forced || g_meanwhile ? 0 : 1);
}

TEST_P(FirstUseDeathTest, ForceInItsMidstWins) {
  const Choice &choice = GetParam();
  for (const std::string &name : choice.available())
    EXPECT_EXIT(ForceInTheMidst(choice, name.c_str(), choice.available().front()),
                ::testing::ExitedWithCode(0), name);
}

TEST_P(FirstUseDeathTest, ForcingTheBestInItsMidstWins) {
  const Choice &choice = GetParam();
  for (const std::string &name : choice.available())
    EXPECT_EXIT(ForceInTheMidst(choice, nullptr, name), ::testing::ExitedWithCode(0), "forced");
}

// The same by two threads that begin together, in many processes.
bool ForceBesideFirstUse(const Choice &choice, const std::string &name) {
  std::atomic<int> ready{0};
  const auto meet = [&] {
    ready++;
    while (ready < 2) std::this_thread::yield();
  };
  std::thread user([&] {
    meet();
    static_cast<void>(choice.active());
  });
  meet();
  Force(choice, name.c_str());
  user.join();
  return choice.active() == name;
}

void CountLostRaces(const Choice &choice) {
  const std::vector<std::string> names = choice.available();
  const size_t processes = 100;
  size_t lost = 0;
  for (size_t i = 0; i < processes; i++) {
    const pid_t child = fork();
    if (child == 0) _exit(ForceBesideFirstUse(choice, names[i % names.size()]) ? 0 : 1);
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) lost++;
  }
  std::fprintf(stderr, "%zu of %zu lost\n", lost, processes);
  std::exit(lost == 0 ? 0 : 1);
}

TEST_P(FirstUseDeathTest, ForceBesideItWins) {
  EXPECT_EXIT(CountLostRaces(GetParam()), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace asconkit_test
