package bot;

import com.google.protobuf.Duration;
import dev.botarena.v1.*;
import io.grpc.*;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.*;
import java.util.concurrent.*;

/** Keeps a bot connected. Copy this file as it is. */
final class Arena {
  private static final Map<String, String> ENV = System.getenv();
  private static final PlayRequest.Builder GOODBYE =
      PlayRequest.newBuilder().setGoodbye(Goodbye.getDefaultInstance());
  private static final long LIMIT_MS = 10_000; // for the arena's first word, and for a pause

  private final Map<String, Seated> seats = new ConcurrentHashMap<>(); // by match
  private volatile StreamObserver<PlayRequest> stream;
  private volatile boolean draining;
  private int failures; // since the last welcome

  /** Plays until SIGTERM and the end of the matches that go on then. */
  void play() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::drain));
    for (; ; failures++) {
      Status end = session();
      System.err.println("session ended: " + end);
      if (draining && (end.isOk() || seats.isEmpty())) {
        Runtime.getRuntime().halt(0);
      }
      switch (end.getCode()) {
        case UNAUTHENTICATED, PERMISSION_DENIED, NOT_FOUND, INVALID_ARGUMENT:
        case FAILED_PRECONDITION, UNIMPLEMENTED, ABORTED: // aborted: a newer session has won
          Runtime.getRuntime().halt(1);
      }
      long longest = Math.min(LIMIT_MS, 100L << Math.min(failures, 10));
      Thread.sleep(ThreadLocalRandom.current().nextLong(longest));
    }
  }

  /** Is called at SIGTERM. When it returns, the JVM ends; so it waits for play() to halt that. */
  private void drain() {
    draining = true;
    if (stream != null) {
      send(GOODBYE);
    }
    new Semaphore(0).acquireUninterruptibly();
  }

  /** Opens a stream, takes what comes until it ends, and returns how it ended. */
  private Status session() throws InterruptedException {
    boolean tls = "1".equals(ENV.get("ARENA_TLS"));
    var security = tls ? TlsChannelCredentials.create() : InsecureChannelCredentials.create();
    var channel = Grpc.newChannelBuilder(ENV.get("ARENA_ADDRESS"), security).build();
    var headers = new Metadata();
    var key = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    headers.put(key, "Bearer " + ENV.get("ARENA_KEY"));
    var keyed = MetadataUtils.newAttachHeadersInterceptor(headers);
    var hello = Hello.newBuilder().setSubmissionId(ENV.get("ARENA_SUBMISSION"));
    hello.setMatchCapacity(Integer.parseInt(ENV.getOrDefault("ARENA_MATCHES", "1")));
    var heard = new LinkedBlockingQueue<Object>();
    var call = PlayServiceGrpc.newStub(channel).withInterceptors(keyed).play(new Inbox(heard));
    call.onNext(PlayRequest.newBuilder().setHello(hello.setClient("example-java/1.0")).build());
    stream = call; // for others to write to, now that hello is said
    if (draining) {
      send(GOODBYE);
    }
    long patienceMs = LIMIT_MS;
    Object next;
    while ((next = heard.poll(patienceMs, TimeUnit.MILLISECONDS))
        instanceof PlayResponse response) {
      var request = PlayRequest.newBuilder();
      switch (response.getMessageCase()) {
        case WELCOME -> {
          failures = 0;
          seats.clear(); // what goes on is seated again
          Duration interval = response.getWelcome().getHeartbeatInterval();
          patienceMs = 3 * (interval.getSeconds() * 1_000 + interval.getNanos() / 1_000_000);
        }
        case HEARTBEAT ->
            send(request.setHeartbeat(response.getHeartbeat().toBuilder().setEcho(true)));
        case SEATED -> {
          Seated seated = response.getSeated();
          seats.put(seated.getMatchId(), seated);
          var taken = Acknowledge.newBuilder().setMatchId(seated.getMatchId());
          send(request.setAcknowledge(taken.setAttempt(seated.getAttempt())));
        }
        case PROMPT -> new Thread(() -> answer(response.getPrompt())).start();
        default -> { // finished, faulted, ignored, going away, or a kind to come
          seats.remove(response.getFinished().getMatchId());
          System.err.println(response);
        }
      }
    }
    channel.shutdownNow();
    return next == null ? Status.UNAVAILABLE.withDescription("silent") : (Status) next;
  }

  /** Thinks. If a prompt comes again, so does the answer, and the first one counts. */
  private void answer(Prompt prompt) {
    String id = prompt.getMatchId();
    var request = PlayRequest.newBuilder();
    try {
      String action = Bot.choose(seats.get(id), prompt);
      var choice = request.getChoiceBuilder().setMatchId(id).setAttempt(prompt.getAttempt());
      choice.setPly(prompt.getPly()).setAction(action);
    } catch (Throwable error) {
      error.printStackTrace();
      var failure = request.getFailureBuilder().setReason(error.toString());
      failure.setMatchId(id).setAttempt(prompt.getAttempt()).setPly(prompt.getPly());
    }
    send(request);
  }

  private synchronized void send(PlayRequest.Builder request) {
    stream.onNext(request.build()); // that the stream is broken shows where it is read
  }

  /** Queues what the arena says, and then how the stream ended. */
  private record Inbox(Queue<Object> heard) implements StreamObserver<PlayResponse> {
    public void onNext(PlayResponse response) {
      heard.add(response);
    }

    public void onError(Throwable error) {
      heard.add(Status.fromThrowable(error));
    }

    public void onCompleted() {
      heard.add(Status.OK);
    }
  }
}
