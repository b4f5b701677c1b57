#pragma once

namespace tavoliere::cli {

// "1.0.0 (b018012)", with a + behind the commit where files have changed since. Made at every build by cmake/version.cmake.
extern const char* const version;

}
