// What a game declares about itself, in one place: the command line, the protocols, the page's form and the rules pages
// all read this.
#pragma once
#include <array>
#include <span>
#include <string_view>

namespace tavoliere {

// A text for people, in the languages we speak.
struct Words {
    std::string_view en, it;
    constexpr bool operator==(const Words&) const = default;
};

// One option of a game: `name` or `name=value` after the colon of a variant.
struct OptionInfo {
    enum class Kind : unsigned char {
        flag,   // present or absent, no value
        number, // a whole number from least to most
        size,   // COLUMNSxROWS, each side from least to most; a single number means a square
        cells,  // names of cells, joined by '+'
        choice, // one of `choices`
        text,   // the game reads it
    };
    std::string_view name;
    Words title; // what people call it
    Kind kind;
    std::string_view standard; // the value when it is left out; empty for flags, and where it depends
    Words help;                // one line for a person
    int least = 0, most = 0;
    std::span<const std::string_view> choices = {};
    bool first_only = false; // it says where the pieces are at first, and nothing of the rules or the board
    // This and a whole number, a seed from 0 to most_seed, is a value drawn by chance; empty where none is.
    std::string_view dealt = {};
};

inline constexpr long most_seed = 999'999'999;

// How a piece with a capital letter is known from others. It bears a crown, for it has been promoted, or a counter, for it is held; or all
// pieces are heads of cats, and it is the large one with a face.
enum class Sign : unsigned char { crown, counter, cat };
inline constexpr std::array<std::string_view, 3> sign_names{"crown", "counter", "cat"};

// Another name for a variant: "thomas" is "ataxx:orthogonal".
struct Alias {
    std::string_view name, means;
};

// A variant worth offering by a title of its own.
struct Preset {
    std::string_view variant; // canonical
    Words title;
};

// Why a game ends: the word that a verdict says, and how people are told of it, after who won: "the opponent cannot move".
struct Reason {
    std::string_view name;
    Words words;
    Words of_draw = {}; // where a draw for the same reason is told otherwise
};

// Those that belong to no game: GameSession::result().
inline constexpr Reason by_repetition{
    "repetition", {"the same position for the third time", "la stessa posizione per la terza volta"}};
inline constexpr Reason by_length{"length", {"the game has become too long", "la partita è diventata troppo lunga"}};

// The games of one file: "ataxx", "hexxagon" and "penntagon" share one set of rules and have an info each.
struct GameInfo {
    std::string_view name;  // "ataxx"
    std::string_view title; // "Ataxx"
    Words summary;          // one sentence
    Words origin;           // who and when
    Words note = {};        // what a person should know: a reconstruction, a decision of ours
    // What people call x and o. Black, White, Blue, Red, Orange and Grey pieces are drawn so, those of other names black or white.
    std::array<Words, 2> colours;
    std::array<Words, 2> pieces = {};         // what people call pieces with small letters and with capitals
    std::span<const Reason> reasons;          // of all verdicts of the rules
    Sign sign = Sign::crown;                  // of those with capitals
    std::span<const OptionInfo> options = {}; // in canonical order
    std::span<const Alias> aliases = {};
    std::span<const Preset> presets;  // the game itself first
    std::string_view sgf_number = {}; // in SGF's list of games, which FF[4] calls GM; empty where it is not there
    bool is_plain_pgn = false;        // the one that PGN means where no tag names a game
    // Of rules that are a text (src/games/written), its checksum: files that hold what was played or proved by them know them by it, as a
    // person may change a text and keep its name. Empty: the rules are a file in C++.
    std::string_view rules = {};

    bool is_written() const { return !rules.empty(); }
    std::array<std::string_view, 2> colour_names() const { return {colours[0].en, colours[1].en}; }

    // How people are told of a verdict's reason; empty where the declaration does not have it.
    Words words_for(std::string_view reason, bool is_draw) const {
        for (const Reason& r : reasons)
            if (r.name == reason) return is_draw && !r.of_draw.en.empty() ? r.of_draw : r.words;
        return {};
    }
};

}
