#include "training/serving.hpp"
#include "game/options.hpp"
#include <algorithm>
#include <array>

namespace tavoliere::training {
namespace {

std::string with_option(const std::string& variant, std::string_view name, std::string_view value) {
    const std::string rest = without(std::array{name}, variant);
    return rest + (rest.find(':') == std::string::npos ? ":" : ",") + std::string(name) + "=" + std::string(value);
}

const OptionInfo* option_of(const GameInfo& info, std::string_view name) {
    const auto found = std::ranges::find(info.options, name, &OptionInfo::name);
    return found == info.options.end() ? nullptr : &*found;
}

}

Expected<std::string> variants_served(std::string_view first, std::span<const std::string> any,
                                      std::span<const std::string> also) {
    const std::vector<std::string_view> names(any.begin(), any.end());
    std::vector<std::string> all;
    const auto add = [&](std::string_view variant) {
        std::string left_open = without(names, variant);
        for (const std::string_view name : names) left_open = with_option(left_open, name, "any");
        if (std::ranges::find(all, left_open) == all.end()) all.push_back(std::move(left_open));
    };
    const GameInfo* info = nullptr;
    for (const std::string_view variant : split(first, ' ')) {
        const auto game = open(without(open_options(variant), variant));
        if (!game) return std::unexpected(game.error());
        info = &(*game)->info();
        for (const std::string_view name : names)
            if (!option_of(*info, name))
                return problem("--any: " + in_quotes(name) + " is no option of " + std::string(info->name));
        add(variant);
    }
    for (const std::string& variant : also) {
        const auto game = open(variant);
        if (!game) return std::unexpected(game.error());
        if (&(*game)->info() != info)
            return problem("--also: " + (*game)->variant() + " is no variant of " + std::string(info->name));
        add((*game)->variant());
    }
    std::string joined;
    for (const std::string& variant : all) joined += (joined.empty() ? "" : " ") + variant;
    return joined;
}

void each_largest_board(const GameSession& variant, std::string_view option,
                        const std::function<bool(const GameSession&)>& on) {
    const OptionInfo* const info = option_of(variant.info(), option);
    if (!info) return;
    const auto board = [&](const std::string& value) { return open(with_option(variant.variant(), option, value)); };
    if (info->kind == OptionInfo::Kind::number) {
        for (int n = info->least; n <= info->most; ++n)
            if (const auto game = board(std::to_string(n)); game && !on(**game)) return;
    } else if (info->kind == OptionInfo::Kind::size) {
        for (int columns = info->least; columns <= info->most; ++columns)
            for (int rows = info->most; rows >= info->least; --rows)
                if (const auto game = board(std::to_string(columns) + "x" + std::to_string(rows))) {
                    if (!on(**game)) return;
                    break;
                }
    }
}

Expected<void> need_shared(const GameSession& variant, std::span<const std::string> any, std::string_view inputs,
                           std::string_view patterns) {
    if (!patterns.empty()) return {};
    for (const std::string& option : any) {
        bool is_the_same = true;
        each_largest_board(variant, option, [&](const GameSession& board) {
            return is_the_same = board.geometry().size() == variant.geometry().size();
        });
        if (!is_the_same)
            return problem("--any " + option + ": windows of " + in_quotes(inputs) +
                           " have weights of their own on each board; with shared- before each kind they have not");
    }
    return {};
}

std::optional<std::string> not_served(const Network& network) {
    const std::string file = network_file(network);
    std::optional<std::string> found;
    const auto is_served = [&](const GameSession& game) {
        const auto read = read_network(file, game.geometry(), game.shape());
        if (!read) found = game.variant() + ": " + read.error().text;
        return read.has_value();
    };
    const auto has_windows = [&](const GameSession& game) {
        return network_for("", game.geometry(), game.shape(), network.inputs, network.hidden, network.buckets,
                           network.patterns)
            .has_value();
    };
    for (const std::string_view variant : split(network.game, ' ')) {
        const auto options = open_options(variant);
        const auto game = open(without(options, variant));
        if (!game) return std::string(variant) + ": " + game.error().text;
        if (options.empty()) is_served(**game);
        for (const std::string_view option : options)
            each_largest_board(**game, option,
                               [&](const GameSession& board) { return !has_windows(board) || is_served(board); });
        if (found) break;
    }
    return found;
}

}
