#include "solve/table_file.hpp"
#include "base/file.hpp"
#include "game/options.hpp"
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>

namespace tavoliere {
namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian and read as they are");
constexpr std::string_view magic = "tavoliere table 1";

// How likely a bit is 0, of 2,048; and what one more of them teaches.
class Chance {
public:
    std::uint32_t zero() const { return zero_; }
    void learn(bool bit) { zero_ = std::uint16_t(bit ? zero_ - (zero_ >> 5) : zero_ + ((2048 - zero_) >> 5)); }

private:
    std::uint16_t zero_ = 1024;
};

// A range coder, as LZMA has it. The interval [low, low + range) is a number's that begins with the bytes written; each
// bit keeps the share of it that its chance gives. A carry out of `low` reaches back over the bytes 255 held back.
class Encoder {
public:
    void put(Chance& c, bool bit) {
        const std::uint32_t bound = (range_ >> 11) * c.zero();
        if (bit) {
            low_ += bound;
            range_ -= bound;
        } else {
            range_ = bound;
        }
        c.learn(bit);
        for (; range_ < 1u << 24; range_ <<= 8) shift();
    }
    void finish() {
        for (int i = 0; i < 5; ++i) shift();
    }
    std::string& out() { return out_; } // what is done; it may be taken away

private:
    void shift() {
        if (low_ < 0xff000000 || low_ >> 32) {
            const auto carry = char(low_ >> 32);
            out_.push_back(char(held_ + carry));
            for (; more_; --more_) out_.push_back(char(255 + carry));
            held_ = char(low_ >> 24);
        } else {
            ++more_;
        }
        low_ = (low_ & 0x00ffffff) << 8;
    }

    std::string out_;
    std::uint64_t low_ = 0, more_ = 0; // more_: bytes 255 after the one held back
    std::uint32_t range_ = ~std::uint32_t{0};
    char held_ = 0;
};

class Decoder {
public:
    explicit Decoder(std::string_view in) : in_(in) {
        for (int i = 0; i < 5; ++i) code_ = code_ << 8 | next();
    }
    bool get(Chance& c) {
        const std::uint32_t bound = (range_ >> 11) * c.zero();
        const bool bit = code_ >= bound;
        if (bit) {
            code_ -= bound;
            range_ -= bound;
        } else {
            range_ = bound;
        }
        c.learn(bit);
        for (; range_ < 1u << 24; range_ <<= 8) code_ = code_ << 8 | next();
        return bit;
    }
    bool is_at_end() const { return at_ == in_.size(); }

private:
    std::uint32_t next() { return at_ < in_.size() ? static_cast<unsigned char>(in_[at_++]) : 0u; }

    std::string_view in_;
    std::size_t at_ = 0;
    std::uint32_t code_ = 0, range_ = ~std::uint32_t{0};
};

// What is learned of the values of a layer. A coder is either of the two above: `bit(chance, b)` writes b, or gives it.
struct Model {
    Chance same[256][4];    // as the value before; by that, and whether the two before were as theirs
    Chance digit[256][256]; // of a value, by the value before and the digits above it

