// Abstract Play's game record, schema 1-0-0: an object a game, several of them one after the other or in an array.
//
//     {"header":{"game":{"name":"Ataxx","variants":["misere"]},"site":{"name":"…"},"date-start":"…","date-end":"…",
//                "date-generated":"…","players":[{"name":"Ada","result":1},{"name":"…","result":0}],"startingPosition":"…",
//                "tavoliere":{"game":"ataxx:misere","result":"1-0","tags":{…}}},
//      "moves":[["g2","a1-c3"],["…",{"move":"…","result":"a comment"}]]}
//
// Rounds have x's move first. The schema lets a header have more members than its own: ours says exactly which variant it is, and has
// the tags that the schema has no place for. A header of others is kept whole in the tag AbstractPlay, and written again from there.
// The schema asks for dates: a game without one is of the first day of 1970, which is read as none.
//
// The site of that name has words of its own for its variants, and writes a growth in Ataxx with the piece it grows from, "a1-b2",
// and a jump as "a1^c3": what is said of them here was read from its rules' sources.
#include "base/json.hpp"
#include "records/format.hpp"
#include "records/json_form.hpp"
#include <algorithm>
#include <array>

namespace tavoliere {
namespace {

constexpr std::string_view kept_header = "AbstractPlay", ours = "tavoliere", no_date = "1970-01-01T00:00:00Z",
                           no_site = "Tavoliere";
constexpr std::array<std::string_view, 2> player_tags{"First", "Second"};
constexpr std::array<std::string_view, 2> plain_members{"event", "round"}, plain_tags{"Event", "Round"};

std::unexpected<Problem> wrong(const std::string& what) { return problem("abstractplay: " + what); }

// What is played on Abstract Play's site and here: whatever its variant, and by its names of variants.
constexpr std::string_view their_site = "Abstract Play", their_game = "Ataxx", their_board = "start=uai";
struct Named {
    std::string_view theirs, ours;
};
constexpr Named their_variants[] = {{"square-5", "size=5x5"},
                                    {"square-9", "size=9x9"},
                                    {"square-7-cross", "blocks=d1+d2+a4+b4+c4+d3+d5+e4+f4+g4+d6+d7"},
                                    {"straight-jumps-only", "straight"}};

bool is_theirs(const Json& header) {
    const std::string *const site = header["site"]["name"].text(), *const game = header["game"]["name"].text();
    return site && game && *site == their_site && *game == their_game;
}

Expected<std::string> variant_of_theirs(const Json& game) {
    std::string variant = lower(their_game) + ":" + std::string(their_board);
    if (const auto* names = game["variants"].array())
        for (const Json& name : *names) {
            const auto known = std::ranges::find_if(
                their_variants, [&](const Named& n) { return name.text() && *name.text() == n.theirs; });
            if (known == std::end(their_variants))
                return wrong("header.game.variants: " + (name.text() ? in_quotes(*name.text()) : "what is no text") +
                             " is none of Abstract Play's that can be played here: square-5, square-9, square-7-cross, "
                             "straight-jumps-only");
            variant += "," + std::string(known->ours);
        }
    const auto opened = open(variant);
    if (!opened) return wrong("header.game.variants: " + opened.error().text);
    return (*opened)->variant();
}

// A variant of ours by a game's title and its options.
Expected<std::string> variant_of(const Json& game) {
    const std::string* const name = game["name"].text();
    if (!name) return wrong("header.game.name is missing");
    const auto info = std::ranges::find_if(games(), [&](const GameInfo* i) { return lower(i->title) == lower(*name); });
    if (info == games().end()) return wrong("header.game.name: " + in_quotes(*name) + " is no game of ours");
    std::string variant((*info)->name);
    if (const auto* options = game["variants"].array())
        for (const Json& option : *options) {
            if (!option.text()) return wrong("header.game.variants is not an array of texts");
            variant += (variant.contains(':') ? "," : ":") + *option.text();
        }
    if (const auto opened = open(variant); !opened) return wrong("header.game.variants: " + opened.error().text);
    return variant;
}

// A date as PGN has it, "2026.11.27", or with dashes, as RFC 3339 has a time; empty where it is none.
std::string date_time(std::string_view date) {
    std::string out(date);
    std::ranges::replace(out, '.', '-');
    const auto parts = split(out, '-');
    const bool is_date = out.size() == 10 && parts.size() == 3 && parse_number<int>(parts[0], 1000, 9999) &&
                         std::ranges::all_of(out, [](char c) { return c == '-' || (c >= '0' && c <= '9'); }) &&
                         parts[1] >= "01" && parts[1] <= "12" && parts[2] >= "01" && parts[2] <= "31";
    return is_date ? out + "T00:00:00Z" : "";
}

Expected<void> read_players(const Json& players, Record& record, bool is_ours) {
    if (!players.array() || players.array()->size() != 2) return wrong("header.players is not an array of two players");
    std::array<std::int64_t, 2> results{};
    for (std::size_t i = 0; i < 2; ++i) {
        const Json& player = (*players.array())[i];
        const auto result = player["result"].whole(-1'000'000'000, 1'000'000'000);
        if (!player["name"].text() || !result)
            return wrong("header.players: each has a name and a whole number as result");
        results[i] = *result;
        if (!is_ours) record.tags.emplace_back(player_tags[i], as_one_line(*player["name"].text()));
    }
    if (!is_ours) record.result = results[0] > results[1] ? "1-0" : results[0] < results[1] ? "0-1" : "1/2-1/2";
    return {};
}

Expected<void> read_moves(const Json& rounds, Record& record) {
    if (!rounds.array()) return wrong("moves is not an array of rounds");
    std::size_t number = 0;
    std::size_t missing = 0; // nulls since the last move
    for (const Json& round : *rounds.array()) {
        ++number;
        const auto wrong_round = [&](const std::string& what) {
            return wrong("round " + std::to_string(number) + ": " + what);
        };
        if (!round.array() || round.array()->size() > 2) return wrong_round("it is not an array of at most two moves");
        for (const Json& entry : *round.array()) {
            if (entry.is_null()) {
                ++missing;
                continue;
            }
            const std::string* const text = entry.text() ? entry.text() : entry["move"].text();
            if (!text) return wrong_round("a move is a text, null, or an object with a text as move");
            // Before the first move one of two is missing where the second player begins.
            if (missing > (record.moves.empty() ? 1u : 0u)) return wrong_round("a move follows one that is missing");
            missing = 0;
            record.moves.push_back(as_one_line(*text));
            if (const std::string* note = entry["result"].text()) {
                record.notes.resize(record.moves.size());
                record.notes.back() = comment_text(*note);
            }
        }
    }
    return {};
}

Expected<Record> read(std::string_view text, std::uint64_t first_line) {
    // A game of an array has what stands before it as well.
    const std::size_t begin = std::min(text.find('{'), text.size());
    const auto json = read_object("abstractplay", text.substr(begin),
                                  first_line + std::uint64_t(std::ranges::count(text.substr(0, begin), '\n')));
    if (!json) return std::unexpected(json.error());
    const Json& header = (*json)["header"];
    if (!header.object()) return wrong("header is missing");
    const Json& own = header[ours];
    const bool is_ours = own.object() != nullptr;

    Record record;
    if (is_ours) {
        auto variant = text_member(own, "game"), result = text_member(own, "result", "*"),
             comment = text_member(own, "comment");
        for (const auto* member : {&variant, &result, &comment})
            if (!*member) return wrong(member->error().text);
        record.variant = *variant, record.result = *result, record.comment = comment_text(*comment);
        if (!is_result(record.result))
            return wrong(in_quotes(record.result) + " is not a result; results are 1-0, 0-1, 1/2-1/2 and *");
        if (auto tags = read_tags(own["tags"], record); !tags) return wrong(tags.error().text);
    } else {
        auto variant = is_theirs(header) ? variant_of_theirs(header["game"]) : variant_of(header["game"]);
        if (!variant) return std::unexpected(variant.error());
        record.variant = *variant;
        for (std::size_t i = 0; i < 2; ++i)
            if (const std::string* value = header[plain_members[i]].text())
                record.tags.emplace_back(plain_tags[i], as_one_line(*value));
        if (const std::string* site = header["site"]["name"].text())
            record.tags.emplace_back("Site", as_one_line(*site));
        if (const std::string* date = header["date-start"].text(); date && *date != no_date && date->size() >= 10)
            record.tags.emplace_back("Date", as_one_line(date->substr(0, 10)));
    }
    auto start = text_member(header, "startingPosition", "startpos");
    if (!start) return wrong(start.error().text);
    record.start = *start;
    if (auto done = read_players(header["players"], record, is_ours); !done) return std::unexpected(done.error());
    if (auto done = read_moves((*json)["moves"], record); !done) return std::unexpected(done.error());
    if (!is_ours && is_theirs(header))
        for (std::string& move : record.moves) std::erase_if(move, [](char c) { return c == '-' || c == '^'; });
    if (!is_ours) record.tags.emplace_back(kept_header, json_text(header));
    return record;
}

// The members of a header of others that say nothing that we say ourselves.
bool is_said(std::string_view name) {
    constexpr std::string_view said[] = {"game", "startingPosition", ours};
    return std::ranges::find(said, name) != std::end(said);
}

std::string players_json(const Record& record, const GameSession& session, const Json& before) {
    const std::array<int, 2> results = {record.result == "1-0", record.result == "0-1"};
    std::string out = "[";
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string* const name = find_tag(record, player_tags[i]);
        const std::string shown = name ? as_one_line(*name) : std::string(session.info().colours[i].en);
        JsonObject player;
        player.add("name", shown).add("result", results[i]);
        if (before.array() && before.array()->size() == 2)
            if (const auto* members = (*before.array())[i].object())
                for (const auto& [member, value] : *members)
                    if (member != "name" && member != "result") player.raw(member, json_text(value));
        // Players are told apart, two of one name too.
        const bool is_twin = i == 1 && out == "[" + player.text();
        out += (i ? "," : "") + (is_twin ? player.add("seat", 2) : player).text();
    }
    return out + "]";
}

std::string write(const Record& record, const GameSession& session) {
    const std::string* const kept = find_tag(record, kept_header);
    const auto known = kept ? read_json(*kept, {.bytes = kept->size()}) : Expected<Json>(Json());
    const Json before = known && known->object() ? *known : Json();

    std::vector<std::string> options;
    if (const auto colon = record.variant.find(':'); colon != std::string::npos)
        for (std::string_view option : split(std::string_view(record.variant).substr(colon + 1), ','))
            options.emplace_back(option);
    JsonObject header;
    header.raw("game", JsonObject().add("name", session.info().title).raw("variants", json_strings(options)).text());
    const auto has = [&](std::string_view name) { return before.find(name) != nullptr; };
    for (std::size_t i = 0; i < 2; ++i) // a round only of an event, as the schema's text wants it
        if (const std::string* tag = find_tag(record, plain_tags[i]);
            tag && find_tag(record, plain_tags[0]) && !has(plain_members[i]))
            header.add(plain_members[i], as_one_line(*tag));
    if (!has("site")) {
        const std::string* site = find_tag(record, "Site");
        header.raw("site", JsonObject().add("name", site ? as_one_line(*site) : std::string(no_site)).text());
    }
    const std::string* const date = find_tag(record, "Date");
    const std::string time = date ? date_time(*date) : "";
    for (const char* name : {"date-start", "date-end", "date-generated"})
        if (!has(name)) header.add(name, time.empty() ? no_date : std::string_view(time));
    header.raw("players", players_json(record, session, before["players"]));
    if (record.start != "startpos") header.add("startingPosition", record.start);
    if (before.object())
        for (const auto& [name, value] : *before.object())
            if (!is_said(name) && name != "players") header.raw(name, json_text(value));
    JsonObject own;
    own.add("game", record.variant).add("result", record.result);
    if (!record.comment.empty()) own.add("comment", record.comment);
    header.raw(ours, own.raw("tags", tags_json(record)).text());

    std::string rounds = "[";
    std::size_t turn = record.first_is_o;
    if (turn && !record.moves.empty()) rounds += "[null";
    for (std::size_t i = 0; i < record.moves.size(); ++i, ++turn) {
        rounds += turn % 2 ? "," : rounds.size() > 1 ? "],[" : "[";
        const bool has_note = i < record.notes.size() && !record.notes[i].empty();
        rounds += has_note ? JsonObject().add("move", record.moves[i]).add("result", record.notes[i]).text()
                           : json_string(record.moves[i]);
    }
    rounds += record.moves.empty() ? "]" : "]]";
    return JsonObject().raw("header", header.text()).raw("moves", rounds).text() + "\n";
}

}

const RecordFormat abstractplay_format{"abstractplay",
                                       [](std::string_view text) {
                                           const auto next = text.find_first_not_of("[ \t\r\n");
                                           return next != std::string_view::npos && text[next] == '{' &&
                                                  (text[0] == '[' || first_object_has(text, "header"));
                                       },
                                       first_object,
                                       "[],",
                                       read,
                                       write};

}
