// Training a network: gradient descent (Adam: Kingma and Ba, 2015) on the difference between its value of a position
// and those that a search and the game's result give.
//
// It may begin with an existing network; the games that trained that one are not needed.
//
// Training is quantisation-aware: weights stay where the network's integers can hold them, and the loss that is reported
// at the end is the quantised network's own.
#pragma once
#include "eval/network.hpp"
#include "training/samples.hpp"
#include <memory>

namespace tavoliere::training {

struct TrainPlan {
    std::shared_ptr<const Network> from; // whose weights it begins with, of the same shape; none: small random ones
    std::string inputs = "corners";
    int hidden = 128, buckets = 8;
    int epochs = 20;
    int batch = 16384;
    double rate = 0.002; // of learning, at first; it falls to a hundredth along a cosine
    double mix = 0.5;    // how much of the target is the search's score; the rest is the game's result
    int least = 1;       // codes seen fewer times get no weights
    int windows = 0; // weights leave room in the sums for so many windows, where a larger board has more than this one
    int step = 1;    // the windows' weights are multiples of this: the larger, the smaller the file when compressed
    std::uint64_t seed = 1;
    int threads = 1; // the result is the same for any number
    std::string checkpoint =
        {}; // a file to save each epoch in, and to go on from; none: nothing is kept (see base/job_file.hpp)
};

struct Epoch {
    int number;
    double loss, held_out_loss; // mean squared difference of the expected share of the point
    double positions_a_second;
    bool was_there = false; // in the checkpoint, from a run before this
};

struct Trained {
    Network network;
    double quantised_loss; // of the network as it will be used, on the games held out
    std::vector<Epoch> epochs;
};

// The result is the same for the same samples and plan, however often it was killed and went on from its checkpoint, which stays
// there until the caller has written the network. Stops after the epoch in which `stop` is set, with what it has. A problem: the
// checkpoint is of other samples or another plan, or cannot be written.
Expected<Trained> train(const Samples& samples, const TrainPlan& plan, const GameSession& game,
                        const std::function<void(const Epoch&)>& report, const std::atomic<bool>& stop);

// Both losses over the epochs, as a picture.
std::string loss_svg(const std::vector<Epoch>& epochs, const std::string& title);

}
