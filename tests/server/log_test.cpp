// What the server writes down: one line for one thing, whatever it is told from outside.
#include "client.hpp"
#include "server/log.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <spdlog/spdlog.h>
#include <sstream>
#include <thread>
#include <vector>

namespace tavoliere {
namespace {

using namespace server;
using namespace std::chrono_literals;
namespace json = boost::json;

std::string content(const std::filesystem::path& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

class Kept final : public LineFile {
public:
    explicit Kept(std::vector<std::string>& lines) : lines_(lines) {}
    void add(std::string_view line) override { lines_.emplace_back(line); }
    void reopen() override {}

private:
    std::vector<std::string>& lines_;
};

const std::vector<std::string> hostile = {
    "a\n2026-11-26T16:20:11.123Z 192.0.2.7 #1 \"GET /\" 200",
    "a\r\nb",
    "\" 200 0 bytes 0.0 ms \"",
    "\\\" 200",
    "\x1b[31mred\x1b[2J",
    "a\x7f\x01\t",
    std::string("a\0b", 3),
    "\xe2\x80\xa8line separator\xe2\x80\xae",
    "\xff\xfe\xc0\xaf",
    "\",\"status\":200,\"x\":\"",
    std::string(100'000, '"'),
};

bool is_plain(std::string_view line) {
    return std::ranges::all_of(line, [](unsigned char c) { return c >= 32 && c != 127; }) &&
           line.find("\xe2\x80\xa8") == line.npos && line.find("\xe2\x80\xae") == line.npos;
}

TEST(AccessLog, NothingFromOutsideForgesALine) {
    std::vector<std::string> lines;
    AccessLog log(std::make_unique<Kept>(lines), LogForm::text);
    // Strings in quotes, in which a quote or a backslash has a backslash before it.
    const std::regex form(R"re(\S+Z 192\.0\.2\.7 #3 "([^"\\]|\\.)*" 404 12 bytes 1\.5 ms "([^"\\]|\\.)*")re"),
        opened(R"re(\S+Z 192\.0\.2\.7 #3 WebSocket opened "([^"\\]|\\.)*")re");
    for (const std::string& text : hostile) {
        const HttpRequest request{.method = text, .target = "/" + text, .headers = {{"user-agent", text}}, .number = 3};
        lines.clear();
        log.answered("192.0.2.7", request, 404, 12, 1.5ms);
        log.opened("192.0.2.7", request);
        ASSERT_EQ(lines.size(), 2u);
        for (const std::string& line : lines) {
            EXPECT_TRUE(is_plain(line)) << line;
            EXPECT_LT(line.size(), 4000u);
        }
        EXPECT_TRUE(std::regex_match(lines[0], form)) << lines[0];
        EXPECT_TRUE(std::regex_match(lines[1], opened)) << lines[1];
    }
}

TEST(AccessLog, NothingFromOutsideForgesAnObject) {
    std::vector<std::string> lines;
    AccessLog log(std::make_unique<Kept>(lines), LogForm::json);
    for (const std::string& text : hostile) {
        const HttpRequest request{.method = text, .target = "/" + text, .headers = {{"user-agent", text}}, .number = 3};
        lines.clear();
        log.answered("192.0.2.7", request, 404, 12, 1.5ms);
        log.opened("192.0.2.7", request);
        log.closed("192.0.2.7", 3, 2s, 7);
        ASSERT_EQ(lines.size(), 3u);
        for (const std::string& line : lines) {
            EXPECT_TRUE(is_plain(line)) << line;
            EXPECT_EQ(json::parse(line).at("from"), "192.0.2.7");
            EXPECT_EQ(json::parse(line).at("request"), 3);
        }
        const auto answered = json::parse(lines[0]).as_object();
        EXPECT_EQ(answered.size(), 9u);
        EXPECT_EQ(answered.at("status"), 404);
        EXPECT_EQ(answered.at("bytes"), 12);
        EXPECT_EQ(json::parse(lines[2]).at("messages"), 7);
    }
}

TEST(AccessLog, PathsHaveNoSecrets) {
    EXPECT_EQ(loggable_path("/assets/index-1f2e.js?key=k3J9"), "/assets/index-1f2e.js");
    EXPECT_EQ(loggable_path("/api/board?game=ataxx"), "/api/board");
    EXPECT_EQ(loggable_path("/0123456789abcdefghijAB"), "/***");
    EXPECT_EQ(loggable_path("/a/0123456789abcdefghijAB/b"), "/a/***/b");
    EXPECT_EQ(loggable_path("0123456789abcdefghijABC0123456789"), "***");
    EXPECT_EQ(loggable_path(""), "");
    EXPECT_EQ(loggable_path("/" + std::string(300, '-')).size(), 200u);
}

TEST(Log, ALineForAnEvent) {
    const auto said = [](LogForm form) {
        begin_log(form);
        testing::internal::CaptureStderr();
        spdlog::error("store: {}", "a\n\"b\x1b");
        {
            const AboutRequest outer(17);
            const AboutRequest inner(17, 3);
            spdlog::warn("late");
        }
        spdlog::info("ending");
        return lines_of(testing::internal::GetCapturedStderr());
    };
    const auto text = said(LogForm::text);
    ASSERT_EQ(text.size(), 3u);
    const std::string time = R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z )";
    EXPECT_TRUE(std::regex_match(text[0], std::regex(time + R"(error store: a\\x0a"b\\x1b)", std::regex::icase)))
        << text[0];
    EXPECT_TRUE(std::regex_match(text[1], std::regex(time + "warning #17/3 late"))) << text[1];
    EXPECT_TRUE(std::regex_match(text[2], std::regex(time + "info ending"))) << text[2];
    const auto objects = said(LogForm::json);
    ASSERT_EQ(objects.size(), 3u);
    EXPECT_EQ(json::parse(objects[0]).at("event"), "store: a\n\"b\x1b");
    EXPECT_EQ(json::parse(objects[0]).at("level"), "error");
    EXPECT_FALSE(json::parse(objects[0]).as_object().contains("request"));
    EXPECT_EQ(json::parse(objects[1]).at("request"), 17);
    EXPECT_EQ(json::parse(objects[1]).at("message"), 3);
    begin_log(LogForm::text);
}

TEST(Log, SaysWhoAskedForWhat) {
    TemporaryFolder folder;
    const std::string path = (folder / "access.log").string();
    ServerProcess server(folder, {.port = 0, .proxies = {"127.0.0.1"}, .log = "json", .access_log = path});
    http(server.port(), "/healthz?key=secret",
         {{"User-Agent", "a \"browser\" \xe2\x80\xa8"}, {"X-Forwarded-For", "2001:db8:0:1::7"}});
    http(server.port(), "/nowhere");
    raw(server.port(), "no HTTP\r\n\r\n");
    std::string key;
    {
        Client client(server.port());
        key = text_of(client.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}}).at("key"));
        client.error("open", {});
    }
    EXPECT_EQ(server.stop(), 0);
    const auto lines = lines_of(content(path));
    ASSERT_EQ(lines.size(), 5u) << content(path);
    const auto first = json::parse(lines[0]);
    EXPECT_EQ(first.at("from"), "2001:db8:0:1::/64");
    EXPECT_EQ(first.at("method"), "GET");
    EXPECT_EQ(first.at("path"), "/healthz");
    EXPECT_EQ(first.at("status"), 200);
    EXPECT_GT(first.at("bytes").as_int64(), 100);
    EXPECT_EQ(first.at("agent"), "a \"browser\" \xe2\x80\xa8");
    EXPECT_EQ(json::parse(lines[1]).at("status"), 404);
    EXPECT_EQ(json::parse(lines[2]).at("status"), 400);
    EXPECT_EQ(json::parse(lines[3]).at("websocket"), "opened");
    EXPECT_EQ(json::parse(lines[4]).at("websocket"), "closed");
    EXPECT_EQ(json::parse(lines[4]).at("messages"), 2);
    EXPECT_EQ(json::parse(lines[4]).at("request"), json::parse(lines[3]).at("request"));
    EXPECT_EQ(content(path).find("secret"), std::string::npos);
    EXPECT_EQ(content(path).find(key), std::string::npos);
}

TEST(Log, AFileThatIsRenamedIsOpenedAgain) {
    TemporaryFolder folder;
    const auto path = folder / "access.log", old = folder / "access.log.1";
    ServerProcess server(folder, {.port = 0, .access_log = path.string()});
    http(server.port(), "/before");
    std::filesystem::rename(path, old);
    server.send(SIGHUP);
    // It is there before it is written to.
    for (int i = 0; i < 600 && !content(path).contains("GET /meanwhile"); ++i) {
        http(server.port(), "/meanwhile");
        std::this_thread::sleep_for(100ms);
    }
    ASSERT_TRUE(content(path).contains("GET /meanwhile"));
    http(server.port(), "/after");
    std::filesystem::remove(path);
    std::filesystem::create_directory(path); // which cannot be written to: the one before goes on
    server.send(SIGHUP);
    http(server.port(), "/still");
    EXPECT_EQ(server.stop(), 0);
    EXPECT_NE(content(old).find("GET /before"), std::string::npos);
    EXPECT_EQ(content(old).find("GET /after"), std::string::npos);
}

TEST(Log, WhatCannotBeWrittenIsRefusedAtTheBeginning) {
    TemporaryFolder folder;
    ServerProcess nowhere(folder, {.port = 0, .access_log = "/nowhere/at/all.log"});
    EXPECT_EQ(nowhere.wait(), 2);
    ServerProcess form(folder, {.port = 0, .log = "xml"});
    EXPECT_EQ(form.wait(), 2);
}

// A disk that is full loses lines, and nothing else.
TEST(Log, AFullDiskEndsNothing) {
    TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .access_log = "/dev/full"});
    for (int i = 0; i < 20; ++i) EXPECT_EQ(http(server.port(), "/healthz").status, 200);
    EXPECT_EQ(server.stop(), 0);
}

}
}
