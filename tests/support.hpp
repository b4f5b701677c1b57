// What the tests share: the data of tests/data, and short ways to open and play.
#pragma once
#include "sample_variants.hpp"
#include "session/session.hpp"
#include <atomic>
#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <string>

namespace tavoliere {

// An array of tests/data, read once.
const boost::json::array& test_data(const std::string& file);
inline std::string text_of(const boost::json::value& v) { return std::string(v.as_string()); }

// A session that must open: the test fails otherwise.
std::unique_ptr<GameSession> opened(std::string_view variant, std::string_view position = "startpos");

// Of the loopback; nobody has it now, and whoever takes it should do so at once.
unsigned short free_port();

// Under a sanitizer, where everything takes ten times as long or more.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

// What `think` needs and no test varies.
inline const std::atomic<bool> never{false};
inline void ignore(const ThoughtView&) {}

}
