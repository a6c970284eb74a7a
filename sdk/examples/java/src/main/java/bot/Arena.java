package bot;

import com.google.protobuf.Duration;
import dev.botarena.v1.*;
import io.grpc.*;
import io.grpc.Status.Code;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.*;

/** Keeps a bot connected. Copy this file as it is. */
final class Arena {
  /** Chooses one of the prompt's legal actions. */
  interface Choose {
    String choose(Seated seated, Prompt prompt) throws Exception;
  }

  /** Outlives its stream: a prompt that comes again gets the very answer that it got before. */
  private static final class Match {
    Seated seated;
    int ply = -1;
    PlayRequest answer;
    boolean away; // not seated yet on this stream
  }

  private static final long LONGEST_PAUSE_MS = 10_000;
  private static final long WELCOME_MS = 10_000;

  /** Trying again would not help. ABORTED: the bot runs twice, and the newer one has won. */
  private static final Set<Code> FINAL =
      Set.of(
          Code.UNAUTHENTICATED,
          Code.PERMISSION_DENIED,
          Code.NOT_FOUND,
          Code.INVALID_ARGUMENT,
          Code.FAILED_PRECONDITION,
          Code.UNIMPLEMENTED,
          Code.ABORTED);

  private final Choose choose;
  private final int capacity = Integer.parseInt(setting("ARENA_MATCHES", "1"));
  private final ExecutorService thinkers = Executors.newFixedThreadPool(capacity);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
  private final Map<String, Match> matches = new HashMap<>(); // guarded by this, like the rest
  private ClientCallStreamObserver<PlayRequest> stream;
  private boolean draining;

  Arena(Choose choose) {
    this.choose = choose;
  }

