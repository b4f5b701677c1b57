// Bodies that are sent compressed, and to whom.
#include "client.hpp"
#include "server/coding.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <gtest/gtest.h>
#include <zlib.h>

namespace tavoliere {
namespace {

using namespace server;
using namespace std::string_literals;

std::string unzipped(const std::string& bytes) {
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
    std::string out(bytes.size() * 2000 + 1000, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    return out;
}

TEST(Coding, IsChosenByWeight) {
    for (const std::string_view yes :
         {"gzip", "GZIP", "x-gzip", "deflate, gzip", "gzip;q=0.001", "gzip ; q=1.0", "*", "br;q=1, gzip;q=0.8, *;q=0.1",
          "identity;q=0, gzip;q=0.1", "identity;q=0.5, gzip;q=0.5", "*;q=0, gzip", "deflate,,gzip", "\tgzip\t"})
        EXPECT_TRUE(wants_gzip({yes})) << yes;
    for (const std::string_view no :
         {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *", "gzip;q=0.1, identity", "gzip;q=x",
          "gzip;q=2", "gzip;q=-1", "gzip;q=", "gzipped", "br;q=1.0, zstd", "identity;q=1, *;q=0.5"})
        EXPECT_FALSE(wants_gzip({no})) << no;
    EXPECT_FALSE(wants_gzip({}));
    EXPECT_TRUE(wants_gzip({"br", "gzip"}));
}

TEST(Coding, ATypeIsWantedAsTheClosestRangeSays) {
    const auto html = [](std::string_view accepted) { return wish_for("text/html", {accepted}); };
    EXPECT_EQ(wish_for("text/html", {}), 1);
    EXPECT_EQ(html("*/*"), 1);
    EXPECT_EQ(html("text/html;q=0.3, text/*;q=0.5, */*"), 0.3);
    EXPECT_EQ(html("*/*;q=0.1,\tTEXT/* ; q=0.5"), 0.5);
    EXPECT_EQ(html("text/html;level=1;q=0.4"), 0);
    EXPECT_EQ(html("text/*;q=0.3, text/html;q=0.7, text/html;level=1, text/html;level=2;q=0.4, */*;q=0.5"), 0.7);
    EXPECT_EQ(html("text/html; ;q=0.4;level=1"), 0.4);
    EXPECT_EQ(html("*/*, text/html;q=0"), 0);
    for (const std::string_view no : {"", "application/json", "text/plain", "text/html;q=x", "text", "html", "*"})
        EXPECT_EQ(html(no), 0) << no;
    EXPECT_EQ(wish_for("text/html", {"application/json", "text/html"}), 1);
}

TEST(Coding, GzipIsUndone) {
    for (const std::string& text : std::vector<std::string>{"", "a", std::string(100'000, 'a'), "hello\0there"s})
        for (const int level : {1, 6}) EXPECT_EQ(unzipped(gzipped(text, level)), text);
}

class CodingTest : public testing::Test {
protected:
    TemporaryFolder folder;
    const std::string script = "let text = '" + std::string(5000, 'a') + "';";
    ServerProcess server{with_page(), {.port = 0, .page = folder / "page"}};

    const TemporaryFolder& with_page() {
        folder.write("page/index.html", "<!doctype html><p>hello");
        folder.write("page/assets/index-1f2e.js", script);
        folder.write("page/rules.wasm", std::string(3000, 'w'));
        folder.write("page/icon.png", std::string(3000, 'p'));
        folder.write("page/font.woff2", std::string(3000, 'f'));
        return folder;
    }
    HttpAnswer get(const std::string& target, const Headers& headers = {}, const std::string& method = "GET") {
        return http(server.port(), target, headers, method);
    }
};

TEST_F(CodingTest, WhatIsWorthItIsSentCompressed) {
    const Headers gzip = {{"Accept-Encoding", "gzip, deflate, br"}};
    for (const std::string target :
         {"/assets/index-1f2e.js", "/rules.wasm", "/api/games", "/api/board?game=ataxx", "/api/diagram?game=ataxx"}) {
        const auto plain = get(target), small = get(target, gzip);
        EXPECT_EQ(plain.status, 200);
        EXPECT_EQ(plain.headers.count("content-encoding"), 0u) << target;
        EXPECT_EQ(plain.headers.at("vary"), "Accept-Encoding") << target;
        EXPECT_EQ(small.headers.at("content-encoding"), "gzip") << target;
        EXPECT_EQ(small.headers.at("vary"), "Accept-Encoding") << target;
        EXPECT_EQ(small.headers.at("content-type"), plain.headers.at("content-type"));
        EXPECT_EQ(unzipped(small.body), plain.body) << target;
        EXPECT_LT(small.body.size(), plain.body.size() / 2) << target;
        EXPECT_EQ(get(target, {{"Accept-Encoding", "gzip;q=0"}}).body, plain.body) << target;
    }
    for (const std::string target : {"/icon.png", "/font.woff2"}) {
        const auto plain = get(target, gzip);
        EXPECT_EQ(plain.headers.count("content-encoding"), 0u) << target;
        EXPECT_EQ(plain.headers.count("vary"), 0u) << target;
        EXPECT_EQ(plain.body.size(), 3000u);
    }
    EXPECT_EQ(get("/", gzip).body, "<!doctype html><p>hello"); // too short to gain by it
    const auto head = get("/assets/index-1f2e.js", gzip, "HEAD");
    EXPECT_EQ(head.headers.at("content-length"), get("/assets/index-1f2e.js", gzip).headers.at("content-length"));
    EXPECT_EQ(head.body, "");
}

// A tag names bytes: those that are compressed are others.
TEST_F(CodingTest, TagsDifferByCoding) {
    const std::string target = "/assets/index-1f2e.js";
    const Headers gzip = {{"Accept-Encoding", "gzip"}};
    const std::string plain = get(target).headers.at("etag"), small = get(target, gzip).headers.at("etag");
    EXPECT_NE(plain, small);
    EXPECT_EQ(get(target, {{"If-None-Match", plain}}).status, 304);
    EXPECT_EQ(get(target, {{"If-None-Match", small}}).status, 200);
    EXPECT_EQ(get(target, {{"Accept-Encoding", "gzip"}, {"If-None-Match", plain}}).status, 200);
    const auto held = get(target, {{"Accept-Encoding", "gzip"}, {"If-None-Match", small}});
    EXPECT_EQ(held.status, 304);
    EXPECT_EQ(held.headers.at("etag"), small);
    EXPECT_EQ(held.headers.at("vary"), "Accept-Encoding");
    EXPECT_EQ(held.body, "");
}

}
}
