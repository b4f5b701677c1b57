// Our pictures in formats that are no text. librsvg's converter paints them, another process, so that who wants none needs neither it
// nor what it needs; and nothing that goes wrong there goes wrong here.
#pragma once
#include "base/is_over.hpp"
#include "base/problem.hpp"
#include "diagram/diagram.hpp"
#include <chrono>
#include <span>
#include <string>

namespace tavoliere {

// How much larger a picture of a single position is than its SVG, so that it can be printed.
inline constexpr double print_zoom = 2;

// An SVG of ours as a PNG, so many times as large. A problem where the converter is missing, fails, or takes longer than ten seconds;
// and where it is over, which ends the converter.
Expected<std::string> png(const std::string& svg, double zoom, const IsOver& is_over = never_over);
// The processor time that the converter has taken for this thread, which is not in the thread's own.
std::chrono::duration<double> painting_time();

// Pictures of one board, of one size, as a GIF that shows them one after the other, over and over, with at most 256 colours in all. A
// problem where there are none, and as png() has it. More pictures take no more memory than their files do.
Expected<std::string> animated_gif(std::span<const Diagram> pictures, Pace pace, const IsOver& is_over = never_over);

}
