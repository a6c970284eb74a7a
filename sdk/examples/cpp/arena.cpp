#include "arena.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <thread>

#include "botarena/v1/play_service.grpc.pb.h"

namespace {

namespace pb = botarena::v1;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Stream = grpc::ClientReaderWriter<pb::PlayRequest, pb::PlayResponse>;

constexpr Clock::duration kLongestPause = 10s;
constexpr Clock::duration kWelcomeLimit = 10s;

// Trying again would not help. ABORTED: the bot runs twice, and the newer one has won.
const std::set<grpc::StatusCode> kFinal = {
    grpc::UNAUTHENTICATED,     grpc::PERMISSION_DENIED, grpc::NOT_FOUND, grpc::INVALID_ARGUMENT,
    grpc::FAILED_PRECONDITION, grpc::UNIMPLEMENTED,     grpc::ABORTED};

std::string Setting(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? value : otherwise;
}

// Cancels a call of which nothing was heard for too long.
class Silence {
 public:
  explicit Silence(grpc::ClientContext& context)
      : thread_([this, &context](std::stop_token stop) { Watch(stop, context); }) {}

  void Heard(const pb::PlayResponse& response) {
    std::lock_guard lock(mutex_);
    if (response.has_welcome()) {
      const auto& interval = response.welcome().heartbeat_interval();
      patience_ = 3 * (interval.seconds() * 1s + interval.nanos() * 1ns);
      wake_.notify_all();
    }
    deadline_ = Clock::now() + patience_;
  }

 private:
  void Watch(std::stop_token stop, grpc::ClientContext& context) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested() && Clock::now() < deadline_) {
      const auto deadline = deadline_;
      wake_.wait_until(lock, stop, deadline, [&] { return deadline_ < deadline; });
    }
    if (!stop.stop_requested()) context.TryCancel();
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  Clock::duration patience_ = kWelcomeLimit;
  Clock::time_point deadline_ = Clock::now() + patience_;
  std::jthread thread_;
};

// Outlives its stream: a prompt that comes again gets the very answer that it got before.
struct Match {
  pb::Seated seated;
  int ply = -1;
  std::optional<pb::PlayRequest> answer;
  bool away = false;  // not seated yet on this stream
};

class Arena {
 public:
  explicit Arena(Chooser choose) : choose_(std::move(choose)) {}

  int Play() {
    std::mt19937 random(std::random_device{}());
    for (int failures = 0;; failures++) {
      const auto began = Clock::now();
      const grpc::Status end = Session();
      std::cerr << "session ended: " << end.error_code() << " " << end.error_message() << std::endl;
      if (IsDrained(end)) return 0;
      if (kFinal.contains(end.error_code())) return 1;
      if (Clock::now() - began > kLongestPause) failures = 0;
      const Clock::duration pause = 100ms * (1 << std::min(failures, 10));
      std::uniform_real_distribution<double> part(0, 1);
      std::this_thread::sleep_for(part(random) * std::min(pause, kLongestPause));
    }
  }

  void Drain() {
    std::lock_guard lock(mutex_);
    draining_ = true;
    SayGoodbye();
  }

 private:
  bool IsDrained(const grpc::Status& end) {
    std::lock_guard lock(mutex_);
    return draining_ && (end.ok() || matches_.empty());
  }

