package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// What is aimed at: nobody else is refused anything, their p99 is at most three times that at rest or nothing that a
// person notices, a payment is in the wallet within a second, and the server takes at most 256 MB more than at rest.
const (
	mostTimes    = 3
	unnoticed    = 50 * time.Millisecond
	mostCredited = time.Second
	mostMemory   = 256 << 20
	// creditedShort is the bound of the short form, which also runs beside other work.
	creditedShort = 5 * time.Second
)

// verdict prints the table, and gives an error for what was missed. The first result is the server's at rest.
func verdict(out io.Writer, results []result, short bool) error {
	rest := results[0]
	var missed []error
	fmt.Fprintln(out, "| flood | others' calls | refused | p99 | x at rest | a chat message, p95 | x at rest | paid QR in the wallet | memory over rest | the flood's own refused | its sockets |\n|---|---|---|---|---|---|---|---|---|---|---|")
	for i, r := range results {
		times := float64(r.p99()) / float64(max(rest.p99(), 1))
		chats := float64(r.chatP95()) / float64(max(rest.chatP95(), 1))
		over := r.memory - rest.memory
		fmt.Fprintf(out, "| %s | %d | %s | %.1f ms | %.1f | %.1f ms of %d | %.1f | %d, at most %d ms | %d MB | %d | %d |\n", r.name, r.calls, refusals(r), milliseconds(r.p99()), times,
			milliseconds(r.chatP95()), len(r.chats), chats, r.payments, r.credited.Milliseconds(), over>>20, r.refusedAttack, r.sockets)
		if i == 0 {
			continue
		}
		miss := func(is bool, format string, args ...any) {
			if is {
				missed = append(missed, fmt.Errorf("%s: "+format, append([]any{r.name}, args...)...))
			}
		}
		limit := mostCredited
		if short {
			limit = creditedShort
		}
		miss(r.allRefused() > 0, "%d calls of others were refused", r.allRefused())
		miss(r.payments == 0 || r.credited > limit, "%d payments, in the wallet after %v", r.payments, r.credited)
		miss(over > mostMemory, "%d MB more than at rest", over>>20)
		miss(!short && times > mostTimes && r.p99() > unnoticed, "others' p99 is %.1f times that at rest", times)
		miss(len(r.chats) == 0, "nobody's message came back on a socket")
		miss(!short && chats > mostTimes && r.chatP95() > unnoticed, "the p95 of others' messages is %.1f times that at rest", chats)
	}
	if short {
		fmt.Fprintln(out, "(short form: the times are printed, not checked)")
	}
	return errors.Join(missed...)
}

// refusals tells how many were refused, and how.
func refusals(r result) string {
	if len(r.refused) == 0 {
		return "0"
	}
	var parts []string
	for _, code := range slices.Sorted(maps.Keys(r.refused)) {
		parts = append(parts, fmt.Sprintf("%d x %s", r.refused[code], code))
	}
	return strings.Join(parts, ", ")
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
