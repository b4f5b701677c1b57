// The API of HTTP at /api/v1.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "ask/study.hpp"
#include "client.hpp"
#include "pictures/pictures.hpp"
#include "play/api.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <regex>
#include <set>

namespace tavoliere {
namespace {

namespace json = boost::json;

class ApiTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server{folder, {.port = 0, .page = folder / "page"}};

    HttpAnswer get(const std::string& path, const Headers& headers = {}) {
        return http(server.port(), "/api/v1" + path, headers);
    }
    HttpAnswer post(const std::string& path, const json::object& body, Headers headers = {}) {
        headers.emplace("Content-Type", "application/json");
        return http(server.port(), "/api/v1" + path, headers, "POST", json::serialize(body));
    }
    static Headers bearer(const json::object& state) {
        return {{"Authorization", "Bearer " + text_of(state.at("key"))}};
    }
    json::object game(const json::object& more = {}) {
        json::object body{{"game", "ataxx"}, {"x", person}, {"o", person}};
        for (const auto& [name, value] : more) body[name] = value;
        const auto answer = post("/live", body);
        EXPECT_EQ(answer.status, 201) << answer.body;
        return json::parse(answer.body).as_object();
    }
    Stream stream(const std::string& path, const json::object& body) {
        return {server.port(), "/api/v1" + path, {{"Content-Type", "application/json"}}, "POST", json::serialize(body)};
    }
    Stream events(const json::object& state, const std::string& query = "") {
        return {server.port(), "/api/v1/live/events" + query, bearer(state)};
    }
};

json::object object_of(const HttpAnswer& answer) { return json::parse(answer.body).as_object(); }

// What is wrong, which has the form of RFC 9457.
std::string problem_of(const HttpAnswer& answer, int status) {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.headers.at("content-type"), "application/problem+json");
    const auto problem = object_of(answer);
    EXPECT_EQ(problem.at("type"), "about:blank");
    EXPECT_EQ(problem.at("status"), status);
    EXPECT_FALSE(text_of(problem.at("title")).empty());
    return text_of(problem.at("detail"));
}

TEST_F(ApiTest, GamesAndBoards) {
    EXPECT_EQ(get("/games").body, games_json());
    const auto variant = object_of(get("/games/ataxx:size=7,misere"));
    EXPECT_EQ(variant.at("variant"), "ataxx:misere");
    EXPECT_EQ(variant.at("game").at("game"), "ataxx");
    EXPECT_EQ(get("/boards/ataxx%3Asize%3D5").body, board_json(*opened("ataxx:size=5")));
    EXPECT_EQ(get("/boards/ataxx:blocks=c3+d4").body, board_json(*opened("ataxx:blocks=c3+d4")));
    EXPECT_NE(problem_of(get("/boards/chess"), 404).find("there is no game \"chess\""), std::string::npos);
    EXPECT_NE(problem_of(get("/games/ataxx:size=99"), 404), "");
}

TEST_F(ApiTest, OlderAddressesGiveTheSame) {
    const auto at = [&](const std::string& target) { return http(server.port(), target).body; };
    EXPECT_EQ(at("/api/games"), get("/games").body);
    EXPECT_EQ(at("/api/board?game=boop"), get("/boards/boop").body);
    EXPECT_EQ(at("/api/diagram?game=ataxx&turned=on"), get("/diagram.svg?game=ataxx&turned=true").body);
}

TEST_F(ApiTest, MovesByGetAndByPost) {
    const auto study = study_json({{"ataxx", "startpos", "a2 a6"}, 1});
    EXPECT_EQ(get("/moves?game=ataxx&moves=a2%20a6&from=1").body, *study);
    EXPECT_EQ(get("/moves?game=ataxx&moves=a2+a6&from=1").body, *study);
    const auto blocked = study_json({{"ataxx:blocks=c3+d4", "startpos", "a2"}, 0});
    EXPECT_EQ(get("/moves?game=ataxx:blocks=c3+d4&moves=a2").body, *blocked);
    EXPECT_EQ(get("/moves?game=ataxx%3Ablocks%3Dc3%2Bd4&moves=a2").body, *blocked);
    EXPECT_EQ(post("/moves", {{"game", "ataxx"}, {"moves", "a2 a6"}, {"from", 1}}).body, *study);
    EXPECT_EQ(problem_of(get("/moves?game=ataxx&moves=z9"), 400).substr(0, 13), "moves, move 1");
}