  // Opens a stream, and returns how it ended.
  grpc::Status Session() {
    grpc::ChannelArguments arguments;  // a new channel is not to wait because an old one failed
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    const auto credentials = Setting("ARENA_TLS", "") == "1" ? grpc::SslCredentials({})
                                                             : grpc::InsecureChannelCredentials();
    const auto stub = pb::PlayService::NewStub(grpc::CreateCustomChannel(
        Setting("ARENA_ADDRESS", "127.0.0.1:7700"), credentials, arguments));
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + Setting("ARENA_KEY", ""));
    Silence silence(context);
    const auto stream = stub->Play(&context);
    Open(stream.get());
    for (pb::PlayResponse response; stream->Read(&response);) {
      silence.Heard(response);
      Receive(response);
    }
    Open(nullptr);
    return stream->Finish();
  }

  // Makes `stream` the one that messages go to.
  void Open(Stream* stream) {
    std::lock_guard lock(mutex_);
    stream_ = stream;
    if (!stream) return;
    pb::PlayRequest request;
    request.mutable_hello()->set_submission_id(Setting("ARENA_SUBMISSION", ""));
    request.mutable_hello()->set_client("example-cpp/1.0");
    request.mutable_hello()->set_match_capacity(std::stoi(Setting("ARENA_MATCHES", "1")));
    Send(request);
    if (draining_) SayGoodbye();
  }

  // Takes one message; kinds that it does not know are ignored.
  void Receive(const pb::PlayResponse& response) {
    std::lock_guard lock(mutex_);
    pb::PlayRequest request;
    switch (response.message_case()) {
      case pb::PlayResponse::kWelcome:
        std::erase_if(matches_, [](const auto& entry) { return entry.second->away; });
        for (auto& [id, match] : matches_) match->away = true;  // if it stays so, it has ended
        break;
      case pb::PlayResponse::kHeartbeat:
        if (response.heartbeat().echo()) break;
        *request.mutable_heartbeat() = response.heartbeat();
        request.mutable_heartbeat()->set_echo(true);
        Send(request);
        break;
      case pb::PlayResponse::kSeated:
        Seat(response.seated());
        break;
      case pb::PlayResponse::kPrompt:
        Ask(response.prompt());
        break;
      case pb::PlayResponse::kFinished:
        matches_.erase(response.finished().match_id());
        std::cout << response.ShortDebugString() << std::endl;
        break;
      case pb::PlayResponse::kFaulted:
      case pb::PlayResponse::kIgnored:
      case pb::PlayResponse::kGoingAway:  // the arena ends the stream by itself
        std::cerr << response.ShortDebugString() << std::endl;
        break;
      default:
        break;
    }
  }

  void Seat(const pb::Seated& seated) {
    auto& match = matches_[seated.match_id()];
    if (!match || (!seated.resumed() && seated.attempt() != match->seated.attempt())) {
      match = std::make_shared<Match>();
    }
    match->seated = seated;
    match->away = false;
    pb::PlayRequest request;
    request.mutable_acknowledge()->set_match_id(seated.match_id());
    request.mutable_acknowledge()->set_attempt(seated.attempt());
    Send(request);
  }

  void Ask(const pb::Prompt& prompt) {
    const auto found = matches_.find(prompt.match_id());
    if (found == matches_.end()) return;
    const auto match = found->second;
    if (match->ply != prompt.ply()) {
      match->ply = prompt.ply();
      match->answer.reset();
      std::thread([this, match, seated = match->seated, prompt] {
        Answer(match, Chosen(seated, prompt));
      }).detach();
    } else if (match->answer) {  // if there is none, choose is still at it
      Send(*match->answer);
    }
  }

  pb::PlayRequest Chosen(const pb::Seated& seated, const pb::Prompt& prompt) {
    pb::PlayRequest request;
    try {
      request.mutable_choice()->set_action(choose_(seated, prompt));
      request.mutable_choice()->set_match_id(prompt.match_id());
      request.mutable_choice()->set_ply(prompt.ply());
    } catch (const std::exception& error) {
      std::cerr << prompt.match_id() << ": " << error.what() << std::endl;
      request.mutable_failure()->set_reason(error.what());
      request.mutable_failure()->set_match_id(prompt.match_id());
      request.mutable_failure()->set_ply(prompt.ply());
    }
    return request;
  }

  // Sends what choose came to, unless the match has gone on without it.
  void Answer(const std::shared_ptr<Match>& match, pb::PlayRequest answer) {
    std::lock_guard lock(mutex_);
    const auto found = matches_.find(match->seated.match_id());
    const int ply = answer.has_choice() ? answer.choice().ply() : answer.failure().ply();
    if (found == matches_.end() || found->second != match || match->ply != ply) return;
    match->answer = answer;
    Send(answer);
  }

  void SayGoodbye() {
    pb::PlayRequest request;
    request.mutable_goodbye();
    Send(request);
  }

  // Drops what cannot be sent any more: that the stream is broken shows where it is read.
  void Send(const pb::PlayRequest& request) {
    if (stream_) stream_->Write(request);
  }

  const Chooser choose_;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, std::shared_ptr<Match>> matches_;
  Stream* stream_ = nullptr;
  bool draining_ = false;
};

}  // namespace

int Play(Chooser choose) {
  static Arena arena(std::move(choose));
  sigset_t terminate;
  sigemptyset(&terminate);
  sigaddset(&terminate, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &terminate, nullptr);  // in all threads but the one that waits for it
  std::thread([terminate] {
    int number;
    sigwait(&terminate, &number);
    arena.Drain();
  }).detach();
  return arena.Play();
}
