// Files as they are read and written.
#include "base/checksum.hpp"
#include <gtest/gtest.h>
#include <string_view>

namespace tavoliere {
namespace {

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
