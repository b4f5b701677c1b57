#include "openmpi.hpp"
#include "base/loaded_library.hpp"
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <sys/resource.h>
#include <thread>

namespace tavoliere::cli {
namespace {

std::atomic<bool>* to_stop = nullptr; // what the signal's handler sets

// What of Open MPI's interface is used, as its headers have it since it is libmpi.so.40: handles are pointers to the library's
// own objects.
struct Library {
    using Handle = void*;
    int (*MPI_Init)(int*, char***);
    int (*MPI_Finalize)();
    int (*MPI_Comm_rank)(Handle, int*);
    int (*MPI_Comm_size)(Handle, int*);
    int (*MPI_Ialltoall)(const void*, int, Handle, void*, int, Handle, Handle, Handle*);
    int (*MPI_Ialltoallv)(const void*, const int*, const int*, Handle, void*, const int*, const int*, Handle, Handle,
                          Handle*);
    int (*MPI_Iallreduce)(const void*, void*, int, Handle, Handle, Handle, Handle*);
    int (*MPI_Test)(Handle*, int*, void*);
    char *all, *byte, *whole, *number, *sum, *most, *any;
};

const Library* library() {
    static const std::optional<Library> loaded = []() -> std::optional<Library> {
        // Its own plugins look for its names among those that all see.
        LoadedLibrary file({"libmpi.so.40"}, RTLD_GLOBAL);
        Library all{};
#define LOAD(name) file.find(#name, all.name)
        LOAD(MPI_Init), LOAD(MPI_Finalize), LOAD(MPI_Comm_rank), LOAD(MPI_Comm_size);
        LOAD(MPI_Ialltoall), LOAD(MPI_Ialltoallv), LOAD(MPI_Iallreduce), LOAD(MPI_Test);
#undef LOAD
        file.find("ompi_mpi_comm_world", all.all);
        file.find("ompi_mpi_byte", all.byte);
        file.find("ompi_mpi_int", all.whole);
        file.find("ompi_mpi_uint64_t", all.number);
        file.find("ompi_mpi_op_sum", all.sum);
        file.find("ompi_mpi_op_max", all.most);
        file.find("ompi_mpi_op_bor", all.any);
        return file.is_whole() ? std::optional(all) : std::nullopt;
    }();
    return loaded ? &*loaded : nullptr;
}

class Joined final : public OpenMpi {
public:
    Joined(const Library& mpi, std::atomic<bool>& stop) : mpi_(mpi), stop_(stop) {
        mpi_.MPI_Init(nullptr, nullptr);
        mpi_.MPI_Comm_size(mpi_.all, &count_);
        mpi_.MPI_Comm_rank(mpi_.all, &me_);
    }
    int count() const override { return count_; }
    int me() const override { return me_; }

