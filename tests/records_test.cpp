// Games in every format: what is written is read again as the same game, and what is broken is refused by its place.
#include "base/random.hpp"
#include "base/text.hpp"
#include "records/format.hpp"
#include "support.hpp"
#include <algorithm>
#include <utility>

namespace tavoliere {
namespace {

// A game of random moves, with comments and tags that are hard to write.
Record random_game(const std::string& variant, std::uint64_t seed) {
    Random random(seed);
    const auto session = opened(variant);
    Record record;
    record.variant = session->variant();
    const std::size_t most = seed % 2 ? 12 : 300;
    while (!session->result() && record.moves.size() < most) {
        const auto moves = session->moves();
        record.moves.push_back(moves[std::size_t(random.below(int(moves.size())))].text);
        EXPECT_TRUE(session->play(record.moves.back()));
        record.notes.emplace_back(record.moves.size() % 5 == 0 ? "a ] \\ note: \"{\" ; (è)" : "");
    }
    record.comment = "before [it] all\\";
    record.result = result_text(session->result());
    record.tags = {{"Event", "Coppa d'autunno, a]b\\c"},
                   {"First", "Ada \"the Countess\""},
                   {"Second", "Jörg 🙂"},
                   {"Date", "2026-11-27"},
                   {"KM", "6.5"},
                   {"Termination", "time: forfeit"},
                   {"x:y ]", "\\]:"},
                   {"FEN", "none"},
                   {"TavoliereFEN", "less"},
                   {"TavoliereStart", "none of ours"},
                   {"PGNStart", "08:00"},
                   {"PGNPGNStart", "09:00"},
                   {"PGNGame", "3"},
                   {"White", "snow"},
                   {"TG", "a"},
                   {"RE", "odd"},
                   {"PB", "a player of another name"},
                   {"PL", "o"},
                   {"Twice", "1"},
                   {"Twice", "2"},
                   {"AB", "aa"}};
    return record;
}

// Where a game stands in the middle, as one that begins there.
Record from_the_middle(const Record& game) {
    const auto session = opened(game.variant);
    Record record;
    record.variant = game.variant;
    const std::size_t half = game.moves.size() / 2;
    for (std::size_t i = 0; i < half; ++i) EXPECT_TRUE(session->play(game.moves[i]));
    record.start = session->position();
    record.moves.assign(game.moves.begin() + std::ptrdiff_t(half), game.moves.end());
    record.result = game.result;
    return record;
}

void expect_same(const Record& a, const Record& b) {
    EXPECT_EQ(a.variant, b.variant);
    EXPECT_EQ(a.start, b.start);
    EXPECT_EQ(a.moves, b.moves);
    EXPECT_EQ(a.comment, b.comment);
    EXPECT_EQ(a.notes, b.notes);
    EXPECT_EQ(a.result, b.result);
    // Tags of one name keep their order.
    using ByName = std::multimap<std::string, std::string>;
    EXPECT_EQ(ByName(a.tags.begin(), a.tags.end()), ByName(b.tags.begin(), b.tags.end()));
}

void expect_round_trip(Record record) {
    const auto session = played(record);
    ASSERT_TRUE(session) << session.error().text;
    for (const RecordFormat* format : record_formats()) {
        SCOPED_TRACE(format->name);
        const std::string text = format->write(record, **session);
        ASSERT_EQ(guess_record_format(text), format) << text;
        auto again = format->read(text, 1);
        ASSERT_TRUE(again) << again.error().text << "\n" << text;
        const auto end = played(*again);
        ASSERT_TRUE(end) << end.error().text << "\n" << text;
        EXPECT_EQ((*end)->position(), (*session)->position());
        expect_same(record, *again);
        if (testing::Test::HasFailure()) FAIL() << text;
    }
}

TEST(Records, OfEveryVariantAreTheSameInEveryFormat) {
    for (const std::string& variant : sample_variants())
        for (std::uint64_t seed : {1, 2}) {
            SCOPED_TRACE(variant);
            const Record game = random_game(variant, seed);
            expect_round_trip(game);
            expect_round_trip(from_the_middle(game));
            if (testing::Test::HasFailure()) return;
        }
}

TEST(Records, TwoOfAFileAreFoundWhereverTheTextIsCut) {
    for (const RecordFormat* format : record_formats()) {
        Record record = random_game("ataxx:size=3x3", 2);
        const auto session = played(record);
        const std::string one = format->write(record, **session), both = one + "\n" + one;
        for (std::size_t size = 0; size <= both.size(); ++size) {
            const auto first = format->first_game(std::string_view(both).substr(0, size));
            // Never a part of one.
            ASSERT_TRUE(!first || (*first >= one.size() - 1 && *first <= one.size() + 1))
                << format->name << " " << size;
        }
        EXPECT_TRUE(format->first_game(both)) << format->name;
    }
}

TEST(Records, NamesAreThoseOfTheFormats) {
    ASSERT_EQ(std::size(record_format_names), record_formats().size());
    for (std::size_t i = 0; i < record_formats().size(); ++i)
        EXPECT_EQ(record_format_names[i], record_formats()[i]->name);
}

Expected<Record> read_as(const RecordFormat& format, std::string_view text) {
    auto record = format.read(text, 1);
    if (!record) return record;
    if (const auto session = played(*record); !session) return std::unexpected(session.error());
    return record;
}

TEST(Records, SgfOfOtherProgramsIsRead) {
    const auto read = read_as(sgf_format, "( ;FF[3]GaMe[10]SZ[5]PlayerBlack[A\xe9]PW[b\\\nc]XX[1][2\\]]RU[house]KM[0]\n"
                                          "C[one\ntwo];B[a2]BL[30];W[](;B[b2]C[x])(;B[a3];W[a4])) ");
    // Without CA it is Latin-1, and the main line is the first.
    EXPECT_FALSE(read);
    const auto good = read_as(sgf_format, "( ;FF[3]GaMe[10]SZ[5]PlayerBlack[A\xe9]PW[b\\\nc]XX[1][2\\]]RU[house]KM[0]\n"
                                          "C[one\ntwo];B[a2]BL[30];W[a5-a3](;B[b2]C[x])(;B[a3];W[a4])) ");
    ASSERT_TRUE(good) << good.error().text;
    EXPECT_EQ(good->variant, "ataxx:size=5x5");
    EXPECT_EQ(good->moves, (std::vector<std::string>{"a2", "a5-a3", "b2"}));
    EXPECT_EQ(good->comment, "one two");
    EXPECT_EQ(good->notes, (std::vector<std::string>{"[%BL 30]", "", "x"}));
    EXPECT_EQ(*find_tag(*good, "First"), "A\u00e9");
    EXPECT_EQ(*find_tag(*good, "Second"), "bc");
    EXPECT_EQ(*find_tag(*good, "RU"), "house");
}

TEST(Records, BlackAndWhiteAreTheGamesOwn) {
    Record record = random_game("magnetone", 1);
    record.tags = {{"First", "Ada"}, {"Second", "Bo"}};
    const auto session = played(record);
    EXPECT_TRUE(sgf_format.write(record, **session).contains("PW[Ada]PB[Bo]"));
    EXPECT_TRUE(sgf_format.write(record, **session).contains(";W[" + record.moves[0] + "]"));
    EXPECT_FALSE(sgf_format.write(record, **session).contains("GM["));
}

// In a PGN of Ataxx either colour may be x, the one whose tag stands first.
TEST(Records, PgnsRatingsGoWithTheirPlayers) {
    for (const auto& [first, second] : {std::pair{"White", "Black"}, std::pair{"Black", "White"}}) {
        const std::string head = std::string("[WhiteElo \"2100\"]\n[BlackElo \"1900\"]\n[") + first + " \"one\"]\n[" +
                                 second + " \"two\"]\n[Result \"*\"]\n";
        const auto read = read_as(pgn_format, head + "[FEN \"x5o/7/7/7/7/7/o5x x 0 1\"]\n\n1. a6 *\n");
        ASSERT_TRUE(read) << read.error().text;
        EXPECT_EQ(*find_tag(*read, "FirstElo"), first == std::string("White") ? "2100" : "1900");
        Record kept = *read;
        const auto session = played(kept);
        const auto again = read_as(pgn_format, pgn_format.write(kept, **session));
        ASSERT_TRUE(again) << again.error().text;
        for (const char* tag : {"First", "Second", "FirstElo", "SecondElo"})
            EXPECT_EQ(*find_tag(*again, tag), *find_tag(*read, tag)) << tag;
    }
}

// As the standard has it; where it is UTF-8, it is that.
TEST(Records, PgnMayBeInLatin1) {
    const auto first = [](const std::string& name) {
        const auto read = read_as(pgn_format, "[White \"" + name + "\"]\n[Black \"b\"]\n\n1. a2 { caf\xe9 } *\n");
        return read ? *find_tag(*read, "First") + ", " + read->notes.at(0) : read.error().text;
    };
    EXPECT_EQ(first("Jos\xe9"), "Jos\u00e9, caf\u00e9");
    const auto utf8 = read_as(pgn_format, "[White \"Jos\u00e9\"]\n[Black \"b\"]\n\n1. a2 *\n");
    ASSERT_TRUE(utf8) << utf8.error().text;
    EXPECT_EQ(*find_tag(*utf8, "First"), "Jos\u00e9");
    EXPECT_FALSE(read_as(tgn_format, "%tgn 1\n[Game \"ataxx\"]\n[First \"Jos\xe9\"]\n\n1. a2 *\n"));
}

TEST(Records, CuteataxxsPgnIsRead) {
    const auto read = read_as(
        pgn_format,
        "[Event \"Test\"]\n[Site \"CuteAtaxx\"]\n[White \"one\"]\n[Black \"two\"]\n[Result \"0-1\"]\n"
        "[FEN \"x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1\"]\n[PlyCount \"2\"]\n\n1... a2 { movetime 3 } 2. b7 ; why\n 0-1\n");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_TRUE(read->first_is_o);
    EXPECT_EQ(*find_tag(*read, "First"), "one");
    EXPECT_EQ(*find_tag(*read, "PlyCount"), "2");
    EXPECT_EQ(read->notes, (std::vector<std::string>{"movetime 3"}));
    Record again = *read;
    const auto session = played(again);
    EXPECT_TRUE(pgn_format.write(again, **session).contains("[FEN \"x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1\"]"));
    EXPECT_FALSE(pgn_format.write(again, **session).contains("[Game "));
}

// What a tag of PGN's is called may be what our own form keeps for itself.
TEST(Records, TagsOfAnotherFormsNamesAreKept) {
    const std::string tags =
        "[White \"Ada\"]\n[Black \"Bo\"]\n[Start \"08:00\"]\n[PGNStart \"a\"]\n[TavoliereStart \"b\"]\n"
        "[TavoliereGame \"c\"]\n[TavoliereResult \"d\"]\n[WhiteElo \"1800\"]\n"
        "[TavoliereWhiteElo \"f\"]\n[TavoliereBlack \"g\"]\n[TavoliereFEN \"e\"]\n";
    auto read = read_as(pgn_format, tags + "\n1. a2 *\n");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*find_tag(*read, "PGNStart"), "08:00");
    EXPECT_EQ(*find_tag(*read, "FEN"), "e");
    EXPECT_EQ(*find_tag(*read, "FirstElo"), "1800");
    EXPECT_EQ(*find_tag(*read, "WhiteElo"), "f");
    EXPECT_EQ(*find_tag(*read, "Black"), "g");
    const auto session = played(*read);
    ASSERT_TRUE(session) << session.error().text;
    EXPECT_TRUE(pgn_format.write(*read, **session).contains("[Start \"08:00\"]\n[PGNStart \"a\"]\n"));
    for (const RecordFormat* format : record_formats()) {
        const auto again = read_as(*format, format->write(*read, **session));
        ASSERT_TRUE(again) << format->name << ": " << again.error().text;
        EXPECT_EQ(again->tags, read->tags) << format->name;
    }
}

TEST(Records, AQuestionMarkIsNobodysName) {
    auto read = read_as(sgf_format, "(;GM[10]SZ[3]PB[?]PW[Bo])");
    ASSERT_TRUE(read) << read.error().text;
    const auto session = played(*read);
    ASSERT_TRUE(session) << session.error().text;
    EXPECT_EQ(find_tag(*read, "First"), nullptr);
    EXPECT_EQ(*find_tag(*read, "Second"), "Bo");
    for (const RecordFormat* format : record_formats()) {
        auto again = read_as(*format, format->write(*read, **session));
        ASSERT_TRUE(again && played(*again)) << format->name;
        EXPECT_EQ(again->tags, read->tags) << format->name;
    }
}

TEST(Records, HeadersOfAbstractPlayAreKept) {
    const std::string text =
        R"({"header":{"game":{"name":"Ataxx","variants":["misere"]},"site":{"name":"Elsewhere","gameid":7},)"
        R"("date-start":"2026-01-02T03:04:05Z","date-end":"2026-01-03T03:04:05Z","date-generated":"2026-01-04T03:04:05Z",)"
        R"("unrated":true,"players":[{"name":"Ada","userid":"a1","result":1},{"name":"Bo","result":0}]},)"
        R"("moves":[["a2",{"move":"a7-a5","result":[{"type":"move"}]}],["b2",null]]})";
    const auto read = read_as(abstractplay_format, "[" + text);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->variant, "ataxx:misere");
    EXPECT_EQ(read->result, "1-0");
    Record other = *read_as(tgn_format, write_record(*read)); // by way of another format
    const auto session = played(other);
    const std::string again = abstractplay_format.write(other, **session);
    for (const char* part :
         {R"("unrated":true)", R"("gameid":7)", R"("userid":"a1")", R"("date-end":"2026-01-03T03:04:05Z")"})
        EXPECT_TRUE(again.contains(part)) << part << "\n" << again;
}

