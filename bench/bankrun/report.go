package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/bench/harness"
)

// commit is what the run is of: at its beginning, as others go on working in the folder.
var commit = harness.Commit()

// tell prints the report, and writes it where it was asked for. Errors: errBreach.
func (b *bank) tell(s settings) error {
	var text, soaked strings.Builder
	if b.soak != nil {
		b.tellSoak(&soaked)
	}
	b.write(&text, s)
	text.WriteString(soaked.String())
	fmt.Print(text.String())
	if s.report != "" {
		if err := os.WriteFile(s.report, []byte(text.String()), 0o644); err != nil {
			return err
		}
	}
	if len(b.breaches) > 0 {
		return errBreach
	}
	return nil
}

func (b *bank) write(out io.Writer, s settings) {
	f := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	loaded := b.loaded.Seconds()
	kills := 0
	for _, n := range b.kills {
		kills += n
	}
	f("# Bank run of %s\n", b.from.UTC().Format("2006-01-02 15:04 UTC"))
	if len(b.breaches) == 0 {
		f("Every promise held.\n")
	} else {
		f("**%d breaches:**\n", len(b.breaches))
		slices.SortStableFunc(b.breaches, func(x, y breach) int { return cmp.Compare(x.invariant, y.invariant) }) // answers come last
		for _, broken := range b.breaches[:min(len(b.breaches), 40)] {
			f("- %s: %s", broken.invariant, broken.what)
		}
		f("")
	}
	f("| | |\n|---|---|")
	f("| seed, edition | %d, %s |", b.seed, b.edition)
	f("| commit | %s |", commit)
	f("| acknowledged operations | %d in %.0f s (%.0f a second): %d with an effect, %d refused by a rule |", b.acknowledged.Load(), loaded,
		float64(b.acknowledged.Load())/loaded, b.effects.Load(), b.acknowledged.Load()-b.effects.Load())
	f("| sendings whose outcome was not told | %d, of them %d refused by a server with too much to do |", b.unknown.Load(), b.shed.Load())
	f("| kill -9 | %d: %s |", kills, b.killList())
	f("| members, calls at once | %d, %d |", s.members, s.workers)
	f("| snapshots of I1, I2, I3 while running | %d |", b.snapshots)
	f("| after the last fault | every transfer was final after %.1f s (I8: at most 60), everything else after %.1f s |", b.final.Seconds(), b.settled.Seconds())
	f("| whole run | %s |", b.took.Round(time.Second))
	soaking := ""
	if s.soak {
		soaking = " -soak"
	}
	f("| again | `go run ./bench/bankrun -seed %d -edition %s -members %d -workers %d -kills %d -duration %s -operations %d%s` |\n", b.seed, b.edition, s.members, s.workers, s.kills, s.duration, s.operations, soaking)
	f("## Invariants\n\n| | promise | looked at | breaches |\n|---|---|---|---|")
	for _, one := range b.sorted() {
		f("| %s | %s | %d %s | %d |", one.invariant, one.promise, one.checked, one.what, one.broken)
	}
	f("\n## What was answered\n\n| call, code or status | times |\n|---|---|")
	for _, name := range slices.Sorted(maps.Keys(b.counts.of)) {
		f("| %s | %d |", strings.TrimSpace(name), b.counts.of[name])
	}
}

// sorted gives the results by invariant.
func (b *bank) sorted() []result {
	list := append(b.results, //nolint:gocritic // the report is all that becomes of them
		result{"I1", "while running: every transaction sums to zero", "snapshots", int64(b.snapshots), b.brokenRunning("I1")},
		result{"I2", "while running: all accounts sum to zero", "snapshots", int64(b.snapshots), b.brokenRunning("I2")},
		result{"I3", "while running: a cached balance equals its postings", "snapshots", int64(b.snapshots), b.brokenRunning("I3")})
	number := func(one result) int {
		n, _ := strconv.Atoi(one.invariant[1:])
		return n
	}
	slices.SortStableFunc(list, func(x, y result) int { return cmp.Compare(number(x), number(y)) })
	return list
}

// brokenRunning counts the breaches of an invariant that snapshots found.
func (b *bank) brokenRunning(invariant string) (count int64) {
	for _, one := range b.breaches {
		if one.invariant == invariant && strings.HasPrefix(one.what, whileRunning) {
			count++
		}
	}
	return count
}

// killList tells how often what was killed, and how long it took until it was ready again.
func (b *bank) killList() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(b.kills)) {
		parts = append(parts, fmt.Sprintf("%d %s (ready again after %.1f s on average)", b.kills[name], name, b.away[name].Seconds()/float64(b.kills[name])))
	}
	return strings.Join(parts, ", ")
}
