#include "common.hpp"
#include "ask/drawing.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "game/options.hpp"
#include "search/parameters.hpp"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <span>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tavoliere::cli {

namespace {

// Whether two paths lead to one plain file, be it there or not. To devices and pipes many may write.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::exists(a, error) && fs::exists(b, error))
        return fs::is_regular_file(a, error) && fs::equivalent(a, b, error);
    const auto one = fs::weakly_canonical(fs::absolute(a, error), error);
    return !one.empty() && one == fs::weakly_canonical(fs::absolute(b, error), error);
}

}

Opened open_at(const StudyPlace& place) {
    Opened opened{need(tavoliere::open(place.game)), {}};
    need(opened.session->set_position(place.position));
    if (place.moves.empty()) return opened;
    for (const std::string_view move : split(place.moves, ' ')) {
        auto played = opened.session->play(move);
        if (!played) fail("--moves, move " + std::to_string(opened.played.size() + 1) + ": " + played.error().text);
        opened.played.push_back(std::move(*played));
    }
    return opened;
}

namespace {

// "--opening-plies"
std::string option_of(const Field& field, bool is_off) {
    if (!field.traits.option.empty()) return std::string(field.traits.option);
    std::string name = (is_off ? "--no-" : "--") + std::string(field.name);
    std::ranges::replace(name, '_', '-');
    return name;
}

bool accepts_zero(const Domain& domain) {
    if (const auto* whole = std::get_if<WholeRange>(&domain)) return whole->least == 0;
    if (const auto* decimal = std::get_if<DecimalRange>(&domain)) return decimal->least <= 0;
    return true;
}

}

void add_fields(CLI::App& command, std::span<const Field> fields, void* request) {
    for (Field field : fields) {
        if (field.traits.unit == Unit::megabytes) field.domain = WholeRange{1, most_memory_mb()};
        const auto standard = text_of(field, request);
        const bool is_flag = std::holds_alternative<OnOff>(field.domain), is_off = is_flag && standard == "on";
        const std::string name = option_of(field, is_off);
        const std::string help = (is_off ? "leave out " : "") + std::string(field.help.en) +
                                 (field.traits.is_limit ? "; 0 for no limit" : "");
        const auto set = [field, name, request](const std::string& text) {
            if (auto done = set_field(field, name, text, request, Asker::owner); !done)
                throw CLI::ValidationError(done.error().text);
        };
        CLI::Option* option = nullptr;
        if (is_flag) {
            command.add_flag_callback(name, [set, is_off] { set(is_off ? "off" : "on"); }, help);
            continue;
        } else if (std::holds_alternative<TextList>(field.domain)) {
            option = command.add_option_function<std::vector<std::string>>(
                name, [set](const std::vector<std::string>& texts) { std::ranges::for_each(texts, set); }, help);
            if (name.starts_with("-")) option->allow_extra_args(false);
        } else {
            option = command.add_option_function<std::string>(name, set, help);
        }
        const std::string range = range_text(field.domain);
        option->type_name(range == name ? "" : range)->required(field.traits.is_required);
        // A 0 that is no number to give stands for none.
        const bool is_none = standard == "0" && (field.traits.is_limit || !accepts_zero(field.domain));
        if (standard && !is_none) option->default_str(*standard);
    }
}

void add_rules_option(CLI::App& command) {
    command
        .add_option_function<std::vector<std::string>>(
            "--rules", [](const std::vector<std::string>&) {},
            "the rules of a game of one's own that the files name, mine.game; may be given more than once")
        ->type_name("FILE")
        ->expected(1)
        ->take_all();
}

void add_tables_option(CLI::App& command, std::string& directory) {
    command.add_option("--tables", directory, "a directory with tables of all positions, as solve makes them")
        ->envname("TAVOLIERE_TABLES")
        ->type_name("FOLDER")
        ->check([](const std::string& text) {
            return is_folder(text) ? std::string() : in_quotes(text) + " is no folder";
        });
}

