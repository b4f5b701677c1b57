// The requests by their tables: all that is declared can be said, and nothing else.
#include "ask/requests.hpp"
#include "base/json.hpp"
#include "lab/requests.hpp"
#include "play/messages.hpp"
#include "play/schema.hpp"
#include "support.hpp"
#include "training/requests.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

template <class R> void expect_table_stands(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Field& field : fields_of<R>) {
        const std::string what = std::string(name) + "." + std::string(field.name);
        EXPECT_EQ(std::ranges::count(names, field.name), 0) << what << " is there twice";
        names.push_back(field.name);
        EXPECT_FALSE(field.help.en.empty()) << what;
        EXPECT_FALSE(field.help.it.empty()) << what;
        R request;
        // What stands there when nothing is said can be said too.
        const auto standard = text_of(field, &request);
        if (standard && *standard != "0") {
            const auto set = set_field(field, what, *standard, &request, Asker::owner);
            EXPECT_TRUE(set) << what << " " << *standard << ": " << (set ? "" : set.error().text);
            EXPECT_EQ(text_of(field, &request), standard) << what;
        }
        // The bounds are within, and what lies beyond them is refused with the field's name and changes nothing.
        for (const Asker asker : {Asker::owner, Asker::stranger}) {
            std::vector<std::string> right, wrong = {"x y", "1e999", "-1", "\x1b", "\xff"};
            if (const auto* whole = std::get_if<WholeRange>(&field.domain_for(asker))) {
                right = {std::to_string(whole->least), std::to_string(whole->most)};
                wrong.emplace_back("1.5");
                if (whole->step > 1) wrong.push_back(std::to_string(whole->least + 1));
                if (whole->most < UINT64_MAX) wrong.push_back(std::to_string(whole->most + 1));
                if (whole->least > 0) wrong.push_back(std::to_string(whole->least - 1));
            } else if (const auto* decimal = std::get_if<DecimalRange>(&field.domain_for(asker))) {
                right = {json_number(decimal->least), json_number(decimal->most)};
                wrong.push_back(json_number(decimal->most * 1.01));
                wrong.emplace_back("nan");
                if (decimal->least < 0) wrong[2] = json_number(decimal->least * 1.01);
            } else if (const auto* choice = std::get_if<ChoiceOf>(&field.domain_for(asker))) {
                right.assign(choice->names.begin(), choice->names.end());
            } else if (std::holds_alternative<OnOff>(field.domain_for(asker))) {
                right = {"on", "off"};
                wrong.emplace_back("true");
            } else {
                continue;
            }
            for (const std::string& text : right) {
                const auto set = set_field(field, what, text, &request, asker);
                EXPECT_TRUE(set) << what << " " << text << ": " << (set ? "" : set.error().text);
            }
            const auto before = text_of(field, &request);
            for (const std::string& text : wrong) {
                const auto set = set_field(field, what, text, &request, asker);
                ASSERT_FALSE(set) << what << " " << text;
                EXPECT_TRUE(set.error().text.starts_with(what + ": ")) << set.error().text;
                EXPECT_EQ(text_of(field, &request), before) << what << " " << text;
            }
        }
    }
}

TEST(Requests, TablesStand) {
    expect_table_stands<BoardRequest>("board");
    expect_table_stands<StudyPlace>("moves");
    expect_table_stands<StudyRequest>("study");
    expect_table_stands<DiagramRequest>("diagram");
    expect_table_stands<AnalyseRequest>("analyse");
    expect_table_stands<SolveRequest>("solve");
    expect_table_stands<ValueRequest>("value");
    expect_table_stands<PerftRequest>("perft");
    expect_table_stands<PlayoutsRequest>("playouts");
    expect_table_stands<GamesRequest>("games");
    expect_table_stands<RulesRequest>("rules");
    expect_table_stands<CheckRequest>("check");
    expect_table_stands<BenchRequest>("bench");
    expect_table_stands<VerifyRequest>("verify");
    expect_table_stands<PlayRequest>("play");
    expect_table_stands<EngineRequest>("engine");
    expect_table_stands<ThinkRequest>("think");
    expect_table_stands<MatchRequest>("match");
    expect_table_stands<TuneRequest>("tune");
    expect_table_stands<LevelsRequest>("levels");
    expect_table_stands<LabRequest>("lab");
    expect_table_stands<PuzzlesRequest>("puzzles");
    expect_table_stands<training::SelfplayRequest>("selfplay");
    expect_table_stands<training::TrainRequest>("train");
}

TEST(Requests, StrangersGetNoMoreThanIsGivenToAnybody) {
    const auto read = [](std::string_view text, Asker asker) {
        return read_request<AnalyseRequest>(*read_json(text, {.bytes = 1000}), "d", asker);
    };
    const auto greedy =
        read(R"({"game":"ataxx","seconds":1,"lines":2,"threads":64,"hash":65536,"depth":5})", Asker::stranger);
    ASSERT_TRUE(greedy) << greedy.error().text;
    EXPECT_EQ(greedy->limits.threads, Limits{}.threads);
    EXPECT_EQ(greedy->limits.hash_mb, Limits{}.hash_mb);
    EXPECT_EQ(greedy->limits.depth, 5);
    EXPECT_EQ(read(R"({"game":"ataxx"})", Asker::stranger).error().text,
              "d.seconds: a number from 0.05 to 10 is wanted here");
    EXPECT_EQ(read(R"({"game":"ataxx","seconds":11,"lines":1})", Asker::stranger).error().text,
              "d.seconds: a number from 0.05 to 10 is wanted here");
    const auto owner = read(R"({"game":"ataxx","seconds":11,"threads":64})", Asker::owner);
    ASSERT_TRUE(owner) << owner.error().text;
    EXPECT_EQ(owner->limits.threads, 64);
}

