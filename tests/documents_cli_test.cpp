// Completions and manual pages, by the shells and the troff that read them.
#include "program.hpp"
#include <cstdio>
#include <fstream>
#include <memory>
#include <regex>
#include <set>

namespace tavoliere {
namespace {

// What a command of the shell prints, errors too.
std::string printed_by(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>&1").c_str(), "r"), pclose);
    std::string all;
    for (int c; (c = std::fgetc(pipe.get())) != EOF;) all += char(c);
    return all;
}

std::string completion_file(const std::string& shell) {
    const auto file = folder() / ("completion." + shell);
    const Output o = run({"completion", shell});
    EXPECT_EQ(o.status, 0) << o.err;
    std::ofstream(file) << o.out;
    return file.string();
}

TEST(Completion, InBash) {
    const std::string file = completion_file("bash");
    const auto completed = [&](const std::string& words) {
        return printed_by("bash -c 'source " + file + "; COMP_WORDS=(" + words +
                          "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tavoliere; echo \"${COMPREPLY[*]}\"'");
    };
    EXPECT_EQ(completed("tavoliere anal"), "analyse\n");
    EXPECT_EQ(completed("tavoliere store b"), "backup\n");
    EXPECT_EQ(completed("tavoliere solve --me"), "--memory --method\n");
    EXPECT_EQ(completed("tavoliere solve --method p"), "proof\n");
    EXPECT_EQ(completed("tavoliere solve hexx"), "hexxagon hexxagon:noblocks hexxagon:misere hexxagon:size=4\n");
    EXPECT_EQ(completed("tavoliere solve hexxagon : no"), "noblocks\n"); // as bash cuts it
    EXPECT_EQ(completed("tavoliere solve hexxagon : --ti"), "\n");
    EXPECT_EQ(completed("tavoliere completion f"), "fish\n");
    EXPECT_EQ(completed("tavoliere analyse --json blocco : size=5"), "size=5x5\n"); // behind what takes no value
    EXPECT_EQ(completed("tavoliere solve --method = p"), "proof\n");
    EXPECT_EQ(completed("tavoliere solve --proof " + (folder() / "completion.b").string()), file + "\n");
}

TEST(Completion, InFish) {
    const std::string file = completion_file("fish");
    const auto completed = [&](const std::string& line) {
        return printed_by("HOME=" + folder().string() + " fish --no-config -c 'source " + file + "; complete -C \"" +
                          line + "\"' | cut -f 1");
    };
    EXPECT_EQ(completed("tavoliere anal"), "analyse\n");
    EXPECT_EQ(completed("tavoliere store b"), "backup\n");
    EXPECT_EQ(completed("tavoliere solve --me"), "--memory\n--method\n");
    EXPECT_EQ(completed("tavoliere solve --method p"), "proof\n");
    EXPECT_EQ(completed("tavoliere completion f"), "fish\n");
    EXPECT_EQ(completed("tavoliere store check --s"), "--store\n"); // and not what `check` has
    EXPECT_EQ(completed("tavoliere --v"), "--version\n");
    EXPECT_EQ(completed("tavoliere solve hexx"), "hexxagon\nhexxagon:misere\nhexxagon:noblocks\nhexxagon:size=4\n");
}

// zsh completes at a terminal alone: its syntax is checked, and that there is a function for every command.
TEST(Completion, InZsh) {
    const std::string file = completion_file("zsh");
    EXPECT_EQ(printed_by("zsh -f -n " + file), "");
    const std::string named =
        printed_by("zsh -f -c 'compadd() { print $@ }; source " + file +
                   " >/dev/null 2>&1; print ${(k)functions} | grep -c _tavoliere_store_backup; _tavoliere__variants'");
    EXPECT_TRUE(named.starts_with("1\nataxx ")) << named;
}

TEST(Man, EveryCommandHasAPageWithAllItsOptions) {
    const auto pages = folder() / "man1";
    ASSERT_EQ(run({"man", pages.string()}).status, 0);
    std::set<std::string> names;
    for (const auto& page : std::filesystem::directory_iterator(pages)) names.insert(page.path().filename().string());
    EXPECT_TRUE(names.contains("tavoliere.1") && names.contains("tavoliere-store-check.1"));
    const std::regex option("(^|\n) +(-[a-z],)?--([a-z][a-z-]*)"), command("\n  ([a-z]+) ");
    const std::string help = run({"--help"}).out;
    for (std::sregex_iterator c(help.begin(), help.end(), command), end; c != end; ++c) {
        const std::string name = (*c)[1];
        if (name == "tavoliere") continue; // an example
        const std::string file = "tavoliere-" + name + ".1";
        ASSERT_TRUE(names.contains(file)) << file;
        const std::string page = slurp(pages / file), own = run({name, "--help"}).out;
        int options = 0;
        for (std::sregex_iterator o(own.begin(), own.end(), option); o != end; ++o, ++options) {
            std::string escaped = "\\-\\-" + std::regex_replace((*o)[3].str(), std::regex("-"), "\\-");
            EXPECT_NE(page.find(escaped), std::string::npos) << file << " has no --" << (*o)[3];
        }
        EXPECT_GT(options, 0) << name;
    }
    for (const std::string& name : names)
        EXPECT_EQ(printed_by("preconv -e utf-8 " + (pages / name).string() + " | groff -man -ww -Tutf8 -z"), "")
            << name;
}

TEST(Man, SaysWhatItCannotDo) {
    expect_one_line_refusal(run({"completion", "tcsh"}));
    expect_one_line_refusal(run({"completion"}));
    const Output o = run({"man", "/dev/null/pages"});
    EXPECT_EQ(o.status, 2);
    EXPECT_EQ(o.err, "tavoliere: man: cannot make the folder \"/dev/null/pages\": Not a directory\n");
}

}
}
