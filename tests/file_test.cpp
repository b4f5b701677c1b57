// Files as they are read and written.
#include "base/file.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tavoliere {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

// A folder that is gone when the test is over.
class TestFolder {
public:
    TestFolder() : path_(fs::temp_directory_path() / ("tavoliere-files-" + std::to_string(getpid()))) {
        fs::create_directories(path_);
    }
    ~TestFolder() { fs::remove_all(path_); }
    std::string operator/(std::string_view name) const { return (path_ / name).string(); }

private:
    fs::path path_;
};

void write(const std::string& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }
std::string content(const std::string& path) { return read_whole(path, file_kind::openings).value_or("(unreadable)"); }
std::string pipe_in(const TestFolder& folder) {
    const std::string path = folder / "pipe";
    EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
    return path;
}
constexpr FileKind small{"a small file", 1 << 20};

TEST(Files, OnlyPlainOnesAreRead) {
    const TestFolder folder;
    for (const std::string& path : {std::string("/dev/zero"), std::string("/dev/null"), folder / "", pipe_in(folder)}) {
        const std::string wanted = "cannot read " + in_quotes(path) + ": it is no plain file";
        EXPECT_EQ(read_whole(path, small).error().text, wanted);
        EXPECT_EQ(read_text_file(path, small).error().text, wanted);
        EXPECT_EQ(FileReader::open(path, small).error().text, wanted);
        EXPECT_EQ(need_plain_if_there(path, small).error().text, wanted);
    }
    EXPECT_EQ(read_whole(folder / "nothing", small).error().text,
              "cannot read " + in_quotes(folder / "nothing") + ": No such file or directory");
    EXPECT_TRUE(need_plain_if_there(folder / "nothing", small));
}

TEST(Files, NoneIsReadThatIsLargerThanItsKind) {
    const TestFolder folder;
    const std::string path = folder / "large";
    write(path, std::string(small.most_bytes, 'x'));
    EXPECT_EQ(read_whole(path, small)->size(), small.most_bytes);
    std::ofstream(path, std::ios::app) << "x";
    const auto opened = FileReader::open(path, small);
    ASSERT_FALSE(opened);
    for (const std::string& error : {read_whole(path, small).error().text, opened.error().text})
        EXPECT_EQ(error, "cannot read " + in_quotes(path) + ": it is larger than 1 MB, the most a small file has");
    fs::resize_file(path, std::uintmax_t{3} << 40); // nothing that could be held
    EXPECT_FALSE(read_whole(path, file_kind::selfplay));
    // A file whose size the system does not tell.
    EXPECT_FALSE(read_whole("/proc/self/status", small)->empty());
}

TEST(Files, TextsHaveNoMarkAndPlainLineEnds) {
    const TestFolder folder;
    for (const auto& [bytes, text] :
         std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                          {"\xef\xbb\xbf", ""},
                                                          {"a\nb\n", "a\nb\n"},
                                                          {"\xef\xbb\xbf"
                                                           "a\r\nb",
                                                           "a\nb\n"},
                                                          {"\xef\xbb\xbf\xef\xbb\xbf"
                                                           "a",
                                                           "\xef\xbb\xbf"
                                                           "a\n"},
                                                          {"a\rb\r\r\n\r", "a\rb\r\n\r\n"}}) {
        write(folder / "text", bytes);
        EXPECT_EQ(read_text_file(folder / "text", small).value(), text) << in_quotes(bytes);
        EXPECT_EQ(content(folder / "text"), bytes);
    }
}

TEST(Files, LinesOfAStream) {
    const auto lines_of = [](std::string_view text) {
        int ends[2];
        EXPECT_EQ(::pipe(ends), 0);
        const Descriptor in(ends[0]);
        std::jthread writer([text, out = Descriptor(ends[1])] {
            for (std::size_t done = 0; done < text.size();)
                done += std::size_t(std::max<ssize_t>(0, ::write(out.get(), text.data() + done, text.size() - done)));
        });
        LineReader reader(in.get());
        Lines lines;
        std::string line;
        for (auto more = reader.next(line);; more = reader.next(line)) {
            if (!more) lines.push_back(more.error().text);
            if (!more || !*more) break;
            lines.push_back(line);
        }
        for (char rest[4096]; ::read(in.get(), rest, sizeof rest) > 0;) {}
        return lines;
    };
    EXPECT_EQ(lines_of(""), Lines{});
    EXPECT_EQ(lines_of("a\n\nb\n"), (Lines{"a", "", "b"}));
    EXPECT_EQ(lines_of("\xef\xbb\xbf"
                       "a\r\n\xef\xbb\xbf"
                       "b"),
              (Lines{"a", "\xef\xbb\xbf"
                          "b"}));
    const std::string most(file_kind::input_line.most_bytes, 'x');
    EXPECT_EQ(lines_of(most + "\ny"), (Lines{most, "y"}));
    const Lines refused{"a", "standard input: line 2 is longer than 1 MB, the most that is read"};
    EXPECT_EQ(lines_of("a\n" + most + "x\n"), refused);
    EXPECT_EQ(lines_of("a\n" + most + most + most), refused);
}