// As the site of that name writes them: its own names of variants, the first player in the upper left corner, "a7-b6" for a growth
// and "a7^c5" for a jump.
TEST(Records, OfAbstractPlaysSiteAreRead) {
    const auto game = [](const std::string& variants, const std::string& moves) {
        return R"({"header":{"game":{"name":"Ataxx","variants":[)" + variants +
               R"(]},"site":{"name":"Abstract Play","gameid":"x"},"date-start":"2026-01-02T03:04:05Z",)" +
               R"("date-end":"2026-01-03T03:04:05Z","date-generated":"2026-01-04T03:04:05Z",)" +
               R"("players":[{"name":"Ada","result":1},{"name":"Bo","result":0}]},"moves":[)" + moves + "]}";
    };
    auto read = read_as(abstractplay_format, game("", R"(["a7-b6","g7^e5"],["b6^d5","a1-a2"])"));
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->variant, "ataxx:start=uai");
    ASSERT_TRUE(played(*read));
    EXPECT_EQ(read->moves, (std::vector<std::string>{"b6", "g7-e5", "b6-d5", "a2"}));

    read = read_as(abstractplay_format, game(R"("square-7-cross","straight-jumps-only")", R"(["a7^c5"])"));
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_TRUE(open(read->variant)) << read->variant;
    EXPECT_EQ((*open(read->variant))->position(), "x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1");
    EXPECT_EQ(
        read_as(abstractplay_format, game(R"("hex-5")", "")).error().text,
        "abstractplay: header.game.variants: \"hex-5\" is none of Abstract Play's that can be played here: square-5, "
        "square-9, square-7-cross, straight-jumps-only");
}

