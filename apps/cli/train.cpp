// train: a network out of games of self-play.
#include "base/job_file.hpp"
#include "common.hpp"
#include "game/options.hpp"
#include "training/requests.hpp"
#include "training/serving.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

using training::TrainRequest;

// The plan of a network that begins as another, whose shape it has.
training::TrainPlan plan_from(std::shared_ptr<const Network> from, training::TrainPlan plan) {
    plan.inputs = from->inputs;
    plan.hidden = from->hidden;
    plan.buckets = from->buckets;
    plan.from = std::move(from);
    return plan;
}

// One line that says how the network came about.
std::string made(const training::TrainPlan& plan, const std::string& note, const training::Samples& samples,
                 const training::Trained& t) {
    std::string games;
    for (std::size_t i = 0; i < samples.headers.size(); ++i)
        games += (i ? " + " : "") + samples.headers[i] + fmt::format(" with score unit {:.0f}", samples.units[i]);
    return fmt::format(
        "{} games, {} positions of {}; inputs {}, hidden {}, buckets {}, epochs {}, batch {}, rate {}, mix "
        "{}, least {}, step {}, seed {}{}{}; loss {:.5f}{}",
        samples.games, samples.size(), games, plan.inputs, plan.hidden, plan.buckets, t.epochs.size(), plan.batch,
        plan.rate, plan.mix, plan.least, plan.step, plan.seed,
        plan.windows ? fmt::format(", room for {} windows", plan.windows) : "",
        plan.from ? fmt::format(", from {:016x}", plan.from->checksum) : "", t.quantised_loss,
        note.empty() ? "" : "; " + note);
}

void tell_who_is_not_served(const Network& network) {
    if (const auto who = training::not_served(network))
        fmt::print(stderr, "tavoliere: train: it does not serve {}\n", printable(*who));
}

// A network as it is, for more variants than it was made for.
void serve_more(const TrainRequest& o) {
    const std::string file = need(read_whole(o.from, file_kind::network));
    const auto game = need(open(variant_of_network(file)));
    Network network = *need(read_network(file, game->geometry(), game->shape()));
    if (!open_options(split(network.game, ' ').front()).empty() && patterns_of_network(file).empty())
        fail("--from: " + printable(o.from) +
             " is for any board and does not say how its windows lie, as version 1.0 left it; "
             "it is to be trained again");
    network.game = need(training::variants_served(network.game, o.any, o.also));
    need(training::need_shared(*game, o.any, network.inputs, network.patterns));
    for (const std::string& also : o.also) {
        const auto other = need(open(also));
        need(read_network(file, other->geometry(), other->shape()));
    }
    need(write_whole(o.out, network_file(network)));
    fmt::print("{}: for {}\n", printable(o.out), network.game);
    tell_who_is_not_served(network);
}