    template <class F> std::uint8_t value(std::uint8_t before, unsigned& history, std::uint8_t v, F bit) {
        const bool is_same = bit(same[before][history & 3], v == before);
        history = history << 1 | unsigned(is_same);
        if (is_same) return before;
        unsigned digits = 1;
        for (int i = 7; i >= 0; --i) digits = digits << 1 | unsigned(bit(digit[before][digits], v >> i & 1));
        return std::uint8_t(digits);
    }
};

std::string head_text(const TableHead& head) {
    const TableCounts& c = head.counts;
    char text[512];
    std::snprintf(text, sizeof text,
                  "\nrules %016" PRIx64 "\ncounts %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                  " %d\nlayers %d from %d\n\n",
                  head.rules, c.won, c.lost, c.ended, c.drawn, c.longest, head.layers, head.from);
    return std::string(magic) + "\nvariant " + head.variant + text;
}

std::optional<TableHead> parse_head(const std::string& text) {
    const std::string begin = std::string(magic) + "\nvariant ";
    const std::size_t end = text.find('\n', begin.size());
    if (!text.starts_with(begin) || end == text.npos) return {};
    TableHead head{.variant = text.substr(begin.size(), end - begin.size())};
    TableCounts& c = head.counts;
    const int read =
        std::sscanf(text.c_str() + end,
                    "\nrules %" SCNx64 "\ncounts %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %d\nlayers %d from %d",
                    &head.rules, &c.won, &c.lost, &c.ended, &c.drawn, &c.longest, &head.layers, &head.from);
    if (read != 8 || head_text(head) != text) return {};
    return head;
}

void put(WholeFile& f, std::uint64_t n) { f.write(&n, sizeof n); }
bool take(FileReader& f, std::uint64_t& n) { return f.read(&n, sizeof n); }

// A layer may have a gigabyte: all that is done with its values or bytes is done in pieces, a millisecond or two each.
constexpr std::size_t piece = 1 << 16;

// f(from, to) for each piece of `size`. False where `is_over` ended it.
template <class F> bool in_pieces(std::size_t size, const IsOver& is_over, F f) {
    for (std::size_t from = 0; from < size; from += piece) {
        if (is_over()) return false;
        f(from, std::min(from + piece, size));
    }
    return true;
}

class ValuesInMemory final : public TableSource {
public:
    explicit ValuesInMemory(const TableValues& values) : values_(values) {}
    std::size_t size(int layer) const override { return values_[std::size_t(layer)].size(); }
    bool is_wide(int layer) const override { return values_[std::size_t(layer)].is_wide(); }
    void read(int layer, bool high, std::size_t from, std::vector<std::uint8_t>& bytes) override {
        const LayerValues& values = values_[std::size_t(layer)];
        bytes.clear();
        for (std::size_t i = from, to = std::min(from + piece, values.size()); i < to; ++i)
            bytes.push_back(std::uint8_t(values.at(i).code() >> (high ? 8 : 0)));
    }

private:
    const TableValues& values_;
};

// Compresses values that come piece by piece.
class Compressor {
public:
    void add(std::span<const std::uint8_t> values) {
        for (const std::uint8_t v : values)
            before_ = model_->value(before_, history_, v, [&](Chance& c, bool bit) {
                coder_.put(c, bit);
                return bit;
            });
    }
    void finish() { coder_.finish(); }
    std::string& out() { return coder_.out(); }

private:
    std::unique_ptr<Model> model_ = std::make_unique<Model>();
    Encoder coder_;
    std::uint8_t before_ = 0;
    unsigned history_ = 0;
};

// The low byte of each value, then the high one where a layer has two. How many bytes they become is known behind them, and their
// checksum begins with it. False where `is_over` ended it.
bool put_layer(WholeFile& file, TableSource& values, int layer, const IsOver& is_over) {
    const std::size_t size = values.size(layer), bytes = values.is_wide(layer) ? 2 : 1;
    put(file, size * bytes);
    const std::uint64_t place = file.size();
    put(file, 0);
    Compressor coder;
    std::vector<std::uint8_t> some;
    const auto write_out = [&] {
        file.write(coder.out());
        coder.out().clear();
    };
    for (std::size_t k = 0; k < bytes; ++k)
        for (std::size_t at = 0; at < size; at += some.size()) {
            if (is_over()) return false;
            values.read(layer, k == 1, at, some);
            coder.add(some);
            if (coder.out().size() >= piece) write_out();
        }
    coder.finish();
    write_out();
    const std::uint64_t begin = place + sizeof place, written = file.size() - begin;
    file.rewrite(place, &written, sizeof written);
    Checksum sum = Checksum::sized(written);
    some.resize(piece);
    const bool is_whole = in_pieces(written, is_over, [&](std::size_t from, std::size_t to) {
        file.read_back(begin + from, some.data(), to - from);
        sum.add(some.data(), to - from);
    });
    put(file, sum.value());
    return is_whole;
}

LayerValues values_of(std::vector<std::uint8_t> bytes, std::size_t size, const IsOver& is_over) {
    if (bytes.size() == size) return LayerValues(std::move(bytes));
    std::vector<std::uint16_t> codes;
    codes.reserve(size);
    in_pieces(size, is_over, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) codes.push_back(std::uint16_t(bytes[i] | bytes[size + i] << 8));
    });
    return LayerValues(std::move(codes));
}

// So many bytes that have their checksum behind them.
bool take_summed(FileReader& f, std::size_t size, std::string& bytes, const IsOver& is_over) {
    Checksum sum = Checksum::sized(size);
    bytes.reserve(size);
    bool is_there = true;
    in_pieces(size, is_over, [&](std::size_t from, std::size_t to) {
        bytes.resize(to);
        is_there = is_there && f.read(&bytes[from], to - from);
        sum.add(&bytes[from], to - from);
    });
    std::uint64_t said = 0;
    return is_there && take(f, said) && said == sum.value();
}