TEST(Files, AreWrittenWholeOrNotAtAll) {
    const TestFolder folder;
    const std::string path = folder / "whole", link = folder / "link";
    ASSERT_TRUE(write_whole(path, "first"));
    ASSERT_TRUE(write_whole(path, "second"));
    EXPECT_EQ(content(path), "second");
    fs::permissions(path, fs::perms::owner_all);
    fs::create_symlink(path, link);
    ASSERT_TRUE(write_whole(link, "third"));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(content(path), "third");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    {
        auto dropped = WholeFile::create(path);
        ASSERT_TRUE(dropped);
        dropped->write("half");
    }
    EXPECT_EQ(content(path), "third");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / ""), {}), 2) << "nothing is left beside it";
    EXPECT_EQ(write_whole(folder / "", "x").error().text,
              "cannot write " + in_quotes(folder / "") + ": it is no plain file");
    EXPECT_FALSE(write_whole("/nowhere/at/all", "x"));
    EXPECT_EQ(write_whole("/dev/full", "x").error().text, "cannot write \"/dev/full\": No space left on device");
}

// A pipe is written to where somebody reads it, and never waited for.
TEST(Files, PipesAreWrittenToWhereSomebodyReads) {
    const TestFolder folder;
    const std::string path = pipe_in(folder);
    const std::string wanted = "cannot write " + in_quotes(path) + ": nobody reads from it";
    EXPECT_EQ(write_whole(path, "x").error().text, wanted);
    EXPECT_EQ(open_stream(path).error().text, wanted);
    const Descriptor reader(::open(path.c_str(), O_RDONLY | O_NONBLOCK));
    EXPECT_TRUE(WholeFile::try_path(path));
    EXPECT_TRUE(write_whole(path, "three"));
    char read[16];
    EXPECT_EQ(::read(reader.get(), read, sizeof read), 5);
}

TEST(Files, GrowByWholePieces) {
    const TestFolder folder;
    const std::string path = folder / "grows";
    {
        auto file = AppendedFile::open(path);
        ASSERT_TRUE(file) << file.error().text;
        EXPECT_TRUE(file->append("one\n"));
        EXPECT_TRUE(file->append("two\n"));
        EXPECT_EQ(file->read(small).value(), "one\ntwo\n");
        EXPECT_TRUE(file->append("thr"));
        EXPECT_TRUE(file->cut(8));
        EXPECT_TRUE(file->append("3\n"));
        EXPECT_EQ(AppendedFile::open(path).error().text,
                  "cannot write " + in_quotes(path) + ": another program is writing to it");
    }
    auto again = AppendedFile::open(path);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->size(), 10u);
    EXPECT_EQ(again->read(small).value(), "one\ntwo\n3\n");
    EXPECT_FALSE(again->read({"nothing", 9}));
    for (const std::string& other : {std::string("/dev/null"), std::string("/dev/zero"), folder / "", pipe_in(folder)})
        EXPECT_EQ(AppendedFile::open(other).error().text, "cannot write " + in_quotes(other) + ": it is no plain file");
}

// Files that people have were sealed with these: no value here may ever change.
TEST(Files, BothChecksumsStay) {
    struct Sum {
        std::string_view text;
        std::uint64_t sized, streamed;
    };
    for (const Sum& sum : {Sum{"", 0, 0}, Sum{"a", 0x5d4ca7a5e39766b3, 0x1692ac9020346f6f},
                           Sum{"12345678", 0x5209f776ddf183be, 0xeb82f00923d98c18},
                           Sum{"123456789", 0x5ef458258af6420c, 0xeadb0c3223a79363},
                           Sum{"tavoliere proof 1\nvariant clobber\n", 0x6763c11e7c74096b, 0x7da15231aa84bccd}}) {
        EXPECT_EQ(checksum(sum.text), sum.sized) << sum.text;
        for (std::size_t piece = 1; piece < 12; ++piece) {
            Checksum pieces;
            for (std::size_t at = 0; at < sum.text.size(); at += piece) {
                const auto part = sum.text.substr(at, piece);
                pieces.add(part.data(), part.size());
            }
            EXPECT_EQ(pieces.value(), sum.streamed) << sum.text << ", by " << piece;
        }
    }
    EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cu);
}

}
}