TEST_F(ApiTest, Diagrams) {
    const auto answer = get("/diagram.svg?game=ataxx&moves=a2&marks=arrow:a1-c3&style=print&coordinates=false");
    EXPECT_EQ(answer.headers.at("content-type"), "image/svg+xml");
    EXPECT_EQ(answer.body, *drawing_svg({{"ataxx", "startpos", "a2"}, "arrow:a1-c3", "", "print", false, false}));
    problem_of(get("/diagram.svg?game=ataxx&style=oil"), 400);
}

TEST_F(ApiTest, GamesAsMovingPictures) {
    const AnimationRequest request{{{"ataxx", "startpos", "a2 a6"}, "", "", "wood", true, true}, {.each = 0.5}};
    const std::string asked = "?game=ataxx&moves=a2%20a6&style=wood&turned=on&seconds=0.5";
    const auto svg = get("/animation.svg" + asked);
    EXPECT_EQ(svg.headers.at("content-type"), "image/svg+xml");
    EXPECT_EQ(svg.body, *animation_svg(request));
    const auto gif = get("/animation.gif" + asked);
    EXPECT_EQ(gif.headers.at("content-type"), "image/gif");
    EXPECT_EQ(gif.body, *animated_gif(animation_of(request)->pictures, request.pace));
    EXPECT_NE(problem_of(get("/animation.gif?game=ataxx&moves=a2+z9"), 400).find("move 2"), std::string::npos);
    std::string many = "/animation.gif?game=ataxx&moves=a2";
    for (int move = 0; move < 200; ++move) many += "+a2";
    EXPECT_NE(problem_of(get(many), 400).find("201 are too many"), std::string::npos);
}

