// What a file may hold at the readers of whole files: openings, proofs, networks. Each is understood or refused in one line.
#include "base/checksum.hpp"
#include "base/text.hpp"
#include "eval/network.hpp"
#include "fuzz.hpp"
#include "lab/openings.hpp"
#include "solve/certificate.hpp"

void tavoliere::fuzz::try_one(std::string_view input) {
    GameSession& game = chosen(input);
    if (const auto openings = read_openings(input, game); !openings)
        require_one_line(openings.error());
    else
        for (const Opening& o : *openings) {
            const auto there = game.copy();
            require(there->set_position(o.start).has_value(), "an opening begins in a position");
            for (const std::string& move : o.moves)
                require(there->play(move).has_value(), "and its moves can be played");
        }
    // As it is, and with the checksum that nobody hits upon.
    std::string summed(input);
    const std::uint64_t sum = checksum(summed);
    summed.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    for (const std::string_view file : {input, std::string_view(summed)})
        if (const auto network = read_network(file, game.geometry(), game.shape()); !network)
            require_one_line(network.error());
        else
            require(read_network(network_file(**network), game.geometry(), game.shape()).has_value(),
                    "a network that is written can be read");
    const auto proof = parse_certificate(plain_text(std::string(input)));
    if (!proof) return require_one_line(proof.error());
    (void)game.verify(**proof, false);
}