void need_apart(const std::vector<NamedFile>& written, const std::vector<NamedFile>& read) {
    for (std::size_t i = 0; i < written.size(); ++i) {
        const auto& [option, path] = written[i];
        const auto is_it = [&](const NamedFile& f) {
            return !path.empty() && !f.path.empty() && is_same_file(f.path, path);
        };
        const auto refuse = [&](std::string_view what) {
            fail(fmt::format("{}: {} is {}; name another file", option, in_quotes(path), what));
        };
        if (const auto f = std::ranges::find_if(read, is_it); f != read.end())
            refuse(fmt::format("the file of {}, which is read", f->option));
        const auto others = std::span(written).first(i);
        if (const auto f = std::ranges::find_if(others, is_it); f != others.end())
            refuse(fmt::format("the file of {} too", f->option));
    }
}

std::string& file_of_rules() {
    static std::string file;
    return file;
}

std::vector<NamedFile> database_files(std::string_view option, const std::string& path) {
    return {{option, path}, {option, path + "-wal"}, {option, path + "-shm"}, {option, path + "-journal"}};
}

void need_outside(const NamedFile& written, const NamedFile& folder) {
    namespace fs = std::filesystem;
    if (written.path.empty()) return;
    std::error_code none;
    for (fs::path at = fs::absolute(written.path, none).parent_path();; at = at.parent_path()) {
        if (fs::equivalent(at, folder.path, none))
            fail(fmt::format("{}: {} is inside of {}, {}; name a file elsewhere", written.option,
                             in_quotes(written.path), folder.option, in_quotes(folder.path)));
        if (at == at.parent_path()) return;
    }
}

std::atomic<bool>& interrupted() {
    static std::atomic<bool> flag{false};
    return flag;
}

void watch_interrupts() {
    interrupted(); // made before the handler can ask for it
    std::signal(SIGINT, [](int) {
        interrupted() = true;
        std::signal(SIGINT, SIG_DFL);
    });
}

void forget_interrupt() {
    interrupted() = false;
    watch_interrupts();
}

const std::atomic<unsigned>& pauses() {
    static std::atomic<unsigned> count{0};
    std::signal(SIGCONT, [](int) { ++count; });
    return count;
}

std::string_view first_letters(std::string_view text, std::size_t most) {
    std::size_t bytes = 0;
    for (std::size_t letters = 0; letters < most && bytes < text.size(); ++letters)
        bytes += first_letter(text.substr(bytes)).bytes;
    return text.substr(0, bytes);
}

bool wants_colour(int fd) {
    const char *no = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
    return isatty(fd) && !(no && *no) && !(terminal && std::string_view(terminal) == "dumb");
}

std::size_t most_memory_mb() {
    return std::size_t(0.8 * double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE)) / (1 << 20));
}

Diagram picture_of(const Opened& game) {
    static const std::vector<std::string> none;
    return tavoliere::picture_of(*game.session, game.played.empty() ? none : game.played.back().path);
}

std::string bar(std::uint64_t done, std::uint64_t all) {
    constexpr std::size_t width = 24;
    const auto full = std::size_t(all ? std::min(done, all) * width / all : width);
    return "[" + std::string(full, '=') + std::string(width - full, ' ') + "] " + std::to_string(done) + "/" +
           std::to_string(all);
}

void show_progress(std::string_view line) {
    if (!isatty(STDERR_FILENO)) return;
    // A longer line would go on in the next one, and be left there. In the last column some terminals do so already.
    winsize terminal{};
    const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 0;
    fmt::print(stderr, "\r{}\x1b[K", is_known ? first_letters(line, terminal.ws_col - 1u) : line);
    std::fflush(stderr);
}
void end_progress() { show_progress({}); }

void tell_renamed(std::string_view settings) {
    if (const std::string told = renamed_parameters(settings); !told.empty())
        fmt::print(stderr, "tavoliere: {}\n", printable(told));
}

}
