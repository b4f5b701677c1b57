// Any bytes as a text: whatever they are, what is shown of them is one line of UTF-8, and good text is shown as it is.
#include "base/text.hpp"
#include "base/json.hpp"
#include "fuzz.hpp"

void tavoliere::fuzz::try_one(std::string_view input) {
    for (const std::string& shown : {printable(input), in_quotes(input), as_one_line(input), json_string(input)})
        require(is_one_line(shown), "what is shown is one line of plain UTF-8");
    if (is_one_line(input))
        require(printable(input) == input && as_one_line(input) == input, "a plain text is shown as it is");
    require(need_one_line("text", input).has_value() == is_one_line(input), "what is refused is what is not plain");
    const std::string text = plain_text(std::string(input));
    require(text.empty() || text.ends_with('\n'), "a text's last line has an end");
}
