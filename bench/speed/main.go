// Speed measures the product over HTTP against what its PostgreSQL can do at all, with real processes on this machine,
// and prints each ratio beside its target. bench/README.md says what the rows mean; nothing of it must pass.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// settings are the flags of a run.
type settings struct {
	binary, only                 string
	port                         int
	members, active              int
	callers, rounds, sockets     int
	each, warm, settle           time.Duration
	lines, postings, statementAt int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	if len(os.Args) > 1 && os.Args[1] == bareCommand {
		return serveBare(ctx, os.Args[2:])
	}
	var s settings
	short := flag.Bool("short", false, "two rounds of three seconds and few rows, whatever the other flags say: to try it, not to believe it")
	flag.StringVar(&s.binary, "krapao", "bin/krapao", "the server's binary")
	flag.StringVar(&s.only, "only", "", "only the cells whose names begin with one of these, with commas between")
	flag.IntVar(&s.port, "port", 18700, "the first of the ports that are used")
	flag.IntVar(&s.members, "members", 80_000, "members; a cell makes at most one deposit for each")
	flag.IntVar(&s.active, "active", 1000, "members who transfer and look at their wallets, in turn")
	flag.IntVar(&s.callers, "callers", 32, "calls at once")
	flag.IntVar(&s.sockets, "sockets", 10_000, "open sockets of the chat (P7), a room each; a few more files than that must be allowed (ulimit -n)")
	flag.IntVar(&s.rounds, "rounds", 5, "rounds; the cells of a round follow one another")
	flag.DurationVar(&s.each, "each", 10*time.Second, "time of a cell")
	flag.DurationVar(&s.settle, "settle", 4*time.Minute, "how long to wait, at most, for the machine to be quiet after the setup")
	flag.IntVar(&s.lines, "lines", 10_000_000, "lines of the long statement (P5)")
	flag.IntVar(&s.postings, "postings", 20_000_000, "postings of the filled ledger (P6), the long statement's with them")
	flag.IntVar(&s.statementAt, "page", 20_000, "the late page of the statement, ten lines a page")
	flag.Parse()
	if pgbench() != "" { // else the limits are called from here
		runtime.GOMAXPROCS(1) // the callers are not what is measured: two threads that look for work take it from the server
	}
	if *short {
		s.members, s.rounds, s.each, s.lines, s.postings, s.sockets = 20_000, 2, 3*time.Second, 210_000, 400_000, 1000
	}
	s.warm = s.each / 5

	p, err := openEnvironment(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	b := &bench{environment: p, settings: s, figures: map[string][]figure{}}
	if err := b.setup(ctx); err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	before := settled(ctx, s.settle)
	if err := b.measure(ctx); err != nil {
		return err
	}
	b.report(before)
	return nil
}

// settled waits until the load of the setup is gone, for a while, and gives the load that there is then.
func settled(ctx context.Context, waitTimeout time.Duration) string {
	say("waiting for a quiet machine")
	for end := time.Now().Add(waitTimeout); time.Now().Before(end) && ctx.Err() == nil && !isQuiet(load()); time.Sleep(time.Second) {
	}
	return load()
}

// load is the machine's load of the last minute, as it says itself.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

func say(format string, args ...any) {
	fmt.Printf(time.Now().Format("15:04:05 ")+format+"\n", args...)
}
