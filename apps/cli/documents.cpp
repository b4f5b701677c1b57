// completion, man: what the commands' own tables say, as shells and man(1) read it.
#include "base/file.hpp"
#include "base/text.hpp"
#include "common.hpp"
#include "version.hpp"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace tavoliere::cli {
namespace {

struct Command {
    const CLI::App* app;
    std::string words; // "store check"; none for the program
};

void add_commands(const CLI::App& app, const std::string& words, std::vector<Command>& all) {
    all.push_back({&app, words});
    for (const CLI::App* part : app.get_subcommands([](const CLI::App*) { return true; }))
        add_commands(*part, (words.empty() ? "" : words + " ") + part->get_name(), all);
}

// "store" of "store check".
std::string words_before(const Command& command) {
    const auto last = command.words.rfind(' ');
    return last == std::string::npos ? "" : command.words.substr(0, last);
}

std::vector<Command> commands_of(const CLI::App& program) {
    std::vector<Command> all;
    add_commands(program, "", all);
    return all;
}

// "--time", or "GAME" where the value has a place instead of a name.
std::string name_of(const CLI::Option& option) { return option.get_name(option.get_positional()); }
bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

// What a value may be, where there are few: of "a|b" or "TEXT:{a,b}", "a" and "b".
std::vector<std::string> choices_of(const CLI::Option& option) {
    std::string type = option.get_type_name();
    if (const auto open = type.find('{'), close = type.find('}', open); close != std::string::npos)
        type = type.substr(open + 1, close - open - 1);
    else if (type.find('|') == std::string::npos)
        return {};
    std::ranges::replace(type, '|', ',');
    return CLI::detail::split(type, ',');
}

// Variants by the names that people type.
std::string variant_names() {
    std::string all;
    const auto add = [&](std::string_view name) { all += (all.empty() ? "" : " ") + std::string(name); };
    for (const GameInfo* game : games()) {
        add(game->name);
        for (const Preset& preset : game->presets)
            if (preset.variant != game->name) add(preset.variant);
        for (const Alias& alias : game->aliases) add(alias.name);
    }
    return all;
}

// What may follow a command's words: commands, options, and for an option with a choice what it may be.
struct Follows {
    std::string words, options, valued; // options that take a value once more
    std::vector<std::pair<std::string, std::string>> choices;
    bool takes_game = false;
};

Follows what_follows(const Command& command) {
    Follows all;
    const auto add = [](std::string& to, std::string_view word) { to += (to.empty() ? "" : " ") + std::string(word); };
    for (const CLI::App* part : command.app->get_subcommands([](const CLI::App*) { return true; }))
        add(all.words, part->get_name());
    for (const CLI::Option* option : command.app->get_options()) {
        if (option->get_positional()) {
            all.takes_game |= name_of(*option) == "GAME";
            for (const std::string& choice : choices_of(*option)) add(all.words, choice);
            continue;
        }
        for (const std::string& name : option->get_lnames()) {
            add(all.options, "--" + name);
            if (!is_flag(*option)) add(all.valued, "--" + name);
        }
        const auto choices = choices_of(*option);
        if (!choices.empty()) all.choices.emplace_back(name_of(*option), fmt::format("{}", fmt::join(choices, " ")));
    }
    return all;
}

// The line's words up to the cursor say which command it is; the tables of all commands say what may follow.
constexpr const char* bash_begin = R"(# bash completion for tavoliere; made by: tavoliere completion bash
_tavoliere() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local command= words= options= valued= games= choices= cut= i
    # bash cuts words at colons, as between a game and its options, and wants what stands behind the last; and at "=".
    if [[ $word == : ]]; then
        cut=$before: word=$before: before=
    elif [[ $before == : ]]; then
        cut=${COMP_WORDS[COMP_CWORD-2]}: before=
        word=$cut$word
    elif [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case "$command ${COMP_WORDS[i]}" in
)";
constexpr const char* bash_end = R"(    if [[ -n $choices ]]; then
        COMPREPLY=($(compgen -W "$choices" -- "$word"))
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif [[ " $valued " == *" $before "* ]]; then
        COMPREPLY=($(compgen -f -- "$word"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        [[ -n ${COMPREPLY[*]} ]] || COMPREPLY=($(compgen -f -- "$word"))
    fi
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
}
complete -o filenames -F _tavoliere tavoliere
)";

void print_bash(const std::vector<Command>& commands) {
    fmt::print("{}", bash_begin);
    for (const Command& command : commands)
        if (!command.words.empty())
            fmt::print("            '{} {}') command='{}' ;;\n", words_before(command), command.app->get_name(),
                       command.words);
    fmt::print("        esac\n    done\n    case $command in\n");
    for (const Command& command : commands) {
        const Follows follows = what_follows(command);
        fmt::print("        '{}')\n            words='{}' options='{}' valued='{}'{}\n", command.words, follows.words,
                   follows.options, follows.valued, follows.takes_game ? " games=yes" : "");
        if (!follows.choices.empty()) {
            fmt::print("            case $before in\n");
            for (const auto& [option, choices] : follows.choices)
                fmt::print("                {}) choices='{}' ;;\n", option, choices);
            fmt::print("            esac\n");
        }
        fmt::print("            ;;\n");
    }
    fmt::print("    esac\n    [[ -z $games ]] || words='{}'\n{}", variant_names(), bash_end);
}

// In single quotes, as sh, zsh and fish read them.
std::string single_quoted(std::string_view text) {
    std::string all = "'";
    for (char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return all + "'";
}

// A specification of zsh's _arguments gives brackets and colons a meaning.
std::string for_zsh(std::string_view text) {
    std::string all;
    for (char c : text) all += (c == '[' || c == ']' || c == ':' || c == '\\' ? "\\" : "") + std::string(1, c);
    return all;
}

void print_zsh(const std::vector<Command>& commands) {
    fmt::print("#compdef tavoliere\n# zsh completion for tavoliere; made by: tavoliere completion zsh\n"
               "_tavoliere__variants() {{ compadd -- {} }}\n",
               variant_names());
    for (const Command& command : commands) {
        std::string name = command.words;
        std::ranges::replace(name, ' ', '_');
        fmt::print("_tavoliere{}() {{\n", name.empty() ? "" : "_" + name);
        const auto parts = command.app->get_subcommands([](const CLI::App*) { return true; });
        fmt::print("    _arguments{}", parts.empty() ? "" : " -C");
        for (const CLI::Option* option : command.app->get_options()) {
            const auto choices = choices_of(*option);
            const std::string action = !choices.empty() ? "(" + fmt::format("{}", fmt::join(choices, " ")) + ")"
                                       : name_of(*option) == "GAME" ? "_tavoliere__variants"
                                                                    : "_files";
            const std::string value = is_flag(*option) ? "" : ":value:" + action;
            if (option->get_positional())
                fmt::print(" \\\n        {}", single_quoted((option->get_items_expected_max() > 1 ? "*:"
                                                             : option->get_required()             ? ":"
                                                                                                  : "::") +
                                                            for_zsh(name_of(*option)) + ":" + action));
            else
                for (const std::string& long_name : option->get_lnames())
                    fmt::print(" \\\n        {}", single_quoted(fmt::format(
                                                      "{}--{}[{}]{}", option->get_items_expected_max() > 1 ? "*" : "",
                                                      long_name, for_zsh(option->get_description()), value)));
        }
        if (parts.empty()) {
            fmt::print("\n}}\n");
            continue;
        }
        fmt::print(" \\\n        '1:command:((");
        for (const CLI::App* part : parts) {
            std::string help = part->get_description();
            for (char c : {'\'', '"'}) std::erase(help, c);
            fmt::print(" {}\\:\"{}\"", part->get_name(), for_zsh(help));
        }
        fmt::print("))' '*::argument:->rest'\n    [[ $state == rest ]] && case $words[1] in\n");
        for (const CLI::App* part : parts)
            fmt::print("        {}) _tavoliere{}_{} ;;\n", part->get_name(), name.empty() ? "" : "_" + name,
                       part->get_name());
        fmt::print("    esac\n}}\n");
    }
    fmt::print("_tavoliere \"$@\"\n");
}

// Which command the line's words before the cursor are of.
constexpr const char* fish_begin = R"(# fish completion for tavoliere; made by: tavoliere completion fish
function __tavoliere_command
    set -l command ''
    for word in (commandline -opc)[2..-1]
        switch "$command $word"
)";
constexpr const char* fish_end = R"(        end
    end
    echo $command
end
)";

