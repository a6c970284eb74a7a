// Keeps a bot connected to the arena. Copy this file as it is.
import * as grpc from "@grpc/grpc-js";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "./gen/botarena/v1/match.js";
import * as pb from "./gen/botarena/v1/play_service.js";

/** Returns one of `prompt.legalActions`. Whatever it throws is a fault. */
export type Choose = (seated: pb.Seated, prompt: pb.Prompt) => string | Promise<string>;
type Message = NonNullable<pb.PlayRequest["message"]>;

/** Outlives its stream: a prompt that comes again gets the very answer that it got before. */
interface Match {
  seated: pb.Seated;
  ply?: number;
  answer?: Message;
  away?: boolean; // not seated yet on this stream
}

const LONGEST_PAUSE_MS = 10_000;
const WELCOME_MS = 10_000;
const { status: Code } = grpc;
/** Trying again would not help. ABORTED: the bot runs twice, and the newer one has won. */
const FINAL = [
  ...[Code.UNAUTHENTICATED, Code.PERMISSION_DENIED, Code.NOT_FOUND, Code.INVALID_ARGUMENT],
  ...[Code.FAILED_PRECONDITION, Code.UNIMPLEMENTED, Code.ABORTED],
];

export class Arena {
  private readonly matches = new Map<string, Match>();
  private stream?: grpc.ClientDuplexStream<pb.PlayRequest, pb.PlayResponse>;
  private draining = false;

  constructor(private readonly choose: Choose) {}

  /** Plays until SIGTERM and the end of the matches that go on then; returns the exit code. */
  async play(): Promise<number> {
    process.once("SIGTERM", () => {
      this.draining = true;
      this.send({ $case: "goodbye", value: {} });
    });
    for (let failures = 0; ; failures++) {
      const began = Date.now();
      const end = await this.session();
      if (this.draining && (end.code === Code.OK || this.matches.size === 0)) return 0;
      console.error(`session ended: ${Code[end.code]} ${end.details}`);
      if (FINAL.includes(end.code)) return 1;
      if (Date.now() - began > LONGEST_PAUSE_MS) failures = 0;
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 100 * 2 ** failures));
    }
  }

  /** Opens a stream, and returns how it ended. */
  private session(): Promise<grpc.StatusObject> {
    const { ARENA_ADDRESS, ARENA_KEY, ARENA_SUBMISSION, ARENA_MATCHES, ARENA_TLS } = process.env;
    const { createSsl, createInsecure } = grpc.credentials;
    const credentials = ARENA_TLS === "1" ? createSsl() : createInsecure();
    const client = new pb.PlayServiceClient(ARENA_ADDRESS ?? "127.0.0.1:7700", credentials, {
      "grpc.use_local_subchannel_pool": 1, // not to inherit the waiting of an older client
    });
    const metadata = new grpc.Metadata();
    metadata.set("authorization", `Bearer ${ARENA_KEY}`);
    const stream = (this.stream = client.play(metadata));
    let patience = WELCOME_MS;
    let silence = setTimeout(() => stream.cancel(), patience);
    stream.on("data", ({ message }: pb.PlayResponse) => {
      if (message?.$case === "welcome") {
        const { seconds, nanos } = message.value.heartbeatInterval!;
        patience = 3 * (seconds * 1e3 + nanos / 1e6);
      }
      clearTimeout(silence);
      silence = setTimeout(() => stream.cancel(), patience);
      this.receive(message);
    });
    stream.on("error", () => {}); // "status" tells the same
    const hello = { client: "example-typescript/1.0", submissionId: ARENA_SUBMISSION ?? "" };
    this.send({ $case: "hello", value: { ...hello, matchCapacity: Number(ARENA_MATCHES ?? 1) } });
    if (this.draining) this.send({ $case: "goodbye", value: {} });
    return new Promise((resolve) => {
      stream.on("status", (end: grpc.StatusObject) => {
        clearTimeout(silence);
        client.close();
        resolve(end);
      });
    });
  }

  /** Takes one message; kinds that it does not know are ignored. */
  private receive(message: pb.PlayResponse["message"]): void {
    switch (message?.$case) {
      case "welcome":
        for (const [id, match] of this.matches) {
          if (match.away) this.matches.delete(id); // it must have ended meanwhile
          match.away = true;
        }
        break;
      case "heartbeat":
        if (!message.value.echo) {
          this.send({ $case: "heartbeat", value: { ...message.value, echo: true } });
        }
        break;
      case "seated": {
        const { matchId, attempt, resumed } = message.value;
        const match = this.matches.get(matchId);
        const goesOn = match && (resumed || match.seated.attempt === attempt);
        const seat = { seated: message.value, away: false };
        this.matches.set(matchId, goesOn ? Object.assign(match, seat) : seat);
        this.send({ $case: "acknowledge", value: { matchId, attempt } });
        break;
      }
      case "prompt":
        void this.answer(message.value);
        break;
      case "finished":
        this.matches.delete(message.value.matchId);
        console.log("finished:", message.value.matchId, message.value.outcome ?? "given up");
        break;
      case "faulted":
        console.error("faulted:", Fault[message.value.fault], message.value);
        break;
      case "ignored":
        console.error("ignored:", pb.Ignored_Reason[message.value.reason], message.value);
        break;
      case "goingAway": // the arena ends this stream soon, and the bot opens the next
        console.error("going away:", message.value.reason);
    }
  }

  private async answer(prompt: pb.Prompt): Promise<void> {
    const { matchId, ply } = prompt;
    const match = this.matches.get(matchId);
    if (!match) return;
    if (match.ply !== ply) {
      Object.assign(match, { ply, answer: undefined });
      const answer = await this.chosen(match.seated, prompt);
      if (this.matches.get(matchId) !== match || match.ply !== ply) return;
      match.answer = answer;
    }
    if (match.answer) this.send(match.answer); // if not, `choose` is still at it
  }

  private async chosen(seated: pb.Seated, prompt: pb.Prompt): Promise<Message> {
    const { matchId, ply } = prompt;
    try {
      const action = await this.choose(seated, prompt);
      return { $case: "choice", value: { matchId, ply, action } };
    } catch (error) {
      console.error(error);
      return { $case: "failure", value: { matchId, ply, reason: String(error) } };
    }
  }

  private send(message: Message): void {
    if (this.stream?.writable) this.stream.write({ message });
  }
}
