// What a file may hold at the readers of whole files: openings, proofs, networks. Each is understood or refused in one line.
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
    if (const auto network = read_network(input, game.geometry(), game.shape()); !network)
        require_one_line(network.error());
    const auto proof = parse_certificate(plain_text(std::string(input)));
    if (!proof) return require_one_line(proof.error());
    (void)game.verify(**proof, false);
}
