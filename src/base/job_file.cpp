#include "base/job_file.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

namespace tavoliere {
namespace {

constexpr std::string_view beginning = "tavoliere job 1";

std::vector<std::string_view> parts_of(std::string_view settings) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at <= settings.size();) {
        const std::size_t end = std::min(settings.find("; ", at), settings.size());
        out.push_back(settings.substr(at, end - at));
        at = end + 2;
    }
    return out;
}

}

std::string first_difference(std::string_view its, std::string_view ours) {
    const auto theirs = parts_of(its), mine = parts_of(ours);
    for (std::size_t i = 0; i < std::max(theirs.size(), mine.size()); ++i) {
        const std::string a(i < theirs.size() ? theirs[i] : ""), b(i < mine.size() ? mine[i] : "");
        if (a != b) return "it has \"" + a + "\" where this one has \"" + b + "\"";
    }
    return {};
}

std::string hex(std::uint64_t sum) {
    char out[17];
    std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(sum));
    return out;
}

// Of settings that are too long for a line that is read back, their checksum.
JobFile::JobFile(std::string path, std::string job, const std::string& settings)
    : path_(std::move(path)), job_(std::move(job)),
      settings_(settings.size() < 9000 ? as_one_line(settings) : "checksum=" + hex(checksum(settings))) {}

std::unexpected<Problem> JobFile::wrong(const std::string& what) const {
    return problem("checkpoint " + in_quotes(path_) + ": " + what + "; remove it to begin anew");
}

std::string JobFile::path_for(const std::string& out) {
    return need_plain_if_there(out, file_kind::job) ? out + ".checkpoint" : "";
}

Expected<std::optional<std::string>> JobFile::load() const {
    if (path_.empty() || !file_exists(path_)) return std::nullopt;
    auto file = FileReader::open(path_, file_kind::job);
    if (!file) return std::unexpected(file.error());
    std::string line, job, settings;
    if (!file->read_line(line) || line != beginning || !file->read_line(job) || !file->read_line(settings))
        return wrong("it does not begin as one of a job does");
    std::uint64_t sum = 0, said = 0;
    const bool has_sum = file->left() >= sizeof said;
    std::string state(has_sum ? file->left() - sizeof said : 0, '\0');
    const bool is_read = has_sum && file->read(state.data(), state.size());
    sum = file->checksum();
    if (!is_read || !file->read(&said, sizeof said) || said != sum || !file->at_end())
        return wrong("its checksum is wrong: it was changed or cut off");
    if (job != job_) return wrong("it is of " + in_quotes(job) + " and not of " + in_quotes(job_));
    if (settings != settings_) return wrong("it is of other settings: " + first_difference(settings, settings_));
    return state;
}

Expected<void> JobFile::save(std::string_view state) {
    if (path_.empty()) return {};
    const auto begin = Clock::now();
    auto file = WholeFile::create(path_);
    if (!file) return std::unexpected(file.error());
    file->write(std::string(beginning) + "\n" + job_ + "\n" + settings_ + "\n");
    file->write(state);
    const std::uint64_t sum = file->checksum();
    file->write(&sum, sizeof sum);
    auto done = file->finish();
    next_ = Clock::now() + 20 * (Clock::now() - begin);
    return done;
}

void JobFile::remove(const std::string& path) {
    if (!path.empty()) std::remove(path.c_str());
}

void StateReader::copy(void* to, std::size_t count) {
    is_whole_ = is_whole_ && count <= left_.size();
    if (!is_whole_) return;
    std::memcpy(to, left_.data(), count);
    left_.remove_prefix(count);
}

}
