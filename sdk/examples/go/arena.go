package main

import (
	"context"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "example.com/bot/gen/botarena/v1"
)

// play keeps the bot connected until SIGTERM and the end of the matches that go on then. It returns
// only if trying again would not help. Copy this file as it is.
func play() error {
	terminated, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	seats := map[string]*pb.Seated{} // by match
	for failures := 0; ; failures++ {
		began, err := time.Now(), session(terminated, seats)
		if terminated.Err() != nil && (err == io.EOF || len(seats) == 0) {
			os.Exit(0)
		}
		log.Print("session ended: ", err)
		switch status.Code(err) { // Aborted: the bot runs twice, and the newer one has won
		case codes.Unauthenticated, codes.PermissionDenied, codes.NotFound, codes.InvalidArgument,
			codes.FailedPrecondition, codes.Unimplemented, codes.Aborted:
			return err
		}
		if time.Since(began) > 10*time.Second {
			failures = 0
		}
		time.Sleep(rand.N(min(10*time.Second, 100*time.Millisecond<<min(failures, 10))))
	}
}

// session opens a stream, and takes what comes until it ends; io.EOF is a good end.
func session(terminated context.Context, seats map[string]*pb.Seated) error {
	security := insecure.NewCredentials()
	if os.Getenv("ARENA_TLS") == "1" {
		security = credentials.NewTLS(nil)
	}
	channel, err := grpc.NewClient(os.Getenv("ARENA_ADDRESS"), grpc.WithTransportCredentials(security))
	if err != nil {
		return err
	}
	defer channel.Close()
	patience := 10 * time.Second
	silence := time.AfterFunc(patience, func() { channel.Close() })
	key := metadata.Pairs("authorization", "Bearer "+os.Getenv("ARENA_KEY"))
	call := metadata.NewOutgoingContext(context.Background(), key)
	stream, err := pb.NewPlayServiceClient(channel).Play(call)
	if err != nil {
		return err
	}
	var writing sync.Mutex
	send := func(request pb.PlayRequest_builder) {
		writing.Lock()
		defer writing.Unlock()
		_ = stream.Send(request.Build()) // that the stream is broken shows where it is read
	}
	capacity, _ := strconv.Atoi(os.Getenv("ARENA_MATCHES"))
	send(pb.PlayRequest_builder{Hello: &pb.Hello{SubmissionId: os.Getenv("ARENA_SUBMISSION"),
		MatchCapacity: int32(capacity), Client: "example-go/1.0"}})
	defer context.AfterFunc(terminated, func() { send(pb.PlayRequest_builder{Goodbye: &pb.Goodbye{}}) })()
	for ; ; silence.Reset(patience) {
		response, err := stream.Recv()
		if err != nil {
			return err
		}
		switch message := response.Message.(type) {
		case *pb.PlayResponse_Welcome:
			patience = 3 * message.Welcome.HeartbeatInterval.AsDuration()
			clear(seats) // what goes on is seated again
		case *pb.PlayResponse_Heartbeat:
			message.Heartbeat.Echo = true
			send(pb.PlayRequest_builder{Heartbeat: message.Heartbeat})
		case *pb.PlayResponse_Seated:
			id, attempt := message.Seated.MatchId, message.Seated.Attempt
			seats[id] = message.Seated
			send(pb.PlayRequest_builder{Acknowledge: &pb.Acknowledge{MatchId: id, Attempt: attempt}})
		case *pb.PlayResponse_Prompt: // if it comes again, so does the answer; the first one counts
			seated := seats[message.Prompt.MatchId]
			go func() { send(answer(seated, message.Prompt)) }()
		default: // finished, faulted, ignored, going away, or a kind to come
			delete(seats, response.GetFinished().GetMatchId())
			log.Print(response)
		}
	}
}

// answer says what choose came to.
func answer(seated *pb.Seated, prompt *pb.Prompt) pb.PlayRequest_builder {
	id, attempt, ply := prompt.MatchId, prompt.Attempt, prompt.Ply
	action, err := choose(seated, prompt)
	if err == nil {
		return pb.PlayRequest_builder{Choice: &pb.Choice{MatchId: id, Attempt: attempt, Ply: ply, Action: action}}
	}
	log.Print(err)
	return pb.PlayRequest_builder{Failure: &pb.Failure{MatchId: id, Attempt: attempt, Ply: ply, Reason: err.Error()}}
}
