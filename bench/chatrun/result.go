package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"krapao/bench/harness"
)

// result is what a part has seen.
type result struct {
	part               string
	rooms, sockets     int
	messages           int // in the database at the end
	customers          int // of them, customers'
	operators, bots    int
	took               time.Duration // under faults
	settled, recovered time.Duration // until every client had everything; until every socket heard without the history

	live, caughtUp atomic.Int64 // messages that clients had from sockets first, and from the history first

	mu       sync.Mutex
	counts   map[string]int
	breaches []breach
	rejoined []time.Duration // from the end of a connection to the next join
	failures []string
}

// breach is a promise that was broken.
type breach struct{ promise, what string }

func (r *result) broken(promise, format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.breaches = append(r.breaches, breach{promise, fmt.Sprintf(format, args...)})
}

func (r *result) count(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[what]++
}

// failed notes a request that came to nothing: while processes are killed, some do.
func (r *result) failed(what, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures = append(r.failures, what+": "+why)
}

// joined notes that a device is in its room again.
func (r *result) joined(left time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !left.IsZero() {
		r.rejoined = append(r.rejoined, time.Since(left))
	}
}

// printReport prints the report, and writes it where it was asked for. Errors: errBreach.
func printReport(s settings, results []*result, took time.Duration) error {
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	line("\n# Chat run of %s\n", time.Now().UTC().Format("2006-01-02 15:04 UTC"))
	line("Commit %s, seed %d, load of the machine at the end %s, %s in all.\n", harness.Commit(), s.seed, load(), took.Round(time.Second))
	broken := false
	for _, r := range results {
		r.write(line)
		broken = broken || len(r.breaches) > 0
	}
	fmt.Print(text.String())
	if s.report != "" {
		if err := os.WriteFile(s.report, []byte(text.String()), 0o644); err != nil {
			return err
		}
	}
	if broken {
		return errBreach
	}
	return nil
}

func (r *result) write(line func(format string, args ...any)) {
	line("## %s\n", r.part)
	if len(r.breaches) == 0 {
		line("Nothing was lost, doubled or out of order.\n")
	} else {
		line("**%d breaches:**\n", len(r.breaches))
		for _, one := range r.breaches[:min(len(r.breaches), 20)] {
			line("- %s: %s", one.promise, one.what)
		}
		line("")
	}
	line("| | |\n|---|---|")
	line("| messages in the database | %d in %d rooms: customers' %d, operators' %d, the bot's %d |", r.messages, r.rooms, r.customers, r.operators, r.bots)
	line("| what %d clients saw | %d messages from a socket first, %d from the history first |", r.sockets, r.live.Load(), r.caughtUp.Load())
	line("| under faults | %.0f s; %s |", r.took.Seconds(), r.list("fault: "))
	line("| sockets | %s |", r.list("sockets"))
	line("| until joined again | p50 %d ms, p99 %d ms, at most %d ms |", r.rejoin(50), r.rejoin(99), r.rejoin(100))
	line("| requests | %s; %d came to nothing and were sent again |", r.list("a "), len(r.failures))
	line("| after the last fault | every client had everything after %.1f s |", r.settled.Seconds())
	if r.recovered > 0 {
		line("| then | a message in every room was on every socket after %d ms |", r.recovered.Milliseconds())
	}
	line("")
}

// list gives the counts whose names begin so.
func (r *result) list(prefix string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(r.counts)) {
		if strings.HasPrefix(name, prefix) {
			parts = append(parts, fmt.Sprintf("%d %s", r.counts[name], strings.TrimPrefix(name, "fault: ")))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// rejoin gives a percentile of the time until a client was in its room again, in milliseconds.
func (r *result) rejoin(percent int) int64 {
	if len(r.rejoined) == 0 {
		return 0
	}
	slices.Sort(r.rejoined)
	return r.rejoined[min(len(r.rejoined)-1, len(r.rejoined)*percent/100)].Milliseconds()
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