void print_fish(const std::vector<Command>& commands) {
    fmt::print("{}", fish_begin);
    for (const Command& command : commands)
        if (!command.words.empty())
            fmt::print("            case '{} {}'\n                set command '{}'\n", words_before(command),
                       command.app->get_name(), command.words);
    fmt::print("{}", fish_end);
    for (const Command& command : commands) {
        const std::string complete =
            "complete -c tavoliere -n " +
            single_quoted("string match -q -- '" + command.words + "' \"$(__tavoliere_command)\"");
        for (const CLI::App* part : command.app->get_subcommands([](const CLI::App*) { return true; }))
            fmt::print("{} -f -a {} -d {}\n", complete, part->get_name(), single_quoted(part->get_description()));
        for (const CLI::Option* option : command.app->get_options()) {
            const std::vector<std::string> choices = choices_of(*option);
            const std::string wanted =
                name_of(*option) == "GAME" ? variant_names() : fmt::format("{}", fmt::join(choices, " "));
            if (option->get_positional()) {
                if (!wanted.empty()) fmt::print("{} -f -a {}\n", complete, single_quoted(wanted));
                continue;
            }
            for (const std::string& name : option->get_lnames())
                fmt::print("{} -l {} -d {}{}\n", complete, name, single_quoted(option->get_description()),
                           is_flag(*option) ? ""
                           : wanted.empty() ? " -r"
                                            : " -x -a " + single_quoted(wanted));
        }
    }
}