TEST_F(ApiTest, WhatIsNotAskedForIsRefused) {
    EXPECT_NE(problem_of(get("/moves?game=ataxx&postion=x"), 400).find("\"postion\" is not asked for"),
              std::string::npos);
    EXPECT_NE(problem_of(get("/moves?game=ataxx&game=boop"), 400).find("given twice"), std::string::npos);
    problem_of(get("/moves"), 400);
    problem_of(get("/moves?game=%zz"), 400);
    problem_of(get("/moves?game=%00"), 400);
    problem_of(get("/moves?game=ataxx&from=-1"), 400);
    problem_of(get("/games/ataxx?x=y"), 400);
    problem_of(post("/moves", {{"game", "ataxx"}, {"fro", 1}}), 400);
    problem_of(post("/moves", {{"game", 1}}), 400);
    problem_of(post("/moves?game=ataxx", {{"game", "ataxx"}}), 400);
    problem_of(http(server.port(), "/api/v1/moves", {{"Content-Type", "application/json"}}, "POST", "{\"game\""), 400);
    problem_of(http(server.port(), "/api/v1/moves", {{"Content-Type", "application/json"}}, "POST", "[]"), 400);
    problem_of(http(server.port(), "/api/v1/moves", {{"Content-Type", "text/plain"}}, "POST", "{}"), 415);
    problem_of(http(server.port(), "/api/v1/moves", {{"Content-Type", "application/json"}}, "POST",
                    "{\"game\":\"" + std::string(70'000, 'a') + "\"}"),
               413);
    problem_of(post("/solve", {{"game", "ataxx"}, {"moves", std::string(4096, ' ')}, {"seconds", 1}}), 413);
    for (const std::string nowhere : {"", "/", "/nothing", "/games/", "/games/ataxx/", "/games//", "/live/nothing"})
        problem_of(get(nowhere), 404);
}

TEST_F(ApiTest, MethodsAreNamedWhereOneIsWrong) {
    const auto refused = http(server.port(), "/api/v1/games", {}, "DELETE");
    problem_of(refused, 405);
    EXPECT_EQ(refused.headers.at("allow"), "GET, HEAD, OPTIONS");
    EXPECT_EQ(http(server.port(), "/api/v1/moves", {}, "PUT").headers.at("allow"), "GET, HEAD, POST, OPTIONS");
    EXPECT_EQ(get("/solve").headers.at("allow"), "POST, OPTIONS");
    EXPECT_EQ(http(server.port(), "/api/v1/live/events", {}, "HEAD").headers.at("allow"), "GET, OPTIONS");
    const auto head = http(server.port(), "/api/v1/boards/boop", {}, "HEAD");
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.headers.at("content-length"), std::to_string(get("/boards/boop").body.size()));
}

TEST_F(ApiTest, AnalysisComesInLines) {
    Stream lines = stream("/analyse", {{"game", "ataxx"}, {"seconds", 0.3}, {"lines", 2}});
    EXPECT_EQ(lines.status(), 200);
    for (;;) {
        const auto line = lines.next();
        EXPECT_EQ(line.at("t"), "lines");
        if (!line.at("d").at("done").as_bool()) continue;
        EXPECT_EQ(line.at("d").at("lines").as_array().size(), 2U);
        EXPECT_FALSE(line.at("d").at("depths").as_array().empty());
        break;
    }
    EXPECT_TRUE(lines.is_at_end());
    problem_of(post("/analyse", {{"game", "ataxx"}, {"seconds", 11}, {"lines", 1}}), 400);
    problem_of(post("/analyse", {{"game", "chess"}, {"seconds", 1}, {"lines", 1}}), 400);
    problem_of(
        post("/analyse", {{"game", "ataxx"}, {"position", "7/7/7/7/7/7/6x o 0 1"}, {"seconds", 1}, {"lines", 1}}), 400);
}

std::string request_of(const std::string& path, const std::string& body, const std::string& version = "1.1") {
    return "POST /api/v1" + path + " HTTP/" + version + "\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(Api, WhoLeavesStopsTheWork) {
    TemporaryFolder folder;
    const auto port = free_port();
    const ServerProcess server(folder, {.port = 0, .metrics = "127.0.0.1:" + std::to_string(port)});
    ASSERT_NE(server.port(), 0);
    const auto thinks = [&] {
        return http(port, "/metrics").body.find("tavoliere_engine_thinking{errand=\"analysis\"} 1") !=
               std::string::npos;
    };
    const std::vector<std::pair<std::string, std::string>> long_ones = {
        {"/analyse", R"({"game":"ataxx","seconds":10,"lines":1})"},
        {"/solve", R"({"game":"clobber:size=6x6","seconds":10})"},
        {"/value", R"({"game":"clobber:size=6x6","seconds":10})"},
        {"/perft", R"({"game":"ataxx","depth":20})"},
        {"/playouts", R"({"game":"ataxx","games":1000000000})"}};
    for (const auto& [path, body] : long_ones) {
        const auto begun = std::chrono::steady_clock::now();
        {
            const Silent asker(server.port(), request_of(path, body));
            while (!thinks()) {}
        }
        while (thinks()) {}
        EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10)) << path; // it would take so long
    }
    // Whoever sends the next request before he has the answer to this has not left.
    const std::string clobber = R"({"game":"clobber:size=3x3","seconds":10})";
    const std::string answers =
        raw(server.port(), request_of("/solve", clobber) + request_of("/solve", clobber, "1.0"));
    const auto first = answers.find(R"("value":"win")");
    ASSERT_NE(first, std::string::npos) << answers;
    EXPECT_NE(answers.find(R"("value":"win")", first + 1), std::string::npos);
}

// Who speaks an older HTTP gets the lines without chunks, up to the end of the connection.
TEST_F(ApiTest, LinesForAnOlderHttp) {
    const std::string body = R"({"game":"clobber:size=3x3","seconds":0.1,"lines":1})";
    const std::string answer = raw(server.port(), request_of("/analyse", body, "1.0"));
    EXPECT_EQ(answer.find("chunked"), std::string::npos);
    const auto end = answer.find("\r\n\r\n");
    ASSERT_NE(end, std::string::npos);
    EXPECT_EQ(answer.substr(end + 4, 5), "{\"t\":");
    EXPECT_TRUE(answer.ends_with("\"done\":true}}\n"));
}

