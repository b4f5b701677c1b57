#include "server/engine.hpp"
#include <algorithm>
#include <exception>
#include <spdlog/spdlog.h>
#include <utility>

namespace tavoliere::server {

namespace {

ThoughtView think(Question& question) {
    if (*question.stop) return {};
    try {
        return question.session->think(question.limits, [](const ThoughtView&) {}, *question.stop);
    } catch (const std::exception& error) {
        spdlog::error("engine: {}", error.what());
        return {};
    }
}

}

Engine::Engine(int threads, Post post) : post_(std::move(post)) {
    for (int i = 0; i < std::max(threads, 1); ++i) threads_.emplace_back([this] { work(); });
}

Engine::~Engine() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const Flag& stop : thinking_) *stop = true;
    changed_.notify_all();
}

bool Engine::ask(Question question) {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting) return false;
    waiting_.push_back(std::move(question));
    changed_.notify_one();
    return true;
}

void Engine::work() {
    while (auto question = next()) {
        ThoughtView thought = think(*question);
        {
            const std::lock_guard lock(mutex_);
            thinking_.erase(thinking_.find(question->stop));
        }
        post_([answer = std::move(question->answer), thought = std::move(thought)] { answer(thought); });
    }
}

std::optional<Question> Engine::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return {};
    Question question = std::move(waiting_.front());
    waiting_.pop_front();
    thinking_.insert(question.stop);
    return question;
}

}
