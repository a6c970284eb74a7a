// Keeps a bot connected to the arena. Copy this file as it is.
import * as grpc from "@grpc/grpc-js";
import { setTimeout as sleep } from "node:timers/promises";
import * as pb from "./gen/botarena/v1/play_service.js";

/** Outlives its stream: a prompt that comes again gets the very answer that it got before. */
interface Match {
  seated: pb.Seated;
  ply?: number;
  answer?: pb.PlayRequest;
  away?: boolean; // not seated yet on this stream
}

const LIMIT_MS = 10_000; // for the arena's first word, and for a pause
/** Trying again would not help. ABORTED: the bot runs twice, and the newer one has won. */
const FINAL = [
  ...["UNAUTHENTICATED", "PERMISSION_DENIED", "NOT_FOUND", "INVALID_ARGUMENT"],
  ...["FAILED_PRECONDITION", "UNIMPLEMENTED", "ABORTED"],
];

export class Arena {
  private readonly matches = new Map<string, Match>();
  private stream?: grpc.ClientDuplexStream<pb.PlayRequest, pb.PlayResponse>;
  private draining = false;
  private failures = 0;

  constructor(private choose: (prompt: pb.Prompt, seated: pb.Seated) => Promise<string>) {}

  /** Plays until SIGTERM and the end of the matches that go on then; returns the exit code. */
  async play(): Promise<number> {
    process.once("SIGTERM", () => {
      this.draining = true;
      this.send({ goodbye: {} });
    });
    for (;;) {
      const end = await this.session().catch((error: grpc.ServiceError) => error);
      if (this.draining && (!end || this.matches.size === 0)) return 0;
      console.error("session ended:", end?.message ?? "OK");
      if (end && FINAL.includes(grpc.status[end.code]!)) return 1;
      await sleep(Math.random() * Math.min(LIMIT_MS, 100 * 2 ** this.failures++));
    }
  }

  /** Opens a stream, and takes what comes until it ends; throws if it does not end well. */
  private async session(): Promise<void> {
    const { ARENA_ADDRESS, ARENA_KEY, ARENA_SUBMISSION, ARENA_MATCHES, ARENA_TLS } = process.env;
    const { createSsl, createInsecure } = grpc.credentials;
    const credentials = ARENA_TLS === "1" ? createSsl() : createInsecure();
    const client = new pb.PlayServiceClient(ARENA_ADDRESS ?? "127.0.0.1:7700", credentials, {
      "grpc.use_local_subchannel_pool": 1, // not to inherit the waiting of an older client
    });
    const metadata = new grpc.Metadata();
    metadata.set("authorization", `Bearer ${ARENA_KEY}`);
    const stream = (this.stream = client.play(metadata));
    const hello = { client: "example-typescript/1.0", submissionId: ARENA_SUBMISSION ?? "" };
    this.send({ hello: { ...hello, matchCapacity: Number(ARENA_MATCHES ?? 1) } });
    if (this.draining) this.send({ goodbye: {} });
    let [patience, silence] = [LIMIT_MS, setTimeout(() => stream.cancel(), LIMIT_MS)];
    try {
      for await (const response of stream as AsyncIterable<pb.PlayResponse>) {
        const interval = response.welcome?.heartbeatInterval;
        if (interval) patience = 3 * (interval.seconds * 1e3 + interval.nanos / 1e6);
        clearTimeout(silence);
        silence = setTimeout(() => stream.cancel(), patience);
        this.receive(response);
      }
    } finally {
      clearTimeout(silence);
      client.close();
    }
  }

  /** Takes one message; kinds that it does not know are ignored. */
  private receive(response: pb.PlayResponse): void {
    const { welcome, heartbeat, seated, prompt, finished } = response;
    if (welcome) {
      this.failures = 0;
      for (const [id, match] of this.matches) {
        if (match.away) this.matches.delete(id); // it must have ended meanwhile
        match.away = true;
      }
    } else if (heartbeat) {
      this.send({ heartbeat: { ...heartbeat, echo: true } });
    } else if (seated) {
      const { matchId, attempt, sinceAttempt } = seated;
      const known = this.matches.get(matchId);
      const goesOn = known && known.seated.attempt >= sinceAttempt;
      this.matches.set(matchId, goesOn ? Object.assign(known, { away: false }) : { seated });
      this.send({ acknowledge: { matchId, attempt } });
    } else if (prompt) {
      void this.answer(prompt);
    } else {
      console.log(JSON.stringify(response)); // finished, faulted, ignored, or going away
      if (finished) this.matches.delete(finished.matchId);
    }
  }

  /** Answers a prompt; one that came before is not thought about again. */
  private async answer(prompt: pb.Prompt): Promise<void> {
    const { matchId, attempt, ply } = prompt;
    const match = this.matches.get(matchId);
    if (match && match.ply !== ply) {
      Object.assign(match, { ply, answer: undefined });
      const answer = await this.choose(prompt, match.seated).then(
        (action) => ({ choice: { matchId, attempt, ply, action } }),
        (error) => ({ failure: { matchId, attempt, ply, reason: String(error.stack) } }),
      );
      if ("failure" in answer) console.error(answer.failure.reason);
      if (this.matches.get(matchId) !== match || match.ply !== ply) return; // the match went on
      match.answer = answer;
    }
    if (match?.answer) this.send(match.answer); // if there is none, `choose` is still at it
  }

  private send(message: pb.PlayRequest): void {
    if (this.stream?.writable) this.stream.write(message);
  }
}
