// Command bankrun is Krapao's bank test: members, operators and banks call two servers on one PostgreSQL at the same
// time, the outside parties misbehave, processes are killed, and afterwards everything that was acknowledged has to be
// true. README.md has the rules.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"krapao/server/app"
)

// settings are the flags of a run.
type settings struct {
	binary     string
	report     string
	duration   time.Duration
	operations int64
	kills      int
	members    int
	workers    int
	seed       uint64
	edition    app.Edition
	port       int
	keep       bool
	soak       bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := start(ctx)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bankrun: %v\n", err)
		os.Exit(1)
	}
}

func start(ctx context.Context) error {
	if len(os.Args) > 1 && os.Args[1] == partiesCommand {
		return serveParties(ctx, os.Args[2:])
	}
	var s settings
	flag.StringVar(&s.binary, "krapao", "bin/krapao", "the server's binary")
	flag.StringVar(&s.report, "report", "", "file that gets the report, besides standard output")
	flag.DurationVar(&s.duration, "duration", 45*time.Second, "least time under load")
	flag.Int64Var(&s.operations, "operations", 0, "least number of acknowledged operations")
	flag.IntVar(&s.kills, "kills", 22, "how many kill -9, spread over the duration, or over the operations when they are given")
	flag.IntVar(&s.members, "members", 200, "how many members")
	flag.IntVar(&s.workers, "workers", 128, "how many calls at once")
	flag.Uint64Var(&s.seed, "seed", 0, "what chance is derived from; 0 draws one")
	edition := flag.String("edition", "", "thai (baht, gift links and slips) or laos (kip and baht); drawn when it is not given")
	flag.IntVar(&s.port, "port", 19100, "the first of 30 ports on the loopback")
	flag.BoolVar(&s.keep, "keep", false, "keep the folder with the database, the logs and the journal of intents")
	flag.BoolVar(&s.soak, "soak", false, "no kills and no faults; every member sits in the chat too, and what servers hold in memory must not grow")
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unknown argument %q", flag.Arg(0))
	}
	if s.soak {
		s.kills = 0
	}
	if s.seed == 0 {
		s.seed = uint64(time.Now().UnixNano()) % 1_000_000_000
	}
	var err error
	if s.edition, err = parseEdition(*edition, s.seed); err != nil {
		return err
	}
	return run(ctx, s)
}

var errBreach = errors.New("a promise was broken: see the report")

// run is the whole of it: start a cluster, load it, calm it, verify it.
func run(ctx context.Context, s settings) (err error) {
	pastMidnight(ctx)
	began := time.Now()
	say("bank run: seed %d, %s, %d members, %d workers, %d kills", s.seed, s.edition, s.members, s.workers, s.kills)
	cluster, err := openCluster(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cluster.close(s.keep || errors.Is(err, errBreach))) }()
	bank, err := newBank(ctx, s, cluster)
	if err != nil {
		return err
	}
	defer bank.journal.close()
	say("[%s] ready: load", since(began))
	if err := bank.load(ctx, s); err != nil {
		return err
	}
	say("[%s] calm down", since(began))
	if err := bank.calm(ctx); err != nil {
		return err
	}
	say("[%s] verify", since(began))
	if err := bank.verify(ctx); err != nil {
		return err
	}
	bank.took = time.Since(began)
	return bank.tell(s)
}

func since(from time.Time) string { return fmt.Sprintf("%5.1f s", time.Since(from).Seconds()) }

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }
