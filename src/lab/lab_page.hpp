// The laboratory's report as one page of HTML: tables, and plots as SVG; no script, for light and dark screens and for print.
#pragma once
#include "lab/measures.hpp"

namespace tavoliere {

// In English, or where `language` is "it" in Italian. `command` is what made it, for who wants to repeat it.
std::string lab_page(const LabPlan& plan, const LabRun& run, const std::vector<LabReport>& reports,
                     std::string_view command, std::string_view language);

}
