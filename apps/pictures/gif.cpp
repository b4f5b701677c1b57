// Frames are painted several at once, one below the other in one picture, as starting the converter takes longer than painting; what
// changes from one to the next is a rectangle of it.
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
constexpr int most_pixels_down = 30'000; // of what the converter paints at once: cairo has 32,767
constexpr int most_colours = 256;

std::unexpected<Problem> no_gif(std::string_view why) { return problem("picture: no GIF: " + std::string(why)); }

// A row after the other, of whole colours: 0xRRGGBB.
struct Painting {
    int width = 0, height = 0;
    std::vector<std::uint32_t> pixels;
};

// On white, where the picture is transparent.
Expected<Painting> painting_of(const std::string& png) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    const auto ending = [](png_image* i) { png_image_free(i); };
    const std::unique_ptr<png_image, decltype(ending)> end(&image, ending);
    if (!png_image_begin_read_from_memory(&image, png.data(), png.size())) return no_gif(image.message);
    image.format = PNG_FORMAT_RGB;
    std::vector<png_byte> bytes(PNG_IMAGE_SIZE(image));
    const png_color white{255, 255, 255};
    if (!png_image_finish_read(&image, &white, bytes.data(), 0, nullptr)) return no_gif(image.message);
    Painting out{int(image.width), int(image.height), {}};
    out.pixels.reserve(bytes.size() / 3);
    for (std::size_t i = 0; i + 2 < bytes.size(); i += 3)
        out.pixels.push_back(std::uint32_t(bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2]));
    return out;
}

Expected<Painting> painted(const std::string& svg) {
    const auto made = png(svg, 1);
    if (!made) return std::unexpected(made.error());
    return painting_of(*made);
}

// All pictures, one after the other, each as large as the first.
Expected<Painting> all_painted(std::span<const Diagram> pictures) {
    auto all = painted(svg(pictures[0]));
    if (!all) return all;
    const int width = all->width, height = all->height;
    const auto at_once = std::size_t(std::max(1, most_pixels_down / height));
    for (std::size_t done = 1; done < pictures.size();) {
        const auto some = pictures.subspan(done, std::min(at_once, pictures.size() - done));
        std::string sheet = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(width) +
                            "\" height=\"" + std::to_string(height * int(some.size())) + "\">\n";
        for (std::size_t i = 0; i < some.size(); ++i) {
            std::string each = svg(some[i]);
            sheet += each.insert(each.find(' '), " y=\"" + std::to_string(height * int(i)) + "\"");
        }
        const auto more = painted(sheet + "</svg>\n");
        if (!more) return more;
        if (more->width != width || more->height != height * int(some.size()))
            return no_gif("its pictures are not all of one size");
        all->pixels.insert(all->pixels.end(), more->pixels.begin(), more->pixels.end());
        done += some.size();
    }
    all->height = height;
    return all;
}

// The most frequent colours, which are those of whole surfaces, as they are; others, which are where two surfaces meet, as the nearest
// of them.
class Palette {
public:
    explicit Palette(std::span<const std::uint32_t> pixels) {
        std::unordered_map<std::uint32_t, std::size_t> counts;
        for (const auto pixel : pixels) ++counts[pixel];
        std::vector<std::pair<std::size_t, std::uint32_t>> all;
        for (const auto& [colour, count] : counts) all.emplace_back(count, colour);
        std::ranges::sort(all, std::greater());
        for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), most_colours); ++i)
            colours_.push_back(all[i].second);
        for (const auto& [count, colour] : all) numbers_[colour] = nearest(colour);
    }

    GifByteType number(std::uint32_t colour) const { return numbers_.at(colour); }
    // Filled up with black to a power of two, as GIF has it.
    std::array<GifColorType, most_colours> table() const {
        std::array<GifColorType, most_colours> out{};
        for (std::size_t i = 0; i < colours_.size(); ++i)
            out[i] = {GifByteType(colours_[i] >> 16), GifByteType(colours_[i] >> 8), GifByteType(colours_[i])};
        return out;
    }

private:
    GifByteType nearest(std::uint32_t colour) const {
        const auto apart = [colour](std::uint32_t other) {
            int sum = 0;
            for (const int shift : {0, 8, 16}) {
                const int by = int(colour >> shift & 255) - int(other >> shift & 255);
                sum += by * by;
            }
            return sum;
        };
        return GifByteType(std::ranges::min_element(colours_, {}, apart) - colours_.begin());
    }

    std::vector<std::uint32_t> colours_;
    std::unordered_map<std::uint32_t, GifByteType> numbers_;
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

Expected<std::string> animated_gif(std::span<const Diagram> pictures, Pace pace) {
    if (pictures.empty() || pictures.size() > most_pictures)
        return no_gif("it has from 1 to " + std::to_string(most_pictures) + " pictures, and here are " +
                      std::to_string(pictures.size()));
    const auto all = all_painted(pictures);
    if (!all) return std::unexpected(all.error());
    const Palette palette(all->pixels);
    std::vector<GifByteType> numbers(all->pixels.size());
    std::ranges::transform(all->pixels, numbers.begin(), [&](std::uint32_t colour) { return palette.number(colour); });
    const std::size_t size = std::size_t(all->width) * std::size_t(all->height);
    const auto frame = [&](std::size_t i) { return std::span(numbers).subspan(i * size, size); };
    std::string out;
    Gif gif(out, all->width, all->height, palette);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const Box box = i ? changed(frame(i - 1), frame(i), all->width) : Box{0, 0, all->width, all->height};
        gif.add(frame(i), box, i + 1 < pictures.size() ? pace.each : pace.last);
    }
    if (!gif.close()) return no_gif("it could not be made");
    return out;
}

}
