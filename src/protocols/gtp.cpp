#include "protocols/gtp.hpp"
#include "ask/drawing.hpp"
#include "base/text.hpp"
#include "diagram/diagram.hpp"
#include "game/options.hpp"
#include "protocols/remote.hpp"
#include "records/record_file.hpp"
#include "search/bounds.hpp"
#include "search/clock.hpp"
#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace tavoliere {
namespace {

constexpr double longest_clock = 1e9, seconds_without_clock = 1;
constexpr int most_moves_of_period = 1'000'000;
constexpr std::string_view size_option = "size";

// A variant with other values of one option, canonically: "ataxx:misere" with size=5 is "ataxx:misere,size=5x5".
std::string with(std::string_view variant, std::string_view option, std::string_view value) {
    const std::string_view dropped[] = {option};
    std::string out = without(dropped, variant);
    out += out.contains(':') ? "," : ":";
    return out + std::string(option) + "=" + std::string(value);
}

}

const GtpEngine::GtpCommand GtpEngine::commands[] = {
    {"protocol_version", &GtpEngine::protocol_version},
    {"name", &GtpEngine::name},
    {"version", &GtpEngine::version},
    {"known_command", &GtpEngine::known_command},
    {"list_commands", &GtpEngine::list_commands},
    {"quit", &GtpEngine::quit},
    {"boardsize", &GtpEngine::boardsize},
    {"clear_board", &GtpEngine::clear_board},
    {"komi", &GtpEngine::komi},
    {"play", &GtpEngine::play},
    {"genmove", &GtpEngine::genmove},
    {"reg_genmove", &GtpEngine::reg_genmove},
    {"undo", &GtpEngine::undo},
    {"showboard", &GtpEngine::showboard},
    {"time_settings", &GtpEngine::time_settings},
    {"time_left", &GtpEngine::time_left},
    {"final_score", &GtpEngine::final_score},
    {"loadsgf", &GtpEngine::loadsgf},
    {"set_game", &GtpEngine::set_game},
    {"list_games", &GtpEngine::list_games},
};

GtpEngine::GtpEngine(std::unique_ptr<GameSession> game, const Limits& limits, std::string version,
                     std::function<void(const std::string&)> write)
    : session_(std::move(game)), variant_(session_->variant()), version_(std::move(version)), limits_(limits),
      write_(std::move(write)) {}

Expected<void> GtpEngine::set_tables(const std::string& directory) {
    tables_ = directory;
    return session_->use_tables(tables_);
}

void GtpEngine::refuse(std::string_view what) { write_("? " + printable(what) + "\n\n"); }

bool GtpEngine::hear(std::string_view line, const std::atomic<bool>& stop) {
    // A comment, and control characters but the tab, which is a blank, are left out.
    std::string plain;
    for (char c : line.substr(0, line.find('#')))
        if (c == '\t')
            plain += ' ';
        else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f')
            plain += c;
    std::vector<std::string_view> words = words_of(plain);
    if (words.empty()) return true;
    std::string id;
    if (parse_unsigned(words[0], 0, 0xFFFFFFFF)) {
        id = words[0];
        words.erase(words.begin());
    }
    const auto answer = [&](char mark, std::string_view text) {
        write_(mark + id + (text.empty() ? "" : " ") + std::string(text) + "\n\n");
    };
    const auto command = words.empty() ? std::end(commands) : std::ranges::find(commands, words[0], &GtpCommand::word);
    if (command == std::end(commands)) return answer('?', "unknown command"), true;
    stop_ = &stop;
    const auto said = (this->*command->run)(Words(words).subspan(1));
    if (said)
        answer('=', *said);
    else
        answer('?', printable(said.error().text));
    return words[0] != "quit";
}

Expected<std::string> GtpEngine::protocol_version(Words) { return "2"; }
Expected<std::string> GtpEngine::name(Words) { return "Tavoliere"; }
Expected<std::string> GtpEngine::version(Words) { return version_; }
Expected<std::string> GtpEngine::quit(Words) { return ""; }

Expected<std::string> GtpEngine::known_command(Words words) {
    const bool is_known =
        words.size() == 1 && std::ranges::find(commands, words[0], &GtpCommand::word) != std::end(commands);
    return is_known ? "true" : "false";
}

Expected<std::string> GtpEngine::list_commands(Words) {
    std::string all;
    for (const GtpCommand& c : commands) all += (all.empty() ? "" : "\n") + std::string(c.word);
    return all;
}

Expected<void> GtpEngine::open_game(std::string_view variant) {
    auto opened = open(variant);
    if (!opened) return std::unexpected(opened.error());
    session_ = std::move(*opened);
    variant_ = session_->variant();
    passes_ = 0;
    left_[0].reset(), left_[1].reset();
    if (tables_.empty()) return {};
    return session_->use_tables(tables_);
}

