// Pictures that are no text: read back by the libraries' readers.
#include "ask/drawing.hpp"
#include "pictures/pictures.hpp"
#include "support.hpp"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <gif_lib.h>
#include <malloc.h>
#include <new>
#include <png.h>
#include <sys/wait.h>

// The thread sanitizer has these itself, and lets nobody else have them.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define COUNTS_NO_MEMORY
#endif
#endif

// The memory of this program's own objects, and the most that it ever was.
static std::atomic<std::size_t> memory_now = 0, memory_peak = 0;

#ifndef COUNTS_NO_MEMORY
void* operator new(std::size_t bytes) {
    void* const is = std::malloc(bytes);
    if (!is) std::abort();
    const std::size_t now = memory_now += malloc_usable_size(is);
    memory_peak = std::max(memory_peak.load(), now);
    return is;
}
void operator delete(void* is) noexcept {
    memory_now -= malloc_usable_size(is);
    std::free(is);
}
void operator delete(void* is, std::size_t) noexcept { operator delete(is); }
#endif

namespace tavoliere {
namespace {

struct Painting {
    int width = 0, height = 0;
    std::vector<png_byte> bytes; // three a pixel
};

Painting read_png(const std::string& png) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_TRUE(png_image_begin_read_from_memory(&image, png.data(), png.size())) << image.message;
    image.format = PNG_FORMAT_RGB;
    Painting out{int(image.width), int(image.height), std::vector<png_byte>(PNG_IMAGE_SIZE(image))};
    const png_color white{255, 255, 255};
    EXPECT_TRUE(png_image_finish_read(&image, &white, out.bytes.data(), 0, nullptr)) << image.message;
    return out;
}

struct Read {
    std::vector<Painting> frames;
    std::vector<int> delays; // hundredths of a second
    bool is_endless = false;
};

Read read_gif(const std::string& gif) {
    std::string_view rest = gif;
    const auto read = [](GifFileType* file, GifByteType* to, int most) {
        auto& left = *static_cast<std::string_view*>(file->UserData);
        const auto n = left.copy(reinterpret_cast<char*>(to), std::size_t(most));
        left.remove_prefix(n);
        return int(n);
    };
    GifFileType* const file = DGifOpen(&rest, read, nullptr);
    EXPECT_TRUE(file && DGifSlurp(file) == GIF_OK);
    Read out;
    if (!file) return out;
    Painting now{file->SWidth, file->SHeight, std::vector<png_byte>(std::size_t(file->SWidth * file->SHeight * 3))};
    for (int i = 0; i < file->ImageCount; ++i) {
        const SavedImage& image = file->SavedImages[i];
        GraphicsControlBlock block;
        EXPECT_EQ(DGifSavedExtensionToGCB(file, i, &block), GIF_OK);
        EXPECT_EQ(block.DisposalMode, DISPOSE_DO_NOT);
        out.delays.push_back(block.DelayTime);
        for (int e = 0; e < image.ExtensionBlockCount; ++e)
            out.is_endless |= image.ExtensionBlocks[e].Function == APPLICATION_EXT_FUNC_CODE;
        const GifImageDesc& at = image.ImageDesc;
        for (int y = 0; y < at.Height; ++y)
            for (int x = 0; x < at.Width; ++x) {
                const GifColorType& c = file->SColorMap->Colors[image.RasterBits[y * at.Width + x]];
                png_byte* const to = &now.bytes[std::size_t(((y + at.Top) * now.width + x + at.Left) * 3)];
                to[0] = c.Red, to[1] = c.Green, to[2] = c.Blue;
            }
        out.frames.push_back(now);
    }
    DGifCloseFile(file, nullptr);
    return out;
}

AnimationRequest asked(std::string game, std::string moves) {
    AnimationRequest request;
    request.game = std::move(game);
    request.moves = std::move(moves);
    return request;
}

TEST(Png, IsAsLargeAsItIsAskedToBe) {
    const std::string picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20\">"
                                "<rect width=\"15\" height=\"20\" fill=\"#c04020\"/></svg>";
    const auto made = png(picture, 2);
    ASSERT_TRUE(made) << made.error().text;
    const Painting p = read_png(*made);
    EXPECT_EQ(std::pair(p.width, p.height), std::pair(60, 40));
    EXPECT_EQ(std::vector(p.bytes.begin(), p.bytes.begin() + 3), (std::vector<png_byte>{0xc0, 0x40, 0x20}));
    EXPECT_EQ(std::vector(p.bytes.end() - 3, p.bytes.end()), (std::vector<png_byte>{255, 255, 255}));
}

TEST(Png, WhatIsNoPictureIsAProblem) {
    for (const char* text : {"", "<svg", "a text", "<html/>"}) EXPECT_FALSE(png(text, 1)) << text;
}

TEST(Png, WithoutTheConverterSaysWhatIsMissing) {
    const std::string path = std::getenv("PATH");
    ASSERT_EQ(setenv("PATH", "/nowhere", 1), 0);
    const auto made = png("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>", 1);
    ASSERT_EQ(setenv("PATH", path.c_str(), 1), 0);
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().text.find("librsvg2-bin"), std::string::npos) << made.error().text;
}

