// Frames are painted several at once, one below the other on a sheet, as starting the converter takes longer than painting; what
// changes from one to the next is a rectangle of it. Sheets are kept packed and unpacked one at a time, twice: once to choose the colours
// of all, once to write.
#include "pictures/pictures.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gif_lib.h>
#include <memory>
#include <png.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tavoliere {
namespace {

constexpr std::size_t most_pictures = 500;
constexpr int most_pixels_down = 30'000;     // of what the converter paints at once: cairo has 32,767
constexpr int most_pixels_at_once = 3 << 20; // a dozen or so of our boards: 9 MB
constexpr int most_colours = 256;

std::unexpected<Problem> no_gif(std::string_view why) { return problem("picture: no GIF: " + std::string(why)); }

using Colour = std::uint32_t; // 0xRRGGBB

struct Painting {
    int width = 0, height = 0;
    std::vector<png_byte> bytes; // three a pixel, a row after the other

    std::size_t size() const { return bytes.size() / 3; }
    Colour operator[](std::size_t pixel) const {
        const png_byte* const at = &bytes[3 * pixel];
        return Colour(at[0] << 16 | at[1] << 8 | at[2]);
    }
};

// On white, where the picture is transparent.
Expected<Painting> unpacked(const std::string& png) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    const auto ending = [](png_image* i) { png_image_free(i); };
    const std::unique_ptr<png_image, decltype(ending)> end(&image, ending);
    if (!png_image_begin_read_from_memory(&image, png.data(), png.size())) return no_gif(image.message);
    image.format = PNG_FORMAT_RGB;
    Painting out{int(image.width), int(image.height), std::vector<png_byte>(PNG_IMAGE_SIZE(image))};
    const png_color white{255, 255, 255};
    if (!png_image_finish_read(&image, &white, out.bytes.data(), 0, nullptr)) return no_gif(image.message);
    return out;
}

// All pictures, each as large as the first, which has a sheet of its own.
struct Sheets {
    int width = 0, height = 0; // of a picture
    std::vector<std::string> all;

    // Unpacks one after the other.
    Expected<void> each(auto use, const IsOver& is_over) const {
        for (const std::string& packed : all) {
            if (is_over()) return no_gif("it was stopped");
            const auto sheet = unpacked(packed);
            if (!sheet) return std::unexpected(sheet.error());
            if (sheet->width != width || sheet->height % height != 0)
                return no_gif("its pictures are not all of one size");
            use(*sheet);
        }
        return {};
    }
};

Expected<Sheets> painted(std::span<const Diagram> pictures, const IsOver& is_over) {
    auto first = png(svg(pictures[0]), 1, is_over);
    if (!first) return std::unexpected(first.error());
    const auto size = unpacked(*first);
    if (!size) return std::unexpected(size.error());
    Sheets out{size->width, size->height, {std::move(*first)}};
    const int down = std::min(most_pixels_down, most_pixels_at_once / out.width);
    const auto at_once = std::size_t(std::max(1, down / out.height));
    for (std::size_t done = 1; done < pictures.size();) {
        const auto some = pictures.subspan(done, std::min(at_once, pictures.size() - done));
        std::string sheet = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(out.width) +
                            "\" height=\"" + std::to_string(out.height * int(some.size())) + "\">\n";
        for (std::size_t i = 0; i < some.size(); ++i) {
            std::string each = svg(some[i]);
            sheet += each.insert(each.find(' '), " y=\"" + std::to_string(out.height * int(i)) + "\"");
        }
        auto more = png(sheet + "</svg>\n", 1, is_over);
        if (!more) return std::unexpected(more.error());
        out.all.push_back(std::move(*more));
        done += some.size();
    }
    return out;
}

// The most frequent colours, which are those of whole surfaces, as they are; others, which are where two surfaces meet, as the nearest
// of them.
class Palette {
public:
    using Counts = std::unordered_map<Colour, std::size_t>;

    explicit Palette(const Counts& counts) {
        std::vector<std::pair<std::size_t, Colour>> all;
        for (const auto& [colour, count] : counts) all.emplace_back(count, colour);
        std::ranges::sort(all, std::greater());
        for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), most_colours); ++i)
            colours_.push_back(all[i].second);
        for (const auto& [count, colour] : all) numbers_[colour] = nearest(colour);
    }

    GifByteType number(Colour colour) const { return numbers_.at(colour); }
    // Filled up with black to a power of two, as GIF has it.
    std::array<GifColorType, most_colours> table() const {
        std::array<GifColorType, most_colours> out{};
        for (std::size_t i = 0; i < colours_.size(); ++i)
            out[i] = {GifByteType(colours_[i] >> 16), GifByteType(colours_[i] >> 8), GifByteType(colours_[i])};
        return out;
    }

