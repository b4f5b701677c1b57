// The module tavoliere._core: what it has is in the files beside this one.
#include "common.hpp"

PYBIND11_MODULE(_core, module) {
    pybind11::options options;
    options.disable_function_signatures(); // the stubs have them, with better types
    module.attr("__version__") = TAVOLIERE_VERSION;
    tavoliere::python::add_states(module);
    tavoliere::python::add_batches(module);
}