  /** Plays until SIGTERM and the end of the matches that go on then; returns the exit code. */
  int play() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::drainAndHalt));
    for (int failures = 0; ; failures++) {
      long began = System.nanoTime();
      Status end = session();
      System.err.println("session ended: " + end);
      boolean isRefused = FINAL.contains(end.getCode());
      if (isRefused || isDrained(end)) {
        exitCode.complete(isRefused ? 1 : 0);
        return exitCode.join();
      }
      failures = System.nanoTime() - began > LONGEST_PAUSE_MS * 1_000_000 ? 0 : failures;
      long longest = Math.min(LONGEST_PAUSE_MS, 100L << Math.min(failures, 10));
      Thread.sleep(ThreadLocalRandom.current().nextLong(longest));
    }
  }

  /** Is called at SIGTERM, and at the end of the program. */
  private void drainAndHalt() {
    synchronized (this) {
      draining = true;
      send(PlayRequest.newBuilder().setGoodbye(Goodbye.getDefaultInstance()).build());
    }
    Runtime.getRuntime().halt(exitCode.join());
  }

  private synchronized boolean isDrained(Status end) {
    return draining && (end.isOk() || matches.isEmpty());
  }

  /** Opens a stream, and returns how it ended. */
  private Status session() {
    boolean tls = setting("ARENA_TLS", "").equals("1");
    ManagedChannel channel =
        Grpc.newChannelBuilder(
                setting("ARENA_ADDRESS", "127.0.0.1:7700"),
                tls ? TlsChannelCredentials.create() : InsecureChannelCredentials.create())
            .build();
    Metadata headers = new Metadata();
    Metadata.Key<String> name = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    headers.put(name, "Bearer " + setting("ARENA_KEY", ""));
    Session session = new Session();
    PlayServiceGrpc.newStub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
        .play(session);
    synchronized (this) {
      stream = session.stream;
      Hello.Builder hello = Hello.newBuilder().setSubmissionId(setting("ARENA_SUBMISSION", ""));
      hello.setClient("example-java/1.0").setMatchCapacity(capacity);
      send(PlayRequest.newBuilder().setHello(hello).build());
      if (draining) {
        send(PlayRequest.newBuilder().setGoodbye(Goodbye.getDefaultInstance()).build());
      }
    }
    try {
      return session.ended.join();
    } finally {
      session.silence.cancel(false);
      channel.shutdownNow();
    }
  }

  /** What the arena sends on one stream. */
  private final class Session implements ClientResponseObserver<PlayRequest, PlayResponse> {
    final CompletableFuture<Status> ended = new CompletableFuture<>();
    ClientCallStreamObserver<PlayRequest> stream;
    long patienceMs = WELCOME_MS;
    volatile Future<?> silence;

    @Override
    public void beforeStart(ClientCallStreamObserver<PlayRequest> stream) {
      this.stream = stream;
      silence = timer.schedule(this::fallSilent, patienceMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onNext(PlayResponse response) {
      if (response.hasWelcome()) {
        Duration interval = response.getWelcome().getHeartbeatInterval();
        patienceMs = 3 * (interval.getSeconds() * 1_000 + interval.getNanos() / 1_000_000);
      }
      silence.cancel(false);
      silence = timer.schedule(this::fallSilent, patienceMs, TimeUnit.MILLISECONDS);
      receive(response);
    }

    @Override
    public void onError(Throwable error) {
      ended.complete(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
      ended.complete(Status.OK);
    }

    private void fallSilent() {
      stream.cancel("the arena fell silent", null);
    }
  }

  /** Takes one message; kinds that it does not know are ignored. */
  private synchronized void receive(PlayResponse response) {
    switch (response.getMessageCase()) {
      case WELCOME -> {
        matches.values().removeIf(match -> match.away); // they must have ended meanwhile
        matches.values().forEach(match -> match.away = true);
      }
      case HEARTBEAT -> {
        Heartbeat heartbeat = response.getHeartbeat();
        if (!heartbeat.getEcho()) {
          send(PlayRequest.newBuilder().setHeartbeat(heartbeat.toBuilder().setEcho(true)).build());
        }
      }
      case SEATED -> seat(response.getSeated());
      case PROMPT -> ask(response.getPrompt());
      case FINISHED -> {
        matches.remove(response.getFinished().getMatchId());
        System.out.println(response);
      }
      case FAULTED, IGNORED, GOING_AWAY -> System.err.println(response);
      default -> {}
    }
  }

  private void seat(Seated seated) {
    String id = seated.getMatchId();
    Match match = matches.get(id);
    if (match == null
        || !seated.getResumed() && seated.getAttempt() != match.seated.getAttempt()) {
      match = new Match();
      matches.put(id, match);
    }
    match.seated = seated;
    match.away = false;
    Acknowledge.Builder taken = Acknowledge.newBuilder().setMatchId(id);
    send(PlayRequest.newBuilder().setAcknowledge(taken.setAttempt(seated.getAttempt())).build());
  }

  private void ask(Prompt prompt) {
    Match match = matches.get(prompt.getMatchId());
    if (match != null && match.ply != prompt.getPly()) {
      match.ply = prompt.getPly();
      match.answer = null;
      Seated seated = match.seated;
      thinkers.execute(() -> answer(match, prompt, chosen(seated, prompt)));
    } else if (match != null && match.answer != null) { // if it is null, choose() is still at it
      send(match.answer);
    }
  }

  private PlayRequest.Builder chosen(Seated seated, Prompt prompt) {
    String id = prompt.getMatchId();
    try {
      Choice.Builder choice = Choice.newBuilder().setMatchId(id).setPly(prompt.getPly());
      return PlayRequest.newBuilder().setChoice(choice.setAction(choose.choose(seated, prompt)));
    } catch (Throwable error) {
      error.printStackTrace();
      Failure.Builder failure = Failure.newBuilder().setMatchId(id).setPly(prompt.getPly());
      return PlayRequest.newBuilder().setFailure(failure.setReason(error.toString()));
    }
  }

  /** Sends what choose() came to, unless the match has gone on without it. */
  private synchronized void answer(Match match, Prompt prompt, PlayRequest.Builder answer) {
    if (matches.get(prompt.getMatchId()) == match && match.ply == prompt.getPly()) {
      match.answer = answer.build();
      send(match.answer);
    }
  }

  /** Drops what cannot be sent any more: that the stream is broken shows where it is read. */
  private void send(PlayRequest request) {
    try {
      if (stream != null) {
        stream.onNext(request);
      }
    } catch (IllegalStateException closed) {
      System.err.println("not sent: " + closed.getMessage());
    }
  }

  private static String setting(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }
}