TEST(Requests, TextsOfFilesLoseTheirEnds) {
    StudyPlace place;
    const auto set = [&](std::size_t field, std::string_view text) {
        return set_field(fields_of<StudyPlace>[field], "it", text, &place, Asker::owner);
    };
    ASSERT_TRUE(set(1, "\xef\xbb\xbfo5x/7/7/7/7/7/x5o x 0 1\r\n"));
    EXPECT_EQ(place.position, "o5x/7/7/7/7/7/x5o x 0 1");
    ASSERT_TRUE(set(2, " a2\r\n  a7-a5\ta2-a4 \n"));
    EXPECT_EQ(place.moves, "a2 a7-a5 a2-a4");
    ASSERT_TRUE(set(2, " \n"));
    EXPECT_EQ(place.moves, "");
    EXPECT_EQ(set(1, "o5x\n/7").error().text,
              "it: \"o5x\\x0a/7\" has control characters; it must be one line of plain text");
}

TEST(Requests, MembersOfAnotherKindAreRefused) {
    const auto refusal = [](std::string_view text) {
        const auto read = read_request<DiagramRequest>(*read_json(text, {.bytes = 1000}), "d", Asker::stranger);
        return read ? "" : read.error().text;
    };
    EXPECT_EQ(refusal(R"({"game":5})"), "d.game: a text is wanted here");
    EXPECT_EQ(refusal(R"({"game":"ataxx","turned":"on"})"), "d.turned: true or false is wanted here");
    EXPECT_EQ(refusal(R"({"game":"ataxx","style":"ink"})"), "d.style: \"ink\" is not one of screen, print, wood");
    EXPECT_EQ(refusal(R"({"game":"ataxx","style":1})"), "d.style: one of screen, print, wood is wanted here");
    EXPECT_EQ(refusal(R"({"game":"ataxx","caption":")" + std::string(501, 'a') + "\"}"),
              "d.caption: 501 letters are too many; it has at most 500");
}

// The command line gives a list text by text.
TEST(Requests, ListsGrowWithEachText) {
    training::TrainRequest train;
    const auto set = [&](std::string_view name, std::string_view text) {
        const auto& fields = fields_of<training::TrainRequest>;
        return set_field(*std::ranges::find(fields, name, &Field::name), name, text, &train, Asker::owner);
    };
    for (const char* name : {"a", "b\n"}) EXPECT_TRUE(set("files", name)) << "files may be called anything";
    EXPECT_EQ(train.files, (std::vector<std::string>{"a", "b\n"}));
    EXPECT_EQ(set("files", "").error().text, "files: it is empty; the name of a file is wanted here");
    EXPECT_TRUE(set("any", "size"));
    EXPECT_FALSE(set("any", "si\nze"));
    EXPECT_EQ(train.any, std::vector<std::string>{"size"});
    EXPECT_EQ(set("hidden", "48").error().text, "hidden: \"48\" is not a multiple of 32 from 32 to 256");
}

// Each request is declared with its fields, and what has to be given is named.
TEST(Requests, AreOneSchema) {
    std::vector<RequestInfo> all = commands();
    for (const auto& more : {lab_commands(), training::commands()}) all.insert(all.end(), more.begin(), more.end());
    const auto schema = read_json(requests_schema(all), {.bytes = 1 << 20});
    ASSERT_TRUE(schema) << schema.error().text;
    const Json& defs = (*schema)["$defs"];
    EXPECT_EQ((*schema)["oneOf"].array()->size(), messages().size());
    for (const RequestInfo& message : messages()) {
        const Json& def = defs["message." + std::string(message.name)];
        ASSERT_TRUE(def.object()) << message.name;
        for (const Field& field : message.fields) {
            EXPECT_EQ(def["properties"].find(field.name) != nullptr, !field.traits.is_owners) << field.name;
            if (const auto* nested = std::get_if<Nested>(&field.domain)) { EXPECT_TRUE(defs[nested->name].object()); }
        }
        EXPECT_TRUE(def["required"].array() ||
                    std::ranges::none_of(message.fields,
                                         [](const Field& field) { return field.is_required_of(Asker::stranger); }))
            << message.name;
    }
    EXPECT_EQ(*defs["message.analyse"]["properties"]["seconds"]["maximum"].digits(), "10");
    EXPECT_EQ(*defs["command.train"]["properties"]["hidden"]["multipleOf"].digits(), "32");
    EXPECT_EQ(*defs["command.match"]["properties"]["first_option"]["type"].text(), "array");
    EXPECT_EQ(*defs["command.analyse"]["properties"]["seconds"]["x-option"].text(), "--time");
}

}
}