    void exchange(const std::vector<Bytes>& out, std::vector<Bytes>& in) override {
        const auto n = std::size_t(count_);
        std::vector<int>&sent = counts_[0], &got = counts_[1], &sent_at = counts_[2], &got_at = counts_[3];
        for (auto& counts : counts_) counts.assign(n, 0);
        all_out_.clear();
        for (std::size_t r = 0; r < n; ++r) {
            sent_at[r] = int(all_out_.size());
            sent[r] = int(out[r].size());
            all_out_.insert(all_out_.end(), out[r].begin(), out[r].end());
            if (int(r) == me_ || out[r].empty()) continue;
            ++costs_.messages;
            costs_.bytes += out[r].size();
        }
        Library::Handle request = nullptr;
        if (!is_lost_) mpi_.MPI_Ialltoall(sent.data(), 1, mpi_.whole, got.data(), 1, mpi_.whole, mpi_.all, &request);
        wait_for(request);
        std::size_t size = 0;
        for (std::size_t r = 0; r < n; ++r) {
            got_at[r] = int(size);
            size += std::size_t(got[r]);
        }
        if (std::max(all_out_.size(), size) > INT_MAX) { // a batch has some megabytes
            std::fprintf(stderr, "tavoliere: solve: more than 2 GB would go to one process at once\n");
            std::_Exit(1); // and so end all
        }
        all_in_.resize(size);
        if (!is_lost_)
            mpi_.MPI_Ialltoallv(all_out_.data(), sent.data(), sent_at.data(), mpi_.byte, all_in_.data(), got.data(),
                                got_at.data(), mpi_.byte, mpi_.all, &request);
        wait_for(request);
        in.resize(n);
        for (std::size_t r = 0; r < n; ++r) {
            const auto begin = all_in_.begin() + got_at[r];
            in[r].assign(begin, is_lost_ ? begin : begin + got[r]);
        }
    }
    void combine(std::span<std::uint64_t> numbers, Combining how) override {
        if (is_lost_) return;
        const Library::Handle by = how == Combining::sum ? mpi_.sum : how == Combining::most ? mpi_.most : mpi_.any;
        own_.assign(numbers.begin(), numbers.end());
        combined_.resize(own_.size());
        Library::Handle request = nullptr;
        mpi_.MPI_Iallreduce(own_.data(), combined_.data(), int(own_.size()), mpi_.number, by, mpi_.all, &request);
        wait_for(request);
        if (!is_lost_) std::ranges::copy(combined_, numbers.begin());
    }
    void finish() override {
        if (!is_lost_) mpi_.MPI_Finalize();
    }
    bool is_lost() const override { return is_lost_; }

    Costs costs() override {
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        const auto micro = std::uint64_t(1e6 * double(std::clock()) / CLOCKS_PER_SEC);
        std::array<std::uint64_t, 4> sums{costs_.messages, costs_.bytes, costs_.meetings, micro};
        std::array<std::uint64_t, 2> most{std::uint64_t(used.ru_maxrss) << 10, micro};
        combine(sums, Combining::sum);
        combine(most, Combining::most);
        return {
            sums[0], sums[1], sums[2] / std::uint64_t(count_), most[0], double(sums[3]) / 1e6, double(most[1]) / 1e6};
    }

private:
    static constexpr int tests_before_sleeping = 200;
    static constexpr std::chrono::microseconds nap{50};
    static constexpr std::chrono::milliseconds grace{200}; // mpirun kills after a second

    // Gives the processor away while the others are not there: they may need it.
    void wait_for(Library::Handle& request) {
        if (!request) return;
        ++costs_.meetings;
        auto end = std::chrono::steady_clock::time_point::max();
        for (int tests = 0, is_done = 0;; ++tests) {
            mpi_.MPI_Test(&request, &is_done, nullptr);
            if (is_done) return;
            if (tests > tests_before_sleeping) std::this_thread::sleep_for(nap);
            if (!stop_) continue;
            const auto now = std::chrono::steady_clock::now();
            end = std::min(end, now + grace);
            if (now >= end) break;
        }
        is_lost_ = true;
        request = nullptr;
    }

    const Library& mpi_;
    std::atomic<bool>& stop_;
    int count_ = 1, me_ = 0;
    bool is_lost_ = false;
    Costs costs_;
    // What is on its way, even where nobody waits for it any more.
    Bytes all_out_, all_in_;
    std::array<std::vector<int>, 4> counts_;
    std::vector<std::uint64_t> own_, combined_;
};

}

Expected<std::unique_ptr<OpenMpi>> OpenMpi::join(std::atomic<bool>& stop) {
    if (!std::getenv("OMPI_COMM_WORLD_SIZE")) {
        const char* const others = std::getenv("PMI_SIZE"); // of MPICH and its kin
        if (others && std::atoi(others) > 1)
            return problem(
                "solve: this was started by another MPI; by mpirun of Open MPI several processes solve together");
        return nullptr;
    }
    const Library* const mpi = library();
    if (!mpi)
        return problem(
            "solve: mpirun started this, and libmpi.so.40 of Open MPI is not there; in Debian it is libopenmpi3");
    to_stop = &stop;
    std::signal(SIGTERM, [](int) { *to_stop = true; });
    return std::make_unique<Joined>(*mpi, stop);
}

}