// It reads nothing of what it is told, and so is told the latest when it does, in order and whole.
TEST_F(ApiTest, WhoReadsLateIsToldTheLatest) {
    const auto begun = game({{"game", "clobber:size=10x10"}});
    Stream late = events(begun);
    json::object state = begun;
    while (state.at("result").is_null())
        state = object_of(
            post("/live/moves", {{"ply", ply_of(state)}, {"move", state.at("moves").at(0).at("text")}}, bearer(begun)));
    int told = 0;
    json::object last;
    do {
        last = late.next().at("d").as_object();
        ++told;
    } while (last.at("result").is_null());
    EXPECT_EQ(last.at("version"), state.at("version"));
    EXPECT_EQ(ply_of(last), ply_of(state));
    EXPECT_LE(told, int(ply_of(state)) + 1);
}

TEST_F(ApiTest, TheEngineSolvesCountsAndPlays) {
    const auto solution = object_of(post("/solve", {{"game", "clobber:size=3x3"}, {"seconds", 10}}));
    EXPECT_EQ(solution.at("value"), "win");
    const auto value = object_of(post("/value", {{"game", "clobber"}, {"board", "xo"}, {"seconds", 5}}));
    EXPECT_EQ(value.at("sum").at("value"), "*");
    EXPECT_EQ(object_of(post("/value", {{"of", "{2|-1} + ^*"}, {"seconds", 5}})).at("sum").at("outcome"), "N");
    problem_of(post("/value", {{"game", "ataxx"}, {"seconds", 5}}), 400);
    const auto perft = object_of(post("/perft", {{"game", "ataxx"}, {"depth", 3}}));
    EXPECT_EQ(perft.at("nodes"), 6460);
    EXPECT_FALSE(perft.contains("divided"));
    const auto divided = object_of(post("/perft", {{"game", "ataxx"}, {"depth", 2}, {"divide", true}}));
    std::int64_t sum = 0;
    for (const auto& each : divided.at("divided").as_array()) sum += each.at("nodes").as_int64();
    EXPECT_EQ(divided.at("nodes"), sum);
    const auto playouts = object_of(post("/playouts", {{"game", "boop"}, {"games", 50}}));
    EXPECT_EQ(playouts.at("games"), 50);
    problem_of(post("/perft", {{"game", "ataxx"}, {"depth", 61}}), 400);
}

