// Floods runs the floods that the reliability page names against a real server with default limits, one after another,
// and prints what other members' calls met meanwhile. README.md says what is aimed at; what is missed makes it exit
// with 1.
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
	binary, only, attack string
	port                 int
	members              int
	each, pause          time.Duration
	short                bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "floods:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	var s settings
	flag.BoolVar(&s.short, "short", false, "two and a half seconds a flood; the ratio of the times is printed, not checked: a busy machine cannot tell")
	flag.StringVar(&s.attack, "attack", "", "internal: only this flood, against the target on standard input")
	flag.StringVar(&s.binary, "krapao", "bin/krapao", "the server's binary")
	flag.StringVar(&s.only, "only", "", "only the floods whose names contain this")
	flag.IntVar(&s.port, "port", 18800, "the first of the ports that are used, on the loopback")
	flag.IntVar(&s.members, "members", 4000, "members; each has a QR code that waits for its payment")
	flag.DurationVar(&s.each, "each", 12*time.Second, "time of a flood")
	flag.DurationVar(&s.pause, "pause", 10*time.Second, "time between two")
	flag.Parse()
	if s.short {
		s.each, s.pause = 2500*time.Millisecond, 500*time.Millisecond
	}
	if s.attack != "" {
		return attackNow(ctx, s.attack, os.Stdin, os.Stdout)
	}
	undo, flat := flatten()
	defer undo()
	if !flat {
		say("Linux shares the processors among sessions here: the attackers take the server's, and the ratio of the times says nothing. Run it as root")
	}
	e, err := openEnvironment(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	results, err := floodAll(ctx, e, s)
	if err != nil {
		return err
	}
	return verdict(os.Stdout, results, s.short)
}

// floodAll measures the server at rest and then under each flood.
func floodAll(ctx context.Context, e *environment, s settings) ([]result, error) {
	say("warming up")
	if _, err := measure(ctx, e, rest, s.each/2); err != nil {
		return nil, err
	}
	say(rest)
	atRest, err := measure(ctx, e, rest, s.each)
	if err != nil {
		return nil, err
	}
	results := []result{atRest}
	for _, f := range floods {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.only != "" && !strings.Contains(f.name, s.only) {
			continue
		}
		say("%s", f.name)
		result, err := measure(ctx, e, f.name, s.each)
		if err != nil {
			return nil, err
		}
		results = append(results, result)
		time.Sleep(s.pause)
	}
	if len(results) == 1 {
		return nil, fmt.Errorf("no flood has %q in its name", s.only)
	}
	return results, ctx.Err()
}

// rest is the name of what is measured without a flood.
const rest = "at rest"

// measure has other members call for a time, while a flood runs.
func measure(ctx context.Context, e *environment, name string, during time.Duration) (met result, err error) {
	ctx, stop := context.WithTimeout(ctx, during)
	defer stop()
	var flood wave
	ended := make(chan error, 1)
	go func() {
		if name == rest {
			ended <- nil
			return
		}
		var err error
		flood, err = e.send(ctx, name)
		ended <- err
	}()
	watched := e.watchMemory(ctx)
	met = e.others(ctx)
	if err := <-ended; err != nil {
		return met, err
	}
	for code, count := range flood.Gateway {
		met.refused[code] += count
	}
	met.calls += flood.Reports
	met.name, met.memory, met.refusedAttack, met.sockets = name, <-watched, flood.Refused, flood.Sockets
	return met, nil
}

func say(format string, args ...any) {
	fmt.Printf(time.Now().Format("15:04:05 ")+format+"\n", args...)
}
