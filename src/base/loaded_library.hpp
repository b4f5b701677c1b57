// A library that is loaded when it is wanted, so that the program runs where it is not installed.
#pragma once
#include <dlfcn.h>
#include <initializer_list>

namespace tavoliere {

class LoadedLibrary {
public:
    // The first of these that there is. It stays loaded.
    explicit LoadedLibrary(std::initializer_list<const char*> names, int visibility = RTLD_LOCAL) {
        for (const char* const name : names)
            if (!file_) file_ = dlopen(name, RTLD_NOW | visibility);
        is_whole_ = file_ != nullptr;
    }
    // The function or object of that name, by a pointer of the type that its documentation gives; null where there is none.
    template <class Function> void find(const char* name, Function& function) {
        function = file_ ? reinterpret_cast<Function>(dlsym(file_, name)) : nullptr;
        is_whole_ = is_whole_ && function;
    }
    // Whether the library and all that was looked for are there.
    bool is_whole() const { return is_whole_; }

private:
    void* file_ = nullptr;
    bool is_whole_ = false;
};

}