// The lines up to the empty one, with their ends.
std::string take_head(FileReader& f) {
    constexpr std::size_t most = 4096;
    std::string text;
    for (char c; text.size() < most && !text.ends_with("\n\n") && f.read(&c, 1);) text.push_back(c);
    return text;
}

}

std::string compressed(const std::vector<std::uint8_t>& values, const IsOver& is_over) {
    Compressor coder;
    in_pieces(values.size(), is_over,
              [&](std::size_t from, std::size_t to) { coder.add(std::span(values).subspan(from, to - from)); });
    coder.finish();
    return std::move(coder.out());
}

bool expand(std::string_view bytes, std::vector<std::uint8_t>& values, const IsOver& is_over) {
    const auto model = std::make_unique<Model>();
    Decoder in(bytes);
    std::uint8_t before = 0;
    unsigned history = 0;
    in_pieces(values.size(), is_over, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            before = values[i] = model->value(before, history, 0, [&](Chance& c, bool) { return in.get(c); });
    });
    return in.is_at_end();
}

std::unique_ptr<TableSource> in_memory(const TableValues& values) { return std::make_unique<ValuesInMemory>(values); }

std::string table_path(std::string_view directory, std::string_view variant) {
    std::string name(variant);
    for (char& c : name)
        if (c == ':') c = ',';
    return std::string(directory) + "/" + name + ".table";
}

Expected<std::optional<std::string>> table_variant(const std::string& path) {
    auto file = FileReader::open(path, file_kind::table);
    if (!file) return std::unexpected(file.error());
    const std::string text = take_head(*file);
    if (!text.starts_with(magic)) return std::optional<std::string>();
    const auto head = parse_head(text);
    std::uint64_t sum = 0;
    if (!head || !take(*file, sum) || sum != checksum(text))
        return problem("table: " + in_quotes(path) + " is broken; delete it, and solve makes it again");
    return head->variant;
}

Expected<bool> write_table(const std::string& path, const TableHead& head, const TableValues& values,
                           const IsOver& is_over) {
    return write_table(path, head, *in_memory(values), is_over);
}

Expected<bool> write_table(const std::string& path, const TableHead& head, TableSource& values, const IsOver& is_over) {
    auto file = WholeFile::create(path);
    if (!file) return std::unexpected(file.error());
    const std::string text = head_text(head);
    file->write(text);
    put(*file, checksum(text));
    for (int n = head.layers - 1; n >= head.from; --n)
        if (!put_layer(*file, values, n, is_over)) return false;
    if (auto done = file->finish(); !done) return std::unexpected(done.error());
    return true;
}

Expected<std::optional<TableHead>> read_table(const std::string& path, const TableHead& expected,
                                              const std::vector<std::size_t>& sizes, TableValues& values,
                                              const IsOver& is_over) {
    const auto refused = [&](const std::string& why) {
        return problem("table: " + in_quotes(path) + " " + why + "; delete it, and solve makes it again");
    };
    const auto broken = [&] { return refused("is broken"); };
    auto file = FileReader::open(path, file_kind::table);
    if (!file) return problem("table: " + file.error().text);
    std::uint64_t sum = 0;
    const std::string text = take_head(*file);
    if (!text.starts_with(magic)) return refused("is no table of this version");
    auto head = parse_head(text);
    if (!take(*file, sum) || sum != checksum(text) || !head) return broken();
    if (head->variant != expected.variant) return refused("is for " + head->variant + ", not " + expected.variant);
    if (head->rules != expected.rules) return refused("was made for other rules of " + head->variant);
    if (std::size_t(head->layers) != sizes.size() || head->from < 0 || head->from > head->layers) return broken();

    values.assign(sizes.size(), {});
    for (int n = head->layers - 1; n >= head->from; --n) {
        const std::size_t size = sizes[std::size_t(n)];
        std::uint64_t plain = 0, bytes = 0;
        // What cannot be compressed takes a little more than it is.
        if (!take(*file, plain) || !take(*file, bytes) || (plain != size && plain != 2 * size) ||
            bytes > std::min(2 * plain + 64, file->left())) // so that nobody makes room for what is not there
            return broken();
        std::string block;
        std::vector<std::uint8_t> expanded;
        const bool is_good =
            take_summed(*file, bytes, block, is_over) && (expanded.resize(plain), expand(block, expanded, is_over));
        if (is_over()) return std::optional<TableHead>(); // whatever it looked like
        if (!is_good) return broken();
        values[std::size_t(n)] = values_of(std::move(expanded), size, is_over);
        if (is_over()) return std::optional<TableHead>();
    }
    if (!file->at_end()) return broken();
    return head;
}

}