// Each frame is what its picture is by itself: colours of surfaces to the letter, and at their edges nearly.
TEST(Gif, ShowsEachPictureOfTheGame) {
    for (const auto& request : {asked("ataxx", "a2 a6 b2 g2 a2-c3"), asked("hexxagon:noblocks", ""),
                                asked("boop", "c3 d4 c4 a1"), asked("insert", "a1")}) {
        auto animation = animation_of(request);
        ASSERT_TRUE(animation) << animation.error().text;
        const auto made = animated_gif(animation->pictures, {.each = 0.25, .last = 2});
        ASSERT_TRUE(made) << made.error().text;
        const Read gif = read_gif(*made);
        ASSERT_EQ(gif.frames.size(), animation->pictures.size());
        EXPECT_TRUE(gif.is_endless);
        for (std::size_t i = 0; i < gif.frames.size(); ++i) {
            EXPECT_EQ(gif.delays[i], i + 1 < gif.frames.size() ? 25 : 200);
            const Painting alone = read_png(*png(svg(animation->pictures[i]), 1));
            const Painting& frame = gif.frames[i];
            ASSERT_EQ(std::pair(frame.width, frame.height), std::pair(alone.width, alone.height));
            std::size_t same = 0;
            int most = 0;
            for (std::size_t k = 0; k < alone.bytes.size(); ++k) {
                const int by = std::abs(int(frame.bytes[k]) - int(alone.bytes[k]));
                same += by == 0;
                most = std::max(most, by);
            }
            EXPECT_GT(double(same) / double(alone.bytes.size()), 0.97) << request.game << " " << i;
            EXPECT_LT(most, 64) << request.game << " " << i;
        }
    }
}

// The frames of 200 moves have 40 MB of pixels.
TEST(Gif, TakesHardlyMoreMemoryForMoreMoves) {
    const auto one = animation_of(asked("ataxx", "a2 a6"));
    ASSERT_TRUE(one);
    const auto peak_of = [&](std::size_t moves) {
        std::vector<Diagram> pictures;
        for (std::size_t i = 0; i <= moves; ++i) pictures.push_back(one->pictures[i % one->pictures.size()]);
        const std::size_t before = memory_now;
        memory_peak = before;
        const auto made = animated_gif(pictures, {});
        EXPECT_TRUE(made) << made.error().text;
        return memory_peak - before;
    };
    const std::size_t few = peak_of(50), many = peak_of(200);
    EXPECT_LE(many, few + few / 4);
    EXPECT_LT(many, 30u << 20);
#ifndef COUNTS_NO_MEMORY
    EXPECT_GT(few, 1u << 20) << "it is counted";
#endif
}

// Whenever that is: the converter has ended as well.
TEST(Gif, EndsWhereItIsOver) {
    const auto animation = animation_of(asked("ataxx", "a2 a6 b2 g2 a2-c3"));
    ASSERT_TRUE(animation);
    int most = 0;
    ASSERT_TRUE(animated_gif(animation->pictures, {}, [&] { return ++most, false; }));
    EXPECT_GE(most, 6) << "as each of two sheets is painted, counted and written";
    for (const int end : {1, 2, 3, 4, 5}) {
        int asked = 0;
        const auto made = animated_gif(animation->pictures, {}, [&] { return ++asked >= end; });
        ASSERT_FALSE(made) << end;
        EXPECT_TRUE(made.error().text.ends_with("it was stopped")) << made.error().text;
        EXPECT_LE(asked, end + 1);
        EXPECT_TRUE(waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD);
    }
}

TEST(Gif, OfNoneOrTooManyIsAProblem) {
    EXPECT_FALSE(animated_gif({}, {}));
    const auto one = animation_of(asked("ataxx:size=3x3", ""));
    ASSERT_TRUE(one);
    const std::vector<Diagram> many(501, one->pictures[0]);
    const auto made = animated_gif(many, {});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().text, "picture: no GIF: it has from 1 to 500 pictures, and here are 501");
}

}
}