TEST_F(ApiTest, WhatWouldTakeTooLongIsEnded) {
    EXPECT_NE(problem_of(post("/perft", {{"game", "ataxx"}, {"depth", 20}}), 400).find("takes longer"),
              std::string::npos);
    EXPECT_LT(object_of(post("/playouts", {{"game", "ataxx"}, {"games", 1'000'000'000}})).at("games").as_int64(),
              1'000'000'000);
}

TEST_F(ApiTest, PuzzlesAndWhatSolvesThem) {
    const auto all = json::parse(get("/puzzles").body).as_array();
    const auto of_ataxx = json::parse(get("/puzzles?game=ataxx").body).as_array();
    EXPECT_GT(all.size(), of_ataxx.size());
    ASSERT_FALSE(of_ataxx.empty());
    const std::string id = text_of(of_ataxx[0].at("id"));
    const auto puzzle = object_of(get("/puzzles/" + id));
    EXPECT_EQ(puzzle, of_ataxx[0].as_object());
    EXPECT_FALSE(puzzle.contains("line"));
    problem_of(get("/puzzles/nothing-000000"), 404);
    problem_of(get("/puzzles?game=chess"), 400);
    problem_of(post("/puzzles/nothing-000000/try", {{"moves", "a1"}}), 404);
    problem_of(post("/puzzles/" + id + "/try", {{"moves", "z9"}}), 400);
    problem_of(post("/puzzles/" + id + "/try", {{"id", id}, {"moves", "a1"}}), 400);
    problem_of(post("/puzzles/" + id + "/try", {}), 400);
    // One move of all is right, and its reply goes on to a next one.
    std::string right;
    const std::string place = "?game=" + text_of(puzzle.at("variant")) +
                              "&position=" + std::regex_replace(text_of(puzzle.at("position")), std::regex(" "), "%20");
    const auto study = object_of(get("/moves" + place));
    for (const auto& move : study.at("moves").as_array()) {
        const auto trial = object_of(post("/puzzles/" + id + "/try", {{"moves", move.at("text")}}));
        if (!trial.at("right").as_bool()) continue;
        EXPECT_EQ(right, "");
        right = text_of(move.at("text"));
    }
    EXPECT_NE(right, "");
}

TEST_F(ApiTest, AGameIsPlayedByItsKey) {
    const auto begun = game();
    EXPECT_EQ(begun.at("seats"), "xo");
    EXPECT_EQ(object_of(get("/live", bearer(begun))).at("key"), begun.at("key"));
    const auto moved = object_of(post("/live/moves", {{"ply", 0}, {"move", "a2"}}, bearer(begun)));
    EXPECT_EQ(ply_of(moved), 1U);
    EXPECT_EQ(object_of(post("/live/moves", {{"ply", 0}, {"move", "a2"}}, bearer(begun))).at("version"),
              moved.at("version"));
    problem_of(post("/live/moves", {{"ply", 1}, {"move", "z9"}}, bearer(begun)), 400);
    problem_of(post("/live/moves", {{"ply", 1}, {"move", "a6"}, {"key", begun.at("key")}}, bearer(begun)), 400);
    EXPECT_EQ(object_of(post("/live/hint", {}, bearer(begun))).at("ply"), 1);
    EXPECT_EQ(ply_of(object_of(http(server.port(), "/api/v1/live/undo", bearer(begun), "POST"))), 0U);
    EXPECT_EQ(object_of(post("/live/players", {{"x", person}, {"o", engine()}}, bearer(begun))).at("o"), engine());
    EXPECT_EQ(object_of(post("/live/resign", {{"player", "x"}}, bearer(begun))).at("result").at("winner"), "o");
    const auto glance =
        object_of(post("/live/glance", {{"keys", json::array{begun.at("key")}}})).at("games").as_array();
    ASSERT_EQ(glance.size(), 1U);
    EXPECT_EQ(glance[0].at("turn"), "");
}

TEST_F(ApiTest, KeysAreWanted) {
    for (const Headers& headers : std::vector<Headers>{{},
                                                       {{"Authorization", "Basic abc"}},
                                                       {{"Authorization", "Bearer "}},
                                                       {{"Authorization", "Bearer nothing"}}})
        for (const std::string path : {"/live", "/live/events"}) {
            const auto refused = get(path, headers);
            problem_of(refused, 401);
            EXPECT_EQ(refused.headers.at("www-authenticate"), "Bearer");
        }
    problem_of(post("/live/undo", {}), 401);
}

TEST_F(ApiTest, BothSeatsHearOfEveryMove) {
    const auto x = game({{"seat", "x"}});
    const std::string key = "ABCDEFGHIJKLMNOPQRSTUV";
    const auto o =
        object_of(post("/live/seat", {{"seat", key}}, {{"Authorization", "Bearer " + text_of(x.at("invite"))}}));
    EXPECT_EQ(o.at("seats"), "o");
    EXPECT_EQ(text_of(o.at("key")), key);
    Stream of_x = events(x), of_o = events(o, "?states=changes");
    EXPECT_EQ(of_x.next().at("d").at("seats"), "x");
    EXPECT_EQ(of_o.next().at("d").at("present"), "xo");
    EXPECT_EQ(of_x.next().at("t"), "present");
    EXPECT_EQ(post("/live/moves", {{"ply", 0}, {"move", "a2"}}, bearer(x)).status, 200);
    EXPECT_EQ(post("/live/moves", {{"ply", 1}, {"move", "a6"}}, bearer(o)).status, 200);
    EXPECT_EQ(ply_of(of_x.next().at("d").as_object()), 1U);
    EXPECT_EQ(ply_of(of_x.next().at("d").as_object()), 2U);
    of_o.next();
    const auto second = of_o.next();
    EXPECT_EQ(second.at("d").at("from"), 1);
    EXPECT_EQ(ply_of(second.at("d").as_object()), 1U);
    problem_of(post("/live/moves", {{"ply", 2}, {"move", "a1"}}, bearer(o)), 400);
    EXPECT_EQ(post("/live/offer", {{"what", "draw"}}, bearer(x)).status, 200);
    EXPECT_EQ(of_o.next().at("d").at("offers").as_array().size(), 1U);
    EXPECT_EQ(object_of(post("/live/accept", {{"what", "draw"}}, bearer(o))).at("result").at("reason"), "agreed");
    EXPECT_EQ(problem_of(post("/live/decline", {{"what", "draw"}}, bearer(x)), 400).substr(0, 7), "decline");
}

// A WebSocket and the API are two ways to the same game.
TEST_F(ApiTest, AWebSocketHearsWhatTheApiDoes) {
    Client client(server.port());
    const auto begun = client.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}});
    Stream lines = events(begun);
    EXPECT_EQ(ply_of(lines.next().at("d").as_object()), 0U);
    post("/live/moves", {{"ply", 0}, {"move", "a2"}}, bearer(begun));
    EXPECT_EQ(ply_of(client.news()), 1U);
    client.state("move", {{"key", begun.at("key")}, {"ply", 1}, {"move", "a6"}});
    EXPECT_EQ(ply_of(lines.next().at("d").as_object()), 1U);
    EXPECT_EQ(ply_of(lines.next().at("d").as_object()), 2U);
}

TEST_F(ApiTest, ASilentStreamHasEmptyLines) {
    Stream lines = events(game());
    EXPECT_NE(lines.line(), "");
    EXPECT_EQ(lines.line(), "");
}

TEST_F(ApiTest, WhoAsksForTooMuchIsToldWhenToComeAgain) {
    std::string requests, answers;
    for (int i = 0; i < 200; ++i) requests += "GET /api/v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n";
    requests += "GET /api/v1/nothing HTTP/1.0\r\n\r\n";
    std::size_t first = std::string::npos;
    for (int i = 0; i < 200 && first == std::string::npos; ++i) { // some more come each second
        answers = raw(server.port(), requests);
        first = answers.find("HTTP/1.1 429 Too Many Requests");
    }
    ASSERT_NE(first, std::string::npos);
    EXPECT_NE(answers.find("Retry-After: ", first), std::string::npos);
    EXPECT_NE(answers.find(R"("title":"Too Many Requests","status":429,"detail":"server: this network)", first),
              std::string::npos);
}

TEST_F(ApiTest, StreamsEndWithTheServer) {
    Stream lines = events(game());
    lines.next();
    server.send(SIGTERM);
    EXPECT_TRUE(lines.is_at_end());
    EXPECT_EQ(server.wait(), 0);
}

TEST_F(ApiTest, PagesOfOthersReadAndDoNothingElse) {
    const Headers theirs{{"Origin", "https://other.example"}};
    const auto games = get("/games", theirs);
    EXPECT_EQ(games.status, 200);
    EXPECT_EQ(games.headers.at("access-control-allow-origin"), "*");
    EXPECT_NE(
        problem_of(post("/live", {{"game", "ataxx"}, {"x", person}, {"o", person}}, theirs), 403).find("--origin"),
        std::string::npos);
    problem_of(post("/solve", {{"game", "ataxx"}, {"seconds", 1}}, theirs), 403);
    problem_of(post("/solve", {{"game", "ataxx"}, {"seconds", 1}}, {{"Host", "rebound.example"}}), 403);
    const auto asked = http(server.port(), "/api/v1/live", theirs, "OPTIONS");
    EXPECT_EQ(asked.status, 204);
    EXPECT_EQ(asked.headers.at("access-control-allow-methods"), "POST, GET, HEAD, OPTIONS");
    EXPECT_EQ(asked.headers.at("access-control-allow-headers"), "Authorization, Content-Type");
}

// An answer with keys in it is the same length whatever else stands in it.
TEST_F(ApiTest, KeysAreNotCompressed) {
    const auto begun = game();
    auto headers = bearer(begun);
    headers["Accept-Encoding"] = "gzip";
    EXPECT_FALSE(get("/live", headers).headers.contains("content-encoding"));
    EXPECT_EQ(get("/boards/ataxx", {{"Accept-Encoding", "gzip"}}).headers.at("content-encoding"), "gzip");
}

// What there is, and what is said of it.
TEST_F(ApiTest, TheDocumentHasEveryRoute) {
    const auto document = object_of(get("/openapi.json"));
    EXPECT_EQ(json::serialize(document), json::serialize(json::parse(openapi())));
    std::set<std::string> names;
    for (const auto& path : document.at("paths").as_object())
        for (const auto& operation : path.value().as_object())
            names.insert(text_of(operation.value().at("operationId")));
    EXPECT_EQ(names.size(), routes().size());
}

}
}