// A square of this side, where the game has one: of its other options those that fit are kept.
Expected<std::string> GtpEngine::boardsize(Words words) {
    const auto side = parse_number<int>(words.size() == 1 ? words[0] : "", std::numeric_limits<int>::min(),
                                        std::numeric_limits<int>::max());
    if (!side) return problem("boardsize not an integer");
    const std::vector<int>& rows = session_->geometry().row_lengths();
    const bool is_square =
        std::cmp_equal(rows.size(), *side) && std::ranges::all_of(rows, [&](int length) { return length == *side; });
    const auto option = std::ranges::find(session_->info().options, size_option, &OptionInfo::name);
    if (option == session_->info().options.end()) {
        if (!is_square) return problem("unacceptable size");
        return clear_board({});
    }
    if (option->kind != OptionInfo::Kind::size && option->kind != OptionInfo::Kind::number)
        return problem("unacceptable size");
    if (auto done = open_game(with(variant_, size_option, std::to_string(*side))); !done)
        return problem("unacceptable size");
    return "";
}

Expected<std::string> GtpEngine::clear_board(Words) {
    if (auto done = session_->set_position("startpos"); !done) return std::unexpected(done.error());
    passes_ = 0;
    left_[0].reset(), left_[1].reset();
    return "";
}

Expected<std::string> GtpEngine::komi(Words words) {
    if (words.size() != 1 || !parse_decimal(words[0], -1e6, 1e6)) return problem("komi not a float");
    return ""; // no game of ours has one
}

Expected<std::size_t> GtpEngine::player_of(std::string_view colour) const {
    const std::string word = lower(colour);
    const bool is_black = word == "b" || word == "black", is_white = word == "w" || word == "white";
    if (!is_black && !is_white) return problem("invalid color");
    return std::size_t(is_black == is_black_second(session_->info()));
}

std::string_view GtpEngine::colour_of(std::size_t player) const {
    return (player == 1) == is_black_second(session_->info()) ? "black" : "white";
}

Expected<void> GtpEngine::need_turn(std::size_t player) const {
    const std::size_t turn = session_->view().turn == 'x' ? 0 : 1;
    if (session_->result() || turn == player) return {};
    return problem("illegal move: " + std::string(colour_of(turn)) + " has the move");
}

Expected<std::string> GtpEngine::play(Words words) {
    if (words.size() != 2) return problem("invalid color or coordinate");
    const auto player = player_of(words[0]);
    if (!player) return problem("invalid color or coordinate");
    if (auto turn = need_turn(*player); !turn) return std::unexpected(turn.error());
    if (session_->result()) {
        if (lower(words[1]) != "pass") return problem("illegal move: the game is over");
        ++passes_;
        return "";
    }
    auto move = session_->play(words[1]);
    if (!move) move = session_->play(lower(words[1]));
    if (!move) return problem("illegal move: " + move.error().text);
    return "";
}

Expected<std::string> GtpEngine::genmove(Words words) {
    const auto begin = std::chrono::steady_clock::now();
    auto move = think(words, false);
    if (!move) return move;
    take_time(*player_of(words[0]), std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    if (session_->result()) {
        ++passes_;
        return move;
    }
    if (auto played = session_->play(*move); !played) return std::unexpected(played.error());
    return move;
}

Expected<std::string> GtpEngine::reg_genmove(Words words) { return think(words, true); }

Expected<std::string> GtpEngine::think(Words words, bool is_fixed) {
    const auto player = player_of(words.size() == 1 ? words[0] : "");
    if (!player) return std::unexpected(player.error());
    if (auto turn = need_turn(*player); !turn) return std::unexpected(turn.error());
    if (session_->result()) return "pass";
    Limits limits = limits_;
    if (clock_ && !is_fixed) {
        const double seconds = seconds_for(*player);
        limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, seconds) : seconds;
    } else if (limits.seconds <= 0 && !limits.nodes && !limits.level) {
        limits.seconds = seconds_without_clock;
    }
    const ThoughtView found = session_->think(limits, [](const ThoughtView&) {}, *stop_);
    if (found.lines.empty() || found.lines[0].moves.empty()) return problem("no move was found");
    return found.lines[0].moves[0];
}

double GtpEngine::seconds_for(std::size_t player) const {
    // A little is kept for the way to and fro.
    const auto for_all_of = [](double seconds, int moves) {
        return std::max(0.001, 0.9 * seconds / std::max(1, moves));
    };
    const auto& left = left_[player];
    if (left && left->moves > 0) return for_all_of(left->seconds, left->moves);
    const double main = left ? left->seconds : clock_->main;
    const double share = main > 0 ? std::max(0.001, share_of_clock(main, 0, 25)) : 0;
    const double of_period = clock_->moves > 0 ? for_all_of(clock_->period, clock_->moves) : 0;
    return std::max({0.001, share, of_period});
}

