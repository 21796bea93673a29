// Command chatrun proves that the chat loses nothing: members, guests and operators write and read on two servers while
// sockets, servers and the bus between them are cut, killed and restarted; afterwards the database and what every
// client saw must agree. README.md has the rules.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// settings are the flags of a run.
type settings struct {
	binary, report, only string
	messages, rooms      int
	sockets              int
	faultEvery           time.Duration
	seed                 uint64
	port                 int
	keep                 bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := start(ctx)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "chatrun: %v\n", err)
		os.Exit(1)
	}
}

func start(ctx context.Context) error {
	if len(os.Args) > 1 && os.Args[1] == natsCommand {
		return serveNATS(ctx, os.Args[2:])
	}
	var s settings
	short := flag.Bool("short", false, "500 messages, 20 rooms and 100 sockets, whatever the other flags say")
	flag.StringVar(&s.binary, "krapao", "bin/krapao", "the server's binary")
	flag.StringVar(&s.report, "report", "", "file that gets the report, besides standard output")
	flag.StringVar(&s.only, "only", "", "only the parts whose names contain this")
	flag.IntVar(&s.messages, "messages", 10_000, "messages of each storm, the bot's answers among them")
	flag.IntVar(&s.rooms, "rooms", 100, "rooms of each storm, with two clients each")
	flag.IntVar(&s.sockets, "sockets", 1000, "sockets of the rolling restart")
	flag.DurationVar(&s.faultEvery, "fault-every", time.Second, "time between two faults, on average")
	flag.Uint64Var(&s.seed, "seed", 0, "what chance is derived from; 0 draws one")
	flag.IntVar(&s.port, "port", 19200, "the first of 30 ports on the loopback")
	flag.BoolVar(&s.keep, "keep", false, "keep the folder with the database and the logs")
	flag.Parse()
	if *short {
		s.messages, s.rooms, s.sockets, s.faultEvery = 500, 20, 100, 500*time.Millisecond
	}
	if s.seed == 0 {
		s.seed = uint64(time.Now().UnixNano()) % 1_000_000_000
	}
	return run(ctx, s)
}

var errBreach = errors.New("a promise was broken: see the report")

// part is one thing that is proven, with members of its own.
type part struct {
	name string
	bus  string
	run  func(ctx context.Context, r *trial) error
}

// parts are what a run proves, one after the other.
var parts = []part{
	{"storm over NOTIFY", overNotify, storm},
	{"storm over NATS", overNATS, storm},
	{"rolling restart", overNotify, rollingRestart},
}

func run(ctx context.Context, s settings) (err error) {
	began := time.Now()
	at, err := openCluster(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, at.close(s.keep || errors.Is(err, errBreach))) }()
	var results []*result
	for i, one := range parts {
		if !strings.Contains(one.name, s.only) {
			continue
		}
		say("[%s] %s", since(began), one.name)
		r, err := newTrial(ctx, s, at, one, i)
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		if err := one.run(ctx, r); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		results = append(results, &r.result)
	}
	return printReport(s, results, time.Since(began))
}

func since(from time.Time) string { return fmt.Sprintf("%5.1f s", time.Since(from).Seconds()) }

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }
