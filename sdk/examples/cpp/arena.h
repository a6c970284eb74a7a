// Keeps a bot connected to the arena. Copy this file as it is.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "botarena/v1/play_service.grpc.pb.h"

namespace pb = botarena::v1;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// The bot: returns a legal action. It is called by many threads at once; an exception is a fault.
std::string Choose(const pb::Seated& seated, const pb::Prompt& prompt);
inline volatile std::sig_atomic_t terminated = 0;

class Arena {
 public:
  // Plays until SIGTERM and the end of the matches that go on then.
  [[noreturn]] void Play() {
    std::signal(SIGTERM, [](int) { terminated = 1; });
    std::thread([this] { Watch(); }).detach();
    // Trying again would not help. ABORTED: the bot runs twice, and the newer one has won.
    const std::set<int> final = {
        grpc::UNAUTHENTICATED,     grpc::PERMISSION_DENIED, grpc::NOT_FOUND, grpc::INVALID_ARGUMENT,
        grpc::FAILED_PRECONDITION, grpc::UNIMPLEMENTED,     grpc::ABORTED};
    for (std::random_device random;; failures_++) {
      const grpc::Status end = Session();
      std::cerr << "session ended: " << end.error_code() << " " << end.error_message() << std::endl;
      if (terminated && (end.ok() || seats_.empty())) std::_Exit(0);
      if (final.contains(end.error_code())) std::_Exit(1);
      const int longest_ms = std::min(10'000, 100 << std::min(failures_, 10));
      std::this_thread::sleep_for(random() % longest_ms * 1ms);
    }
  }

 private:
  // Says goodbye after SIGTERM, and ends a session of which nothing was heard for too long.
  void Watch() {
    for (;; std::this_thread::sleep_for(100ms)) {
      std::lock_guard lock(mutex_);
      if (stream_ && Clock::now() > deadline_) context_->TryCancel();
      if (!stream_ || !terminated || leaving_) continue;
      pb::PlayRequest request;
      request.mutable_goodbye();
      leaving_ = stream_->Write(request);
    }
  }

  // Opens a stream, takes what comes until it ends, and returns how it ended.
  grpc::Status Session() {
    grpc::ChannelArguments arguments;  // a new channel is not to wait because an old one failed
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    const auto security =
        Setting("ARENA_TLS") == "1" ? grpc::SslCredentials({}) : grpc::InsecureChannelCredentials();
    const auto stub = pb::PlayService::NewStub(
        grpc::CreateCustomChannel(Setting("ARENA_ADDRESS"), security, arguments));
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + Setting("ARENA_KEY"));
    const auto stream = stub->Play(&context);
    pb::PlayRequest request;
    request.mutable_hello()->set_submission_id(Setting("ARENA_SUBMISSION"));
    request.mutable_hello()->set_client("example-cpp/1.0");
    request.mutable_hello()->set_match_capacity(std::atoi(Setting("ARENA_MATCHES").c_str()));
    stream->Write(request);
    std::unique_lock lock(mutex_);
    std::tie(context_, stream_, leaving_) = std::tuple(&context, stream.get(), false);
    deadline_ = Clock::now() + (patience_ = 10s);
    lock.unlock();
    for (pb::PlayResponse response; stream->Read(&response);) {
      std::lock_guard lock(mutex_);
      request.Clear();
      if (response.has_welcome()) {
        failures_ = 0;
        seats_.clear();  // what goes on is seated again
        const auto& interval = response.welcome().heartbeat_interval();
        patience_ = 3 * (interval.seconds() * 1s + interval.nanos() * 1ns);
      } else if (response.has_heartbeat()) {
        request.mutable_heartbeat()->set_number(response.heartbeat().number());
        request.mutable_heartbeat()->set_echo(true);
      } else if (response.has_seated()) {
        seats_[response.seated().match_id()] = response.seated();
        request.mutable_acknowledge()->set_match_id(response.seated().match_id());
        request.mutable_acknowledge()->set_attempt(response.seated().attempt());
      } else if (const auto& prompt = response.prompt(); response.has_prompt()) {
        std::thread(&Arena::Answer, this, seats_[prompt.match_id()], prompt).detach();
      } else {  // finished, faulted, ignored, going away, or a kind to come
        seats_.erase(response.finished().match_id());
        std::cerr << response.ShortDebugString() << std::endl;
      }
      if (request.message_case()) stream_->Write(request);
      deadline_ = Clock::now() + patience_;
    }
    lock.lock();
    stream_ = nullptr;
    return stream->Finish();
  }

  // Thinks. If a prompt comes again, so does the answer, and the first one counts.
  void Answer(const pb::Seated& seated, const pb::Prompt& prompt) {
    pb::PlayRequest request;
    try {
      request.mutable_choice()->set_action(Choose(seated, prompt));
      request.mutable_choice()->set_match_id(prompt.match_id());
      request.mutable_choice()->set_attempt(prompt.attempt());
      request.mutable_choice()->set_ply(prompt.ply());
    } catch (const std::exception& error) {
      std::cerr << prompt.match_id() << ": " << error.what() << std::endl;
      request.mutable_failure()->set_reason(error.what());
      request.mutable_failure()->set_match_id(prompt.match_id());
      request.mutable_failure()->set_attempt(prompt.attempt());
      request.mutable_failure()->set_ply(prompt.ply());
    }
    std::lock_guard lock(mutex_);
    if (stream_) stream_->Write(request);  // if not, the prompt comes again
  }

  static std::string Setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
  }

  int failures_ = 0;  // since the last welcome
  std::mutex mutex_;  // guards what follows
  std::map<std::string, pb::Seated> seats_;
  grpc::ClientReaderWriter<pb::PlayRequest, pb::PlayResponse>* stream_ = nullptr;
  grpc::ClientContext* context_ = nullptr;
  bool leaving_ = false;  // has said goodbye on this stream
  Clock::duration patience_;
  Clock::time_point deadline_;
};