void GtpEngine::take_time(std::size_t player, double seconds) {
    if (!clock_) return;
    auto& left = left_[player];
    if (!left) left = TimeLeft{clock_->main, 0};
    left->seconds = std::max(0.0, left->seconds - seconds);
    const bool is_used_up = left->moves > 0 ? --left->moves == 0 : left->seconds == 0 && clock_->moves > 0;
    if (!is_used_up) return;
    left.reset(); // nothing is known of the next period where no time_settings said it
    if (clock_->moves > 0) left = TimeLeft{clock_->period, clock_->moves};
}

Expected<std::string> GtpEngine::undo(Words) {
    if (passes_ > 0) return --passes_, std::string();
    if (!session_->undo()) return problem("cannot undo");
    return "";
}

Expected<std::string> GtpEngine::showboard(Words) {
    std::string picture = terminal_picture(picture_of(*session_, {}), false);
    while (picture.ends_with('\n')) picture.pop_back();
    // An empty line would end the answer.
    std::string out;
    for (std::string_view line : split(picture, '\n'))
        out += "\n" + (line.empty() ? std::string(" ") : std::string(line));
    return out + "\n" + session_->position();
}

Expected<std::string> GtpEngine::time_settings(Words words) {
    const auto main = parse_decimal(words.size() == 3 ? words[0] : "", 0, longest_clock),
               period = parse_decimal(words.size() == 3 ? words[1] : "", 0, longest_clock);
    const auto moves = parse_number<int>(words.size() == 3 ? words[2] : "", 0, most_moves_of_period);
    if (!main || !period || !moves) return problem("it is time_settings SECONDS SECONDS MOVES");
    left_[0].reset(), left_[1].reset();
    // A period without moves, but with a time, is no limit, as the protocol has it.
    clock_ = *period > 0 && *moves == 0 ? std::nullopt : std::optional(Clock{*main, *period, *moves});
    return "";
}

Expected<std::string> GtpEngine::time_left(Words words) {
    const auto player = player_of(words.size() == 3 ? words[0] : "");
    const auto seconds = parse_decimal(words.size() == 3 ? words[1] : "", -longest_clock, longest_clock);
    const auto moves = parse_number<int>(words.size() == 3 ? words[2] : "", 0, most_moves_of_period);
    if (!player || !seconds || !moves) return problem("it is time_left COLOR SECONDS MOVES");
    if (!clock_) clock_ = Clock{std::max(0.0, *seconds), 0, 0};
    left_[*player] = TimeLeft{std::max(0.0, *seconds), *moves};
    return "";
}

Expected<std::string> GtpEngine::final_score(Words) {
    const auto result = session_->result();
    if (!result) return problem("cannot score");
    if (result->winner == Winner::draw) return "0";
    const bool is_black = (result->winner == Winner::o) == is_black_second(session_->info());
    const std::string by = result->score && *result->score ? std::to_string(*result->score) : "";
    return (is_black ? "B+" : "W+") + by;
}

// The position before the move of that number, or at the end of the game.
Expected<std::string> GtpEngine::loadsgf(Words words) {
    const auto number = parse_number<std::size_t>(words.size() == 2 ? words[1] : "1", 1, std::size_t(1) << 40);
    if (words.empty() || words.size() > 2 || !number) return problem("it is loadsgf FILE [MOVE_NUMBER]");
    auto file = RecordFile::open(std::string(words[0]), sgf_format.name);
    if (!file) return problem("cannot load file: " + file.error().text);
    auto game = file->next();
    if (!game) return problem("cannot load file: " + game.error().text);
    if (!*game) return problem("cannot load file: there is no game in it");
    session_ = std::move((*game)->session);
    variant_ = session_->variant();
    passes_ = 0;
    if (words.size() == 2)
        while (std::size_t(session_->ply()) >= *number && session_->undo()) {}
    if (!tables_.empty()) {
        if (auto used = session_->use_tables(tables_); !used) return problem(used.error().text);
    }
    return "";
}

Expected<std::string> GtpEngine::set_game(Words words) {
    if (words.size() != 1) return problem("it is set_game VARIANT; list_games lists them");
    if (auto done = open_game(words[0]); !done) return std::unexpected(done.error());
    return "";
}

Expected<std::string> GtpEngine::list_games(Words) {
    std::string all;
    for (const GameInfo* game : games())
        for (const Preset& preset : game->presets) all += (all.empty() ? "" : "\n") + std::string(preset.variant);
    return all;
}

}