// Text of a manual page: what troff would take for a command, a hyphen for a minus or an escape is what it is.
std::string for_troff(std::string_view text) {
    std::string all;
    bool begins = true;
    for (char c : text) {
        if (begins && (c == '.' || c == '\'')) all += "\\&";
        if (c == '-')
            all += "\\-";
        else if (c == '\\')
            all += "\\e";
        else
            all += c;
        begins = c == '\n';
    }
    return all;
}

// "tavoliere-store-check", of which a page is the file.
std::string page_name(const Command& command) {
    std::string name = "tavoliere" + (command.words.empty() ? "" : " " + command.words);
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string man_page(const Command& command, const std::vector<Command>& all) {
    const std::string name = page_name(command);
    std::string title = name, text;
    std::ranges::transform(title, title.begin(), [](unsigned char c) { return char(std::toupper(c)); });
    // No date: the same program makes the same page.
    text += fmt::format(".TH {} 1 \"\" \"tavoliere {}\" \"User Commands\"\n", title, version);
    text += fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.B tavoliere{}\n", for_troff(name),
                        for_troff(command.app->get_description()),
                        for_troff(command.words.empty() ? "" : " " + command.words));
    const auto options = command.app->get_options();
    if (std::ranges::any_of(options, [](const auto* o) { return !o->get_positional(); })) text += "[OPTIONS]\n";
    for (const CLI::Option* option : options)
        if (option->get_positional())
            text += fmt::format(fmt::runtime(option->get_required() ? ".I {}\n" : "[\\fI{}\\fR]\n"),
                                for_troff(name_of(*option)));
    const auto parts = command.app->get_subcommands([](const CLI::App*) { return true; });
    if (!parts.empty()) {
        text += ".I COMMAND\n.SH COMMANDS\n";
        for (const CLI::App* part : parts) {
            const Command named{part, (command.words.empty() ? "" : command.words + " ") + part->get_name()};
            text +=
                fmt::format(".TP\n.BR {} (1)\n{}\n", for_troff(page_name(named)), for_troff(part->get_description()));
        }
    }
    text += ".SH OPTIONS\n";
    for (const CLI::Option* option : options) {
        const std::string type = is_flag(*option) ? "" : option->get_type_name();
        text +=
            fmt::format(".TP\n\\fB{}\\fR{}\n{}", for_troff(name_of(*option)),
                        type.empty() ? "" : " \\fI" + for_troff(type) + "\\fR", for_troff(option->get_description()));
        if (!option->get_default_str().empty())
            text += fmt::format(" (default: {})", for_troff(option->get_default_str()));
        text += option->get_required() && !option->get_positional() ? " (required)\n" : "\n";
        if (!option->get_envname().empty())
            text += fmt::format("By default what the variable {} says.\n", for_troff(option->get_envname()));
    }
    if (const std::string footer = command.app->get_footer(); !footer.empty())
        text += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", for_troff(footer));
    text += ".SH EXIT STATUS\n0; 1 where the answer is a failure; 2 for bad input, with one line on standard error.\n";
    text += ".SH SEE ALSO\n";
    if (command.words.empty())
        text += "The documentation, installed beside it in share/doc/tavoliere.\n";
    else
        text += fmt::format(".BR {} (1)\n", for_troff(page_name(all.front())));
    return text;
}

}

void add_completion(CLI::App& app) {
    static constexpr std::string_view shells[] = {"bash", "zsh", "fish"};
    auto* command = app.add_subcommand("completion", "a shell's completion of commands, options and games");
    auto shell = std::make_shared<std::string>();
    command->add_option("SHELL", *shell, "whose")
        ->required()
        ->type_name("bash|zsh|fish")
        ->check([](const std::string& text) {
            const auto chosen = choose(text, shells);
            return chosen ? std::string() : chosen.error().text;
        });
    command->footer("Examples:\n  tavoliere completion bash >~/.local/share/bash-completion/completions/tavoliere\n"
                    "  tavoliere completion fish >~/.config/fish/completions/tavoliere.fish");
    command->callback([&app, shell] {
        const auto all = commands_of(app);
        (*shell == "bash" ? print_bash : *shell == "zsh" ? print_zsh : print_fish)(all);
    });
}

void add_man(CLI::App& app) {
    auto* command = app.add_subcommand("man", "the manual pages of all commands, as files for man");
    auto folder = std::make_shared<std::string>();
    command->add_option("FOLDER", *folder, "where the files are written")->required();
    command->footer("Example:\n  tavoliere man man1 && man -l man1/tavoliere-solve.1");
    command->callback([&app, folder] {
        std::error_code error;
        std::filesystem::create_directories(*folder, error);
        if (error) fail("man: cannot make the folder " + in_quotes(*folder) + ": " + error.message());
        const auto all = commands_of(app);
        for (const Command& page : all) need(write_whole(*folder + "/" + page_name(page) + ".1", man_page(page, all)));
    });
}

}
