// Files, boards and lists over HTTP.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "client.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <SQLiteCpp/Database.h>

namespace tavoliere {
namespace {

class HttpTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server;

    HttpTest() : server(with_page(), {.port = 0, .page = folder / "page"}) {}
    const TemporaryFolder& with_page() {
        folder.write("page/index.html", "<!doctype html><p>hello");
        folder.write("page/embed.html", "<!doctype html><script src=\"./assets/index-1f2e.js\"></script>");
        folder.write("page/assets/index-1f2e.js", "let a = 1;");
        folder.write("secret.txt", "secret");
        return folder;
    }
    HttpAnswer get(const std::string& target, const Headers& headers = {}) {
        return http(server.port(), target, headers);
    }
};

TEST_F(HttpTest, FilesOfThePage) {
    const auto index = get("/");
    EXPECT_EQ(index.status, 200);
    EXPECT_EQ(index.body, "<!doctype html><p>hello");
    EXPECT_EQ(index.headers.at("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(index.headers.at("cache-control"), "no-cache");
    EXPECT_EQ(get("/index.html?x=1").body, index.body);

    const auto script = get("/assets/index-1f2e.js");
    EXPECT_EQ(script.body, "let a = 1;");
    EXPECT_EQ(script.headers.at("content-type"), "text/javascript; charset=utf-8");
    EXPECT_NE(script.headers.at("cache-control").find("immutable"), std::string::npos);
}

// Whoever frames a page can have its reader press what he does not see: there is nothing at /embed/ that a press could lose.
TEST_F(HttpTest, OnlyTheEmbeddedPageMayBeFramed) {
    const auto embedded = get("/embed/");
    EXPECT_EQ(embedded.status, 200);
    EXPECT_EQ(embedded.body, "<!doctype html><script src=\"../assets/index-1f2e.js\"></script>");
    const std::string& policy = embedded.headers.at("content-security-policy");
    EXPECT_TRUE(policy.ends_with("; frame-ancestors *")) << policy;
    EXPECT_TRUE(policy.starts_with("default-src 'self'; ")) << policy;
    for (const char* path :
         {"/", "/index.html", "/ataxx", "/ataxx/misere", "/assets/index-1f2e.js", "/api/v1/games", "/embed.html",
          "/embed", "/embed/ataxx", "/embed/assets/index-1f2e.js", "/healthz", "/nowhere"}) {
        const auto answer = get(path);
        EXPECT_TRUE(answer.headers.at("content-security-policy").ends_with("frame-ancestors 'none'")) << path;
        if (std::string_view(path).starts_with("/embed")) { EXPECT_EQ(answer.status, 404) << path; }
    }
}

TEST_F(HttpTest, ABrowserNeedNotFetchTwice) {
    const auto etag = get("/").headers.at("etag");
    const auto again = get("/", {{"If-None-Match", etag}});
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(get("/", {{"If-None-Match", "\"other\""}}).status, 200);
}

// RFC 9110: lists, weak tags, and * for any.
TEST_F(HttpTest, TagsAreComparedAsTheStandardHasIt) {
    const std::string etag = get("/").headers.at("etag");
    for (const std::string& held :
         std::vector<std::string>{"W/" + etag, "\"a\", " + etag, "\"a,b\",W/\"c\" , W/" + etag + ",\"d\"",
                                  " " + etag + " ", std::string("*"), "\"\" , ," + etag})
        EXPECT_EQ(get("/", {{"If-None-Match", held}}).status, 304) << held;
    for (const std::string& other :
         std::vector<std::string>{"W/\"a\"", "\"a, b\"", "\"*\"", "w/" + etag, "x" + etag, etag.substr(1), "\"a",
                                  "\"a\"," + etag.substr(0, etag.size() - 1), ",", "W/", ""})
        EXPECT_EQ(get("/", {{"If-None-Match", other}}).status, 200) << other;
}

TEST_F(HttpTest, RequestsHaveOneHostAndMayNameItTwice) {
    const auto status = [&](const std::string& request, const std::string& connection = "close") {
        const std::string answer = raw(server.port(), request + "Connection: " + connection + "\r\n\r\n");
        return answer.substr(0, 9) == "HTTP/1.1 " || answer.substr(0, 9) == "HTTP/1.0 " ? answer.substr(9, 3) : answer;
    };
    EXPECT_EQ(status("GET /healthz HTTP/1.1\r\n"), "400");
    EXPECT_EQ(status("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n"), "400");
    EXPECT_EQ(status("GET /healthz HTTP/1.0\r\n"), "200");
    const std::string here = "127.0.0.1:" + std::to_string(server.port());
    for (const std::string& target :
         {"http://" + here + "/healthz", "HTTP://" + here + "/healthz?a", "http://" + here, "http://" + here + "?a"})
        EXPECT_EQ(status("GET " + target + " HTTP/1.1\r\nHost: " + here + "\r\n"), "200") << target;
    EXPECT_EQ(status("GET http://" + here + "/nowhere HTTP/1.1\r\nHost: " + here + "\r\n"), "404");
    EXPECT_EQ(status("GET http://" + here + "/healthz HTTP/1.1\r\n"), "400");
    for (const std::string key :
         {"", "short", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZ!==", "dGhlIHNhbXBsZSBub25jZQ==dGhl"})
        EXPECT_EQ(status("GET /api/play HTTP/1.1\r\nHost: " + here +
                             "\r\nUpgrade: websocket\r\n"
                             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " +
                             key + "\r\n",
                         "Upgrade, close"),
                  "400")
            << key;
}

TEST_F(HttpTest, EveryAnswerIsGuarded) {
    for (const std::string target : {"/", "/api/games", "/nowhere"}) {
        const auto headers = get(target).headers;
        EXPECT_EQ(headers.at("x-content-type-options"), "nosniff");
        EXPECT_EQ(headers.at("referrer-policy"), "no-referrer");
        EXPECT_NE(headers.at("content-security-policy").find("default-src 'self'"), std::string::npos);
    }
}

TEST_F(HttpTest, HeadTellsTheLengthOnly) {
    const auto head = http(server.port(), "/", {}, "HEAD");
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.headers.at("content-length"), "23");
    EXPECT_EQ(head.body, "");
}

TEST_F(HttpTest, OtherMethodsAreRefused) {
    for (const std::string method : {"POST", "PUT", "DELETE", "OPTIONS", "BREW"}) {
        const auto answer = http(server.port(), "/", {}, method, "a body");
        EXPECT_EQ(answer.status, 405) << method;
        EXPECT_EQ(answer.headers.at("allow"), "GET, HEAD");
    }
}

TEST_F(HttpTest, Health) { EXPECT_EQ(get("/healthz").body, "ok"); }

TEST_F(HttpTest, TheListOfGames) {
    const auto answer = get("/api/games");
    EXPECT_EQ(answer.headers.at("content-type"), "application/json");
    EXPECT_EQ(answer.body, games_json());
    EXPECT_EQ(boost::json::parse(answer.body).as_array().size(), games().size());
}

TEST_F(HttpTest, TheBoardOfAVariant) {
    EXPECT_EQ(get("/api/board?game=ataxx").body, board_json(*opened("ataxx")));
    EXPECT_EQ(get("/api/board?a=b&game=ataxx%3Asize%3D5").body, board_json(*opened("ataxx:size=5")));
    EXPECT_EQ(get("/api/board?game=ataxx:blocks=c3+d4").body, board_json(*opened("ataxx:blocks=c3+d4")));
    for (const std::string wrong : {"", "?", "?gam=ataxx", "?game=", "?game=checkers", "?game=%", "?game=%4",
                                    "?game=%zz", "?game=%00%ff", "?game=ataxx:size=99"}) {
        const auto answer = get("/api/board" + wrong);
        EXPECT_EQ(answer.status, 400) << wrong;
        EXPECT_FALSE(text_of(boost::json::parse(answer.body).at("detail")).empty());
    }
}

TEST_F(HttpTest, DiagramsAsShowDrawsThem) {
    const auto answer =
        get("/api/diagram?game=ataxx&moves=a2%20a7-a5&marks=arrow:a1-c3&caption=Nero%20%26%20Bianco&style=print");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.headers.at("content-type"), "image/svg+xml");
    EXPECT_EQ(answer.body,
              *drawing_svg({{"ataxx", "startpos", "a2 a7-a5"}, "arrow:a1-c3", "Nero & Bianco", "print", true, false}));
    EXPECT_NE(get("/api/diagram?game=ataxx&coordinates=off").body, get("/api/diagram?game=ataxx&turned=on").body);
    for (const std::string wrong :
         {"", "?game=chess", "?game=ataxx&position=x", "?game=ataxx&moves=z9", "?game=ataxx&marks=star:a1",
          "?game=ataxx&caption=%ff", "?game=ataxx&caption=%", "?game=ataxx&style=oil", "?game=ataxx&turned=yes"}) {
        const auto refused = get("/api/diagram" + wrong);
        EXPECT_EQ(refused.status, 400) << wrong;
        EXPECT_FALSE(text_of(boost::json::parse(refused.body).at("detail")).empty());
    }
}

TEST_F(HttpTest, NothingElseIsServed) {
    for (const std::string target :
         {"/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//etc/passwd",
          "/assets", "/assets/", "/nowhere", "/index.html%00", "/\\..\\secret.txt", "/%c0%ae%c0%ae/secret.txt"})
        EXPECT_EQ(get(target).status, 404) << target;
}

TEST_F(HttpTest, WebSocketsOnlyForOurPage) {
    const std::string host = "127.0.0.1:" + std::to_string(server.port());
    EXPECT_EQ(upgrade_status(server.port(), "/api/play", ""), 101);
    EXPECT_EQ(upgrade_status(server.port(), "/api/play", "http://" + host), 101);
    EXPECT_EQ(upgrade_status(server.port(), "/api/play", "http://example.org"), 403);
    EXPECT_EQ(upgrade_status(server.port(), "/api/play", "http://127.0.0.1:1"), 403);
    EXPECT_EQ(upgrade_status(server.port(), "/api/play", "null"), 403);
    EXPECT_EQ(upgrade_status(server.port(), "/api/plays", "http://" + host), 404);
    EXPECT_EQ(get("/api/play").status, 426);
}

// Origin and Host as browsers and proxies send them.
TEST(Http, NamesAreComparedAsABrowserDoes) {
    TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .origins = {"http://play.example:1", "http://citt\u00e0.example:1"}});
    const std::vector<std::pair<std::string, std::string>> same = {
        {"http://play.example:8080", "play.example:8080"},
        {"https://play.example:8443", "play.example"},
        {"http://play.example", "play.example:80"},
        {"https://play.example", "play.example:443"},
        {"https://play.example", "play.example"},
        {"https://Play.Example", "PLAY.example."},
        {"http://play.example.:8080", "play.example:8080"},
        {"http://[::1]:8080", "[0:0::1]:8080"},
        {"http://[::1]", "[::1]"},
        {"https://xn--citt-3na.example", "citt\u00e0.example"}};
    for (const auto& [origin, host] : same)
        EXPECT_EQ(upgrade_status(server.port(), "/api/play", origin, host), 101) << origin << " " << host;
    const std::vector<std::pair<std::string, std::string>> others = {{"http://play.example:8080", "play.example:8081"},
                                                                     {"http://play.example", "play.example:8080"},
                                                                     {"https://play.example", "play.example:80"},
                                                                     {"http://play.example", "play.example:443"},
                                                                     {"http://evil.example", "play.example"},
                                                                     {"http://play.example.evil", "play.example"},
                                                                     {"http://evilplay.example", "play.example"},
                                                                     {"http://[::1]:8080", "[::2]:8080"},
                                                                     {"http://play.example:x", "play.example"},
                                                                     {"http://", "play.example"},
                                                                     {"http://play.example@evil", "play.example"},
                                                                     {"file://", "play.example"},
                                                                     {"ftp://play.example", "play.example"},
                                                                     {"play.example", "play.example"},
                                                                     {"http://play.example:99999", "play.example"},
                                                                     {"http://play.example/a", "play.example"}};
    for (const auto& [origin, host] : others)
        EXPECT_EQ(upgrade_status(server.port(), "/api/play", origin, host), 403) << origin << " " << host;
}

// Else a page whose owner points its name at this machine could play with the games of who looks at it. What all may read has no names.
TEST_F(HttpTest, SocketsAreOpenedByItsOwnNamesOnly) {
    const auto opens = [&](const std::string& host, const std::string& origin) {
        return upgrade_status(server.port(), "/api/play", origin, host);
    };
    for (const std::string host :
         {"127.0.0.1", "127.0.0.2:99", "[::1]:8080", "192.0.2.7", "localhost", "LOCALHOST.", "a.localhost:80"}) {
        EXPECT_EQ(opens(host, ""), 101) << host;
        EXPECT_EQ(opens(host, "http://" + host), 101) << host;
    }
    for (const std::string host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "notlocalhost",
                                   "1.2.3", "evil.example:8080", "a b"}) {
        EXPECT_EQ(http(server.port(), "/healthz", {{"Host", host}}).status, 200) << host;
        EXPECT_EQ(opens(host, ""), 403) << host;
        EXPECT_EQ(opens(host, "http://" + host), 403) << host;
    }
    const auto refused =
        http(server.port(), "/api/play?origin=http%3A%2F%2Fplay.example:81", {{"Host", "play.example:81"}});
    EXPECT_EQ(refused.status, 403);
    EXPECT_NE(refused.body.find("Host: "), std::string::npos) << refused.body;
    EXPECT_NE(refused.body.find("--origin http://play.example:81"), std::string::npos) << refused.body;
}