// As many parts as a large record has: what takes a step for each pair of them does not end within a test's time.
TEST(Records, OfVeryManyPartsAreReadAndWritten) {
    constexpr std::size_t bytes = 2'000'000;
    const auto many = [](const auto& part) {
        std::string all;
        for (std::size_t i = 0; all.size() < bytes; ++i) all += part(i);
        return all;
    };
    const auto letters = [](std::size_t i) {
        std::string name;
        for (int k = 0; k < 5; ++k, i /= 26) name += char('A' + i % 26);
        return name;
    };
    const auto always = [](std::string_view part) { return [part](std::size_t) { return part; }; };
    for (const auto& [format, text] : {
             std::pair(&pgn_format, "[Event \"x\"]\n\n1. g6 " + many(always("{a}"))),
             {&sgf_format, "(;GM[10]" + many(always("C[a]")) + ";B[g6])"},
             {&sgf_format, "(;GM[10];B[g6]" + many(always("AA[a]")) + ")"},
             {&sgf_format, "(;GM[10]" + many([&](std::size_t i) { return letters(i) + "[]"; }) + ";B[g6])"},
         }) {
        SCOPED_TRACE(text.substr(0, 40));
        auto record = format->read(text, 1);
        ASSERT_TRUE(record) << record.error().text;
        const auto session = played(*record);
        ASSERT_TRUE(session) << session.error().text;
        for (const RecordFormat* to : record_formats()) EXPECT_GT(to->write(*record, **session).size(), bytes / 4);
    }
    for (const RecordFormat* format : {&jsonl_format, &abstractplay_format}) {
        const std::string braces = many(always("{"));
        EXPECT_FALSE(format->first_game(braces + many(always("\"\""))));
        EXPECT_FALSE(format->first_game(braces + std::string(braces.size() - 1, '}')));
    }
}