private:
    GifByteType nearest(Colour colour) const {
        const auto apart = [colour](Colour other) {
            int sum = 0;
            for (const int shift : {0, 8, 16}) {
                const int by = int(colour >> shift & 255) - int(other >> shift & 255);
                sum += by * by;
            }
            return sum;
        };
        return GifByteType(std::ranges::min_element(colours_, {}, apart) - colours_.begin());
    }

    std::vector<Colour> colours_;
    std::unordered_map<Colour, GifByteType> numbers_;
};

struct Box {
    int left, top, right, bottom; // the last two are one beyond
};

// What a frame has otherwise than the one before it; a single pixel where that is nothing.
Box changed(std::span<const GifByteType> before, std::span<const GifByteType> after, int width) {
    Box box{width, int(after.size()) / width, 0, 0};
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i] == after[i]) continue;
        const int x = int(i) % width, y = int(i) / width;
        box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x + 1), std::max(box.bottom, y + 1)};
    }
    return box.right == 0 ? Box{0, 0, 1, 1} : box;
}

class Gif {
public:
    Gif(std::string& out, int width, int height, const Palette& palette)
        : width_(width), colours_(GifMakeMapObject(most_colours, palette.table().data()), GifFreeMapObject) {
        const auto write = [](GifFileType* file, const GifByteType* bytes, int count) {
            static_cast<std::string*>(file->UserData)->append(reinterpret_cast<const char*>(bytes), std::size_t(count));
            return count;
        };
        file_ = EGifOpen(&out, write, nullptr);
        is_good_ = file_ && colours_;
        if (!is_good_) return;
        EGifSetGifVersion(file_, true);
        done(EGifPutScreenDesc(file_, width, height, 8, 0, colours_.get()));
        // Over and over: 0 is for ever.
        constexpr std::array<GifByteType, 3> for_ever{1, 0, 0};
        done(EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE));
        done(EGifPutExtensionBlock(file_, 11, "NETSCAPE2.0"));
        done(EGifPutExtensionBlock(file_, 3, for_ever.data()));
        done(EGifPutExtensionTrailer(file_));
    }
    ~Gif() { close(); }
    Gif(const Gif&) = delete;
    Gif& operator=(const Gif&) = delete;

    void add(std::span<const GifByteType> frame, const Box& box, double seconds) {
        if (!is_good_) return;
        const GraphicsControlBlock block{DISPOSE_DO_NOT, false, int(std::min(65535L, std::lround(seconds * 100))),
                                         NO_TRANSPARENT_COLOR};
        std::array<GifByteType, 4> bytes;
        EGifGCBToExtension(&block, bytes.data());
        done(EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, int(bytes.size()), bytes.data()));
        done(EGifPutImageDesc(file_, box.left, box.top, box.right - box.left, box.bottom - box.top, false, nullptr));
        std::vector<GifByteType> row;
        for (int y = box.top; y < box.bottom && is_good_; ++y) {
            const auto* const begin = frame.data() + std::size_t(y) * std::size_t(width_) + box.left;
            row.assign(begin, begin + box.right - box.left);
            done(EGifPutLine(file_, row.data(), int(row.size())));
        }
    }
    // Whether all of it could be written.
    bool close() {
        if (file_) done(EGifCloseFile(std::exchange(file_, nullptr), nullptr));
        return is_good_;
    }

private:
    void done(int how) { is_good_ &= how == GIF_OK; }

    int width_;
    std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> colours_;
    GifFileType* file_ = nullptr;
    bool is_good_ = false;
};

}

Expected<std::string> animated_gif(std::span<const Diagram> pictures, Pace pace, const IsOver& is_over) {
    if (pictures.empty() || pictures.size() > most_pictures)
        return no_gif("it has from 1 to " + std::to_string(most_pictures) + " pictures, and here are " +
                      std::to_string(pictures.size()));
    const auto sheets = painted(pictures, is_over);
    if (!sheets) return std::unexpected(sheets.error());
    Palette::Counts counts;
    const auto count = [&](const Painting& sheet) {
        for (std::size_t i = 0; i < sheet.size(); ++i) ++counts[sheet[i]];
    };
    if (const auto counted = sheets->each(count, is_over); !counted) return std::unexpected(counted.error());
    const Palette palette(counts);
    std::string out;
    Gif gif(out, sheets->width, sheets->height, palette);
    const std::size_t size = std::size_t(sheets->width) * std::size_t(sheets->height);
    std::vector<GifByteType> before, frame(size);
    std::size_t done = 0;
    const auto write = [&](const Painting& sheet) {
        for (std::size_t at = 0; at < sheet.size(); at += size, ++done) {
            for (std::size_t i = 0; i < size; ++i) frame[i] = palette.number(sheet[at + i]);
            const Box box = done ? changed(before, frame, sheets->width) : Box{0, 0, sheets->width, sheets->height};
            gif.add(frame, box, done + 1 < pictures.size() ? pace.each : pace.last);
            before = frame;
        }
    };
    if (const auto written = sheets->each(write, is_over); !written) return std::unexpected(written.error());
    if (!gif.close()) return no_gif("it could not be made");
    return out;
}

}