TEST_F(HttpTest, APageAsksWhyItsWebSocketIsRefused) {
    const std::string own = "http%3A%2F%2F127.0.0.1:" + std::to_string(server.port());
    EXPECT_EQ(get("/api/play?origin=" + own).status, 426);
    const auto refused = get("/api/play?origin=https%3A%2F%2Fplay.example%3A8443");
    EXPECT_EQ(refused.status, 403);
    const std::string why = text_of(boost::json::parse(refused.body).at("detail"));
    EXPECT_NE(why.find("--origin https://play.example:8443"), why.npos) << why;
}

TEST(Http, AHostNamesOriginsOfHisOwn) {
    TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .origins = {"HTTPS://Play.Example:443/", "http://citt\u00e0.example:81"}});
    for (const std::string origin : {"https://play.example", "http://xn--citt-3na.example:81"})
        EXPECT_EQ(upgrade_status(server.port(), "/api/play", origin), 101) << origin;
    EXPECT_EQ(upgrade_status(server.port(), "/api/play", "", "play.example:1234"), 101);
    EXPECT_EQ(upgrade_status(server.port(), "/api/play", "", "citt\u00e0.example"), 101);
    EXPECT_EQ(upgrade_status(server.port(), "/api/play", "https://play.example", "inside.example"), 101);
    for (const std::string origin : {"http://play.example", "https://play.example:444", "http://xn--citt-3na.example"})
        EXPECT_EQ(upgrade_status(server.port(), "/api/play", origin), 403) << origin;
}

