package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strconv"
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

const (
	longestPause = 10 * time.Second
	welcomeLimit = 10 * time.Second
)

// final holds the codes after which trying again would not help. Aborted: the bot runs twice, and
// the newer one has won.
var final = []codes.Code{
	codes.Unauthenticated, codes.PermissionDenied, codes.NotFound, codes.InvalidArgument,
	codes.FailedPrecondition, codes.Unimplemented, codes.Aborted,
}

// match outlives its stream: a prompt that comes again gets the very answer that it got before.
type match struct {
	seated *pb.Seated
	ply    int32
	answer *pb.PlayRequest
	away   bool // not seated yet on this stream
}

// thought is what choose came to.
type thought struct {
	match  *match
	prompt *pb.Prompt
	action string
	err    error
}

// arena keeps a bot connected. Copy this file as it is.
type arena struct {
	choose    func(*pb.Seated, *pb.Prompt) (string, error)
	matches   map[string]*match
	stream    pb.PlayService_PlayClient
	thoughts  chan thought
	terminate chan os.Signal
	draining  bool
}

// play plays until SIGTERM and the end of the matches that go on then.
func play(choose func(*pb.Seated, *pb.Prompt) (string, error)) error {
	a := &arena{choose: choose, matches: map[string]*match{}}
	a.thoughts, a.terminate = make(chan thought), make(chan os.Signal, 1)
	signal.Notify(a.terminate, syscall.SIGTERM)
	for failures := 0; ; failures++ {
		began := time.Now()
		err := a.session()
		if a.draining && (err == nil || len(a.matches) == 0) {
			return nil
		}
		if slices.Contains(final, status.Code(err)) {
			return err
		}
		log.Printf("session ended: %v", err)
		if time.Since(began) > longestPause {
			failures = 0
		}
		select {
		case <-time.After(rand.N(min(longestPause, 100*time.Millisecond<<min(failures, 10)))):
		case <-a.terminate:
			a.draining = true
		}
	}
}

// session opens a stream and returns how it ended.
func (a *arena) session() error {
	security := insecure.NewCredentials()
	if os.Getenv("ARENA_TLS") == "1" {
		security = credentials.NewTLS(&tls.Config{})
	}
	address := cmp.Or(os.Getenv("ARENA_ADDRESS"), "127.0.0.1:7700")
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(security))
	if err != nil {
		return err
	}
	defer connection.Close()
	key := metadata.Pairs("authorization", "Bearer "+os.Getenv("ARENA_KEY"))
	ctx, cancel := context.WithCancel(metadata.NewOutgoingContext(context.Background(), key))
	defer cancel()
	silence := time.AfterFunc(welcomeLimit, cancel)
	defer silence.Stop()
	if a.stream, err = pb.NewPlayServiceClient(connection).Play(ctx); err != nil {
		return err
	}
	capacity, _ := strconv.Atoi(os.Getenv("ARENA_MATCHES"))
	a.send(&pb.PlayRequest{Message: &pb.PlayRequest_Hello{Hello: &pb.Hello{
		SubmissionId:  os.Getenv("ARENA_SUBMISSION"),
		Client:        "example-go/1.0",
		MatchCapacity: int32(capacity),
	}}})
	if a.draining {
		a.sayGoodbye()
	}
	responses, ended := make(chan *pb.PlayResponse), make(chan error)
	go receive(a.stream, responses, ended)
	patience := welcomeLimit
	for {
		select {
		case response := <-responses:
			if welcome := response.GetWelcome(); welcome != nil {
				patience = 3 * welcome.HeartbeatInterval.AsDuration()
			}
			silence.Reset(patience)
			a.handle(response)
		case done := <-a.thoughts:
			a.answer(done)
		case <-a.terminate:
			a.sayGoodbye()
		case err := <-ended:
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func receive(stream pb.PlayService_PlayClient, responses chan<- *pb.PlayResponse, ended chan<- error) {
	for {
		response, err := stream.Recv()
		if err != nil {
			ended <- err
			return
		}
		responses <- response
	}
}

// handle takes one message; kinds that it does not know are ignored.
func (a *arena) handle(response *pb.PlayResponse) {
	switch message := response.Message.(type) {
	case *pb.PlayResponse_Welcome:
		for id, m := range a.matches {
			if m.away { // it must have ended meanwhile
				delete(a.matches, id)
			}
			m.away = true
		}
	case *pb.PlayResponse_Heartbeat:
		if !message.Heartbeat.Echo {
			echo := &pb.Heartbeat{Number: message.Heartbeat.Number, Echo: true}
			a.send(&pb.PlayRequest{Message: &pb.PlayRequest_Heartbeat{Heartbeat: echo}})
		}
	case *pb.PlayResponse_Seated:
		seated := message.Seated
		m := a.matches[seated.MatchId]
		if m == nil || !seated.Resumed && seated.Attempt != m.seated.Attempt {
			m = &match{ply: -1}
			a.matches[seated.MatchId] = m
		}
		m.seated, m.away = seated, false
		taken := &pb.Acknowledge{MatchId: seated.MatchId, Attempt: seated.Attempt}
		a.send(&pb.PlayRequest{Message: &pb.PlayRequest_Acknowledge{Acknowledge: taken}})
	case *pb.PlayResponse_Prompt:
		prompt := message.Prompt
		m := a.matches[prompt.MatchId]
		if m != nil && m.ply != prompt.Ply {
			m.ply, m.answer = prompt.Ply, nil
			go a.think(m, m.seated, prompt)
		} else if m != nil && m.answer != nil { // if it is nil, choose is still at it
			a.send(m.answer)
		}
	case *pb.PlayResponse_Finished:
		delete(a.matches, message.Finished.MatchId)
		log.Print(response)
	case *pb.PlayResponse_Faulted, *pb.PlayResponse_Ignored, *pb.PlayResponse_GoingAway:
		log.Print(response) // when it is going away, the arena ends the stream by itself
	}
}

// think calls choose and makes an error of its panics.
func (a *arena) think(m *match, seated *pb.Seated, prompt *pb.Prompt) {
	done := thought{match: m, prompt: prompt}
	defer func() {
		if problem := recover(); problem != nil {
			done.err = fmt.Errorf("panic: %v", problem)
		}
		a.thoughts <- done
	}()
	done.action, done.err = a.choose(seated, prompt)
}

// answer sends what choose came to, unless the match has gone on without it.
func (a *arena) answer(done thought) {
	m, id, ply := done.match, done.prompt.MatchId, done.prompt.Ply
	if a.matches[id] != m || m.ply != ply {
		return
	}
	choice := &pb.Choice{MatchId: id, Ply: ply, Action: done.action}
	m.answer = &pb.PlayRequest{Message: &pb.PlayRequest_Choice{Choice: choice}}
	if done.err != nil {
		log.Printf("match %s, ply %d: %v", id, ply, done.err)
		failure := &pb.Failure{MatchId: id, Ply: ply, Reason: done.err.Error()}
		m.answer = &pb.PlayRequest{Message: &pb.PlayRequest_Failure{Failure: failure}}
	}
	a.send(m.answer)
}

func (a *arena) sayGoodbye() {
	a.draining = true
	a.send(&pb.PlayRequest{Message: &pb.PlayRequest_Goodbye{Goodbye: &pb.Goodbye{}}})
}

// send drops what cannot be sent any more: that the stream is broken shows where it is read.
func (a *arena) send(request *pb.PlayRequest) {
	_ = a.stream.Send(request)
}