void train(const TrainRequest& o) {
    std::vector<NamedFile> read{{"--from", o.from}};
    for (const std::string& file : o.files) read.push_back({"FILE", file});
    const std::string checkpoint = JobFile::path_for(o.out);
    need_apart(std::vector(read.begin() + 1, read.end()), {}); // or games that are held out would be learned
    need_apart({{"--out", o.out}, {"--plot", o.plot}, {"the checkpoint", checkpoint}}, read);
    if (o.files.empty() && !o.from.empty() && !(o.any.empty() && o.also.empty())) return serve_more(o);
    if (o.files.empty()) fail("train: it wants files of games, or --from with --any or --also");
    need(WholeFile::try_path(o.out));
    if (!o.plot.empty()) need(WholeFile::try_path(o.plot));
    const std::string from = o.from.empty() ? "" : need(read_whole(o.from, file_kind::network));
    const auto samples = need(training::load_samples(o.files, 20, interrupted(), o.plan.threads));
    if (interrupted()) fail("interrupted", 1);
    for (const std::string& trouble : samples.troubles) fmt::print(stderr, "tavoliere: {}\n", printable(trouble));
    const auto game = need(open(samples.variant));
    auto plan = o.from.empty() ? o.plan : plan_from(need(read_network(from, game->geometry(), game->shape())), o.plan);
    const std::string variants = need(training::variants_served(game->variant(), o.any, o.also));
    const Network empty = need(network_for(variants, game->geometry(), game->shape(), plan.inputs, plan.hidden,
                                           plan.buckets, plan.from ? plan.from->patterns : ""));
    need(training::need_shared(*game, o.any, plan.inputs, empty.patterns));
    const std::size_t unknown_windows =
        need(windows_of(game->geometry(), game->shape(), plan.inputs)).size() - empty.windows.size();
    if (unknown_windows)
        fmt::print(stderr, "tavoliere: train: {} does not know {} of the windows of {}; they are left out\n",
                   printable(o.from), unknown_windows, game->variant());
    if (!o.largest.empty()) {
        if (o.any.empty()) fail("--largest leaves room for boards that --any is to open");
        const auto board = need(open(o.largest));
        if (&board->info() != &game->info())
            fail("--largest: " + board->variant() + " is no variant of " + std::string(game->info().name));
        plan.windows = int(need(windows_of(board->geometry(), board->shape(), plan.inputs)).size());
    }
    plan.checkpoint = checkpoint;
    const std::size_t unknown = samples.without_result();
    fmt::print("{}: {} games, {} positions, {} of them held out{}\n", samples.variant, samples.games, samples.size(),
               samples.held_out, unknown ? fmt::format(", {} without a result", unknown) : "");
    std::fflush(stdout);
    auto trained = need(training::train(
        samples, plan, *game,
        [](const training::Epoch& e) {
            fmt::print("epoch {:>3}  loss {:.5f}  held out {:.5f}  {:.0f} positions a second{}\n", e.number, e.loss,
                       e.held_out_loss, e.positions_a_second, e.was_there ? ", from the checkpoint" : "");
            std::fflush(stdout);
        },
        interrupted()));
    if (int(trained.epochs.size()) < plan.epochs)
        fail(checkpoint.empty() ? "interrupted; nothing is written"
                                : "interrupted; the same command goes on where this one ended",
             1);
    trained.network.game = variants;
    trained.network.made = made(plan, o.note, samples, trained);
    const std::string file = network_file(trained.network);
    need(write_whole(o.out, file));
    if (!o.plot.empty())
        need(write_whole(o.plot, training::loss_svg(trained.epochs, samples.variant + ", " + plan.inputs)));
    JobFile::remove(checkpoint);
    fmt::print("quantised loss {:.5f}, {} bytes: {}, for {}\n", trained.quantised_loss, file.size(), printable(o.out),
               variants);
    tell_who_is_not_served(trained.network);
}

}

void add_train(CLI::App& app) {
    auto* command = app.add_subcommand("train", std::string(training::train_help.en));
    auto o = std::make_shared<TrainRequest>();
    add_fields(*command, *o);
    add_rules_option(*command);
    for (const char* of_shape : {"--inputs", "--hidden", "--buckets"})
        command->get_option(of_shape)->excludes("--from");
    command->footer(
        "One game in twenty is held out. Each epoch is saved in a checkpoint beside the network, OUT.checkpoint, "
        "until that\nis written: after Ctrl-C, which ends the training after the current epoch, or a kill, the "
        "same command goes on from\nthere, and the network is the same as without. A file of games that is "
        "damaged is refused; what a killed selfplay left\nunfinished at its end is left out.\n"
        "Examples:\n"
        "  tavoliere train ataxx.jsonl.zst --out ataxx.net --plot ataxx.svg --threads 2\n"
        "  tavoliere train more.jsonl.zst --out better.net --from ataxx.net --rate 0.0005");
    command->callback([o] { train(*o); });
}

}