TEST(Http, WhatIsNoOriginIsRefusedAtTheBeginning) {
    TemporaryFolder folder;
    for (const std::string wrong :
         {"play.example", "https://", "https://play.example/page", "*", "null", "wss://a", ""}) {
        ServerProcess server(folder, {.port = 0, .origins = {wrong}});
        EXPECT_EQ(server.port(), 0) << wrong;
        EXPECT_EQ(server.wait(), 2) << wrong;
    }
}

// The address is told in the log; here a port that is free in all likelihood is asked for.
TEST(Http, FiguresAreAtAnAddressOfTheirOwn) {
    TemporaryFolder folder;
    const auto port = free_port();
    ServerProcess server(folder, {.port = 0, .metrics = "127.0.0.1:" + std::to_string(port)});
    ASSERT_NE(server.port(), 0);
    Client client(server.port());
    const auto state = client.state("new", {{"game", "ataxx:size=4"}, {"x", engine(0.05)}, {"o", person}});
    client.news();
    client.error("move", {{"key", state.at("key")}, {"ply", 9}, {"move", "a1"}});
    const auto figures = http(port, "/metrics");
    EXPECT_EQ(figures.status, 200);
    EXPECT_EQ(figures.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    for (const std::string line :
         {"tavoliere_connections 1", "tavoliere_games_in_memory 1", "tavoliere_followers 1",
          "tavoliere_requests_total 2", "tavoliere_refused_requests_total 1", "tavoliere_request_seconds_count 2",
          "tavoliere_store_write_seconds_count 2", "tavoliere_store_write_seconds_bucket{le=\"+Inf\"} 2",
          "tavoliere_engine_answered_total{errand=\"move\"} 1", "tavoliere_engine_waiting{errand=\"analysis\"} 0",
          "# TYPE tavoliere_request_seconds histogram"})
        EXPECT_NE(("\n" + figures.body).find("\n" + line + "\n"), std::string::npos) << line << "\n" << figures.body;
    EXPECT_EQ(figures.body.find(text_of(state.at("key"))), std::string::npos);
    EXPECT_EQ(http(port, "/").status, 404);
    EXPECT_EQ(http(server.port(), "/metrics").status, 404); // no business of those who play
}

TEST(Http, WhatIsNoPlaceForFiguresIsRefusedAtTheBeginning) {
    TemporaryFolder folder;
    for (const std::string wrong : {"9100", "127.0.0.1", "127.0.0.1:", "127.0.0.1:70000", ":9100", "127.0.0.1:-1"}) {
        ServerProcess server(folder, {.port = 0, .metrics = wrong});
        EXPECT_EQ(server.port(), 0) << wrong;
        EXPECT_EQ(server.wait(), 2) << wrong;
    }
}

TEST(Http, IsReadyWhileTheStoreCanBeWritten) {
    TemporaryFolder folder;
    ServerProcess server(folder);
    EXPECT_EQ(http(server.port(), "/readyz").body, "ready");
    SQLite::Database other((folder / "games.db").string(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    const auto busy = http(server.port(), "/readyz");
    EXPECT_EQ(busy.status, 503);
    EXPECT_NE(busy.body.find("another program holds it"), std::string::npos) << busy.body;
    EXPECT_EQ(http(server.port(), "/healthz").status, 200);
    other.exec("ROLLBACK");
    EXPECT_EQ(http(server.port(), "/readyz").status, 200);
}

TEST(Http, WithoutAPageItSaysHowToBuildIt) {
    TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .page = folder / "nowhere"});
    const auto answer = http(server.port(), "/");
    EXPECT_EQ(answer.status, 200);
    EXPECT_NE(answer.body.find("scripts/build"), std::string::npos);
}

TEST(Http, ItSaysWhereItIsAndEndsWhenAsked) {
    TemporaryFolder folder;
    ServerProcess server(folder);
    EXPECT_EQ(server.first_line(), "Tavoliere is at http://127.0.0.1:" + std::to_string(server.port()) + "/");
    Client following(server.port());
    EXPECT_EQ(server.stop(), 0);
    EXPECT_EQ(following.close_code(), 1001);
}

TEST(Http, WhereItCannotBeginItExitsWith2) {
    TemporaryFolder folder;
    folder.write("notes.db", "this is a text and no database, and it is long enough to be sure of it");
    ServerProcess server(folder);
    ServerProcess taken(folder, {.port = server.port()});
    EXPECT_EQ(taken.wait(), 2);
    for (const std::string& store :
         std::initializer_list<std::string>{"postgres://here", "sqlite:", "sqlite:/nowhere/at/all/games.db",
                                            "sqlite:" + (folder / "notes.db").string()}) {
        ServerProcess broken(folder, {.port = 0, .store = store});
        EXPECT_EQ(broken.port(), 0) << store;
        EXPECT_EQ(broken.wait(), 2) << store;
    }
}

}
}
