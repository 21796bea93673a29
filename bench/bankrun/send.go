package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// reply is what a server answered; status 0: nothing.
type reply struct {
	status  int
	code    string
	claimed []claimed
}

func (r reply) ok() bool { return r.status == http.StatusOK || r.status == http.StatusAccepted }

// final tells that asking again cannot give another answer: done, pending, or refused by a rule.
func (r reply) final() bool {
	return r.status > 0 && r.status < http.StatusInternalServerError && r.code != inProgress && r.status != http.StatusTooManyRequests
}

const (
	// inProgress: the first request with the key is still running, or what ends a condition is on its way.
	inProgress = "IDEMPOTENCY_IN_PROGRESS"
	// weAreDown is the code of a 503 that is our own; where a party does not answer, the calls that need it have codes
	// for that.
	weAreDown = "INTERNAL_SERVER_ERROR"
	// launchOp asks a provider for a link: its silence is a 503 of ours.
	launchOp = "launch"
)

// call makes one request at one of the two servers.
type call func(ctx context.Context, server int, key *string) (reply, error)

// How often an intent is sent: with a key until it is answered for good; the same again at the same time now and then.
const (
	keyedShare, twinShare = 60, 10 // of a hundred

	firstPause, longestPause = 100 * time.Millisecond, 3200 * time.Millisecond
)

// send sends an intent: it is written down first, and every answer too. Without a key it is sent once.
func (b *bank) send(ctx context.Context, chance *rand.Rand, in intent, do call) reply {
	if chance.IntN(100) < keyedShare {
		in.Key = newKey(chance)
	}
	return b.sendAs(ctx, chance, in, do)
}

func newKey(chance *rand.Rand) string {
	return fmt.Sprintf("%016x%016x", chance.Uint64(), chance.Uint64())
}

// sendAs is send for an intent whose key is chosen, or that takes none.
func (b *bank) sendAs(ctx context.Context, chance *rand.Rand, in intent, do call) reply {
	in = b.journal.intend(in)
	server := chance.IntN(2)
	if in.Key == "" {
		answer := b.try(ctx, in, server, do)
		if answer.status == http.StatusServiceUnavailable {
			pause(ctx, firstPause) // whoever is told to come back later does
		}
		return answer
	}
	if chance.IntN(100) >= twinShare {
		return b.insist(ctx, in, server, do)
	}
	var group sync.WaitGroup
	var answers [2]reply
	for i := range answers {
		group.Go(func() { answers[i] = b.insist(ctx, in, i, do) })
	}
	group.Wait()
	if answers[1].ok() {
		return answers[1]
	}
	return answers[0]
}

// insist repeats an intent that has a key until it is answered for good, with longer and longer pauses.
func (b *bank) insist(ctx context.Context, in intent, server int, do call) (answer reply) {
	for wait := firstPause; ; wait = min(2*wait, longestPause) {
		answer = b.try(ctx, in, server, do)
		if answer.final() || ctx.Err() != nil || wait == longestPause {
			return answer
		}
		server = 1 - server
		pause(ctx, wait)
	}
}

// try sends once. A server that nobody listens for was sent nothing: then it is the other one's turn.
func (b *bank) try(ctx context.Context, in intent, server int, do call) reply {
	var key *string
	if in.Key != "" {
		key = &in.Key
	}
	lasting := context.WithoutCancel(ctx) // what was sent is waited for, also when the run ends
	for {
		from := time.Now()
		busy := b.asking[server].Add(1) > mostUnderWay
		answer, err := do(lasting, server, key)
		b.asking[server].Add(-1)
		if refusedToConnect(err) {
			if ctx.Err() != nil {
				return reply{}
			}
			server = 1 - server
			time.Sleep(20 * time.Millisecond)
			continue
		}
		if err != nil {
			answer = reply{}
		}
		b.journal.write(outcome{Of: in.ID, Status: answer.status, Code: answer.code, Claimed: answer.claimed})
		b.note(in, answer, err, from, busy)
		return answer
	}
}

func refusedToConnect(err error) bool {
	var failed *net.OpError
	return errors.As(err, &failed) && failed.Op == "dial"
}

// A server refuses what it cannot do in time: a call that has waited for the database for 1.5 s in vain, and one that
// comes while 512 are under way (some of those are the parties'). Such a 503 is no broken promise; one that comes at
// once, from a server with little to do, is.
const (
	waitTimeout  = 1400 * time.Millisecond
	mostUnderWay = 400
)

// decisions are those of operators that are refused where a slip, a line or a claim has credited the money, or where it
// was sent back.
var decisions = []string{"matchSuspense", "returnSuspense", "approveClaim", "approveSlip"}

// note counts an answer, and finds those that must not be.
func (b *bank) note(in intent, answer reply, err error, from time.Time, busy bool) {
	name := in.Op + " " + answer.code
	if answer.code == "" {
		name = fmt.Sprintf("%s %d", in.Op, answer.status)
	}
	b.counts.add(name)
	switch {
	case answer.status == 0:
		b.unknown.Add(1)
		if !b.cluster.trouble.since(from) {
			b.broken("answers", "%s of %s got none while nothing was down: %v", in.Op, in.Member, err)
		}
	case answer.status == http.StatusServiceUnavailable:
		b.unknown.Add(1)
		switch {
		case answer.code != weAreDown || in.Op == launchOp || b.cluster.trouble.since(from):
		case busy || time.Since(from) > waitTimeout:
			b.shed.Add(1)
		default:
			b.broken("answers", "%s of %s was answered 503 while nothing was down", in.Op, in.Member)
		}
	case answer.status >= http.StatusInternalServerError:
		b.broken("answers", "%s of %s was answered %d %s", in.Op, in.Member, answer.status, answer.code)
	case answer.code == "KEY_INVALID" && slices.Contains(decisions, in.Op): // what came in has credited it already
		b.acknowledged.Add(1)
	case answer.status == http.StatusUnauthorized || answer.code == "KEY_INVALID" || answer.code == "KEY_MISSING":
		b.broken("answers", "%s of %s was answered %d %s: the run asks wrongly", in.Op, in.Member, answer.status, answer.code)
	case answer.final():
		b.acknowledged.Add(1)
		if answer.ok() && answer.code == "" {
			b.effects.Add(1)
		}
	}
}
