package wallet

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"krapao/server/ledger"
)

const (
	// firstWait and longestWait are between the tries of a transfer while its member waits.
	firstWait   = 200 * time.Millisecond
	longestWait = 2 * time.Second
	// referenceRetention is how long a provider answers a repeated reference with its first outcome (provider.yaml: at
	// least 30 days). Beyond it a repeat could move the money again, so the reference is only asked about, and "not
	// found" is a no.
	referenceRetention = 29 * 24 * time.Hour
)

// execute asks the provider until the transfer, and the one that follows it, is final, or ctx ends, or the provider is
// not asked because it fails: nobody waits for that. It gives these steps as they then are; Pending is what the
// reconciler goes on with, or what another server decided.
func (s *Transfers) execute(ctx context.Context, t Transfer) []Transfer {
	steps, wait := []Transfer{t}, firstWait
	for {
		next, final, err := s.attempt(ctx, &steps[len(steps)-1])
		if final && next == nil {
			return steps
		}
		if errors.Is(err, ErrNotAsked) {
			steps[len(steps)-1].unasked = true
			return steps
		}
		if final {
			steps, wait = append(steps, *next), firstWait
			continue
		}
		select {
		case <-ctx.Done():
			return steps
		case <-time.After(wait):
			wait = min(2*wait, longestWait)
		}
	}
}

// attempt asks the provider once and writes down what it says, in t too. final tells that the transfer is decided; next
// is what follows it; err is why it is not decided.
func (s *Transfers) attempt(ctx context.Context, t *Transfer) (next *Transfer, final bool, err error) {
	outcome, err := s.send(ctx, *t)
	if err == nil && outcome.Verdict != NotFound {
		next, err = s.decide(context.WithoutCancel(ctx), t, outcome) // whoever waits may leave; what the provider said is written all the same
		if err == nil {
			return next, true, nil
		}
	}
	s.Log.LogAttrs(ctx, slog.LevelWarn, "a transfer stays in transit", slog.String("transfer", t.ID.String()), slog.String("provider", t.Game),
		slog.Any("error", err))
	return nil, false, err
}

// send gets a final verdict, or an error that leaves the transfer as it is. The same reference is sent again and again:
// it is carried out once.
func (s *Transfers) send(ctx context.Context, t Transfer) (Outcome, error) {
	reference := t.ID.String()
	if s.Now().Sub(t.CreatedAt) > referenceRetention {
		outcome, err := s.Provider.FindTransfer(ctx, t.Game, reference)
		if err == nil && outcome.Verdict == NotFound {
			outcome = Outcome{Verdict: Rejected, Reason: "NEVER_CAME"}
		}
		return outcome, err
	}
	outcome, err := s.Provider.Transfer(ctx, Order{
		Game: t.Game, Reference: reference, Username: t.Username, Direction: t.Direction, Amount: t.Amount, Currency: t.Currency,
	})
	if errors.Is(err, ErrNotCarriedOut) {
		// This call was not carried out, but an earlier one may have been: only a confirmed cancel is a no.
		return s.Provider.CancelTransfer(ctx, t.Game, reference)
	}
	return outcome, err
}

// decide settles or reverses, and begins what follows, in one transaction. Whoever comes second changes nothing, t
// neither, but for the number of the player's balance: the answer that decided may have had none.
func (s *Transfers) decide(ctx context.Context, t *Transfer, outcome Outcome) (next *Transfer, err error) {
	now := s.Now()
	status, entry := Settled, t.entry("/settle", ledger.Transfer, t.postings(t.to(), false), now)
	if outcome.Verdict == Rejected {
		status, entry = Reversed, t.entry("/reverse", ledger.Reversal, t.postings(t.from(), false), now)
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		next = nil
		if err := s.Store.Decide(ctx, DecideInput{Transfer: *t, Status: status, Reason: outcome.Reason, At: now}); err != nil {
			return err
		}
		if err := s.Book.EnqueuePost(ctx, entry); err != nil {
			return err
		}
		if outcome.Sequence > 0 { // the entry holds the wallet's lock
			if err := s.Store.RaiseSequence(ctx, *t, outcome.Sequence); err != nil {
				return err
			}
		}
		if status == Reversed {
			return nil
		}
		if !t.Condition.IsZero() {
			return s.Book.EnqueuePost(ctx, t.taken(now))
		}
		if next = t.follow(now); next != nil {
			return s.begin(ctx, *next)
		}
		return nil
	})
	switch {
	case errors.Is(err, ErrDecided):
		return nil, s.raiseSequence(ctx, *t, outcome)
	case err != nil:
		return nil, err
	}
	t.Status, t.Reason = status, outcome.Reason
	return next, nil
}

// raiseSequence notes the number of an answer that came second.
func (s *Transfers) raiseSequence(ctx context.Context, t Transfer, outcome Outcome) error {
	if outcome.Sequence == 0 {
		return nil
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Book.Lock(ctx, t.Member); err != nil {
			return err
		}
		return s.Store.RaiseSequence(ctx, t, outcome.Sequence)
	})
}