TEST(Records, SayWhatIsWrongAndWhere) {
    const auto error = [](const RecordFormat& format, std::string_view text) {
        const auto read = read_as(format, text);
        EXPECT_TRUE(read || is_one_line(read.error().text));
        return read ? std::string("none") : read.error().text;
    };
    EXPECT_EQ(error(sgf_format, "(;GM[10]\n;B[a2"),
              "sgf: line 2: a value of \"B\" that begins here does not end with ]");
    EXPECT_EQ(error(sgf_format, "(;GM[1];B[aa])"), "sgf: GM: \"1\" is no game of ours; 10 is Ataxx");
    EXPECT_EQ(error(sgf_format, "(;GM[10]AB[aa];B[a2])"),
              "sgf: line 1: \"AB\" sets stones up; a first position is read from IP alone");
    EXPECT_EQ(error(sgf_format, "(;GM[10];W[a2])"), "sgf: move 1: it is W's where the other has the move");
    EXPECT_EQ(error(sgf_format, "(;GM[10];B[a2]"), "sgf: line 1: it ends before its parentheses are closed");
    EXPECT_EQ(error(sgf_format, "(;GM[10]CA[big5]PB[\xa7\xaa])"),
              "sgf: its letters are \"big5\"; UTF-8 and ISO-8859-1 are read");
    EXPECT_EQ(error(sgf_format, "(;GM[10]PL[W];B[a2])"),
              "sgf: PL: \"W\" where it is B's turn, by IP or the first position of ataxx");
    EXPECT_EQ(error(sgf_format, "(;GM[10]PL[B];B[a2])"), "none");
    EXPECT_EQ(error(sgf_format, "(;GM[10]PB[]PB[a];B[a2])"), "sgf: line 1: the property \"PB\" is given twice");
    EXPECT_EQ(error(sgf_format, "(;GM[10]\n;B[a2][b1])"), "sgf: line 2: the property \"B\" has more than one value");
    EXPECT_EQ(error(sgf_format, "(;GM[10]SZ[7][5];B[a2])"), "sgf: line 1: the property \"SZ\" has more than one value");
    EXPECT_EQ(error(pgn_format, "[White \"a\"]\n[Black \"b\"]\n[White \"c\"]\n\n1. a2 *\n"),
              "pgn: the tag \"White\" is given twice");
    EXPECT_EQ(error(jsonl_format, "{\"game\":\"ataxx\",\"moves\":[1]}"),
              "jsonl: line 1: moves is not an array of texts");
    EXPECT_EQ(error(jsonl_format, "{\"game\":3}"), "jsonl: line 1: game is not a text");
    EXPECT_EQ(error(jsonl_format, "{\"game\":\"ataxx\",\"tags\":{\"First\":1}}"),
              "jsonl: line 1: tags.\"First\" is neither a text nor an array of texts");
    EXPECT_EQ(error(abstractplay_format, "{\"header\":{\"tavoliere\":{\"game\":3}}}"),
              "abstractplay: game is not a text");
    EXPECT_EQ(error(jsonl_format, "{\"game\":\"ataxx\",}"),
              "jsonl: line 1, column 17: a name in quotes is wanted here, and there is \"}\"");
    EXPECT_TRUE(error(jsonl_format, "{\"game\":\"ataxx\",\"moves\":[\"a9\"]}").starts_with("move 1: "));
    EXPECT_EQ(error(abstractplay_format, "{\"header\":{\"game\":{\"name\":\"Go\"}}}"),
              "abstractplay: header.game.name: \"Go\" is no game of ours");
    EXPECT_EQ(error(pgn_format, "[Black \"a\"\n"), "record: line 1: the tag \"Black\" is not written [Name \"value\"]");
    EXPECT_TRUE(error(tgn_format, "%tgn 1\n[Game \"ataxx:size=3x3\"]\n\n1. zz 1-0").starts_with("move 1: "));
}

}
}
