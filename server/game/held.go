package game

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/id"
	"krapao/server/money"
)

// ResultApproval is the request to release a large result.
const ResultApproval approval.Kind = "GAME_RESULT"

// HeldStatus is what became of a result that went beyond the bound.
type HeldStatus string

// The statuses.
const (
	Held     HeldStatus = "HELD"     // waits for an operator
	Released HeldStatus = "RELEASED" // waits for the next refresh
	Booked   HeldStatus = "BOOKED"
	Dropped  HeldStatus = "DROPPED" // the provider reported less
)

// HeldResult is a win that a provider reported beyond the bound. It is in no balance.
type HeldResult struct {
	ID       id.ID
	Member   id.MemberID
	Provider string
	Currency money.Currency
	// Result is what the provider's balance has more than the ledger's, Balance what it reported, Sequence its number
	// of that; as of SeenAt.
	Result, Balance money.Amount
	Sequence        int64
	// Bound is what it went beyond.
	Bound  money.Amount
	Status HeldStatus
	// Released is the result that ReleasedBy released; 0: none yet.
	Released   money.Amount
	ReleasedBy string
	// ReportedAt is when it was first reported, ClosedAt is zero while it is open.
	ReportedAt, SeenAt, ClosedAt time.Time
	// NeedsSecondPerson tells whether releasing it takes two people. It is not stored.
	NeedsSecondPerson bool
}

// HeldFilter is which results are wanted: a page of the open ones, oldest first, or of all, newest first.
type HeldFilter struct {
	All           bool
	Offset, Limit int
}

// HeldResults gives a page of results that went beyond their bound, and how many there are.
func (s *Service) HeldResults(ctx context.Context, filter HeldFilter) ([]HeldResult, int, error) {
	found, total, err := s.Store.HeldResults(ctx, filter)
	if err != nil || len(found) == 0 {
		return found, total, err
	}
	set, err := s.Store.Bounds(ctx)
	for i := range found {
		found[i].NeedsSecondPerson = found[i].needsTwo(chosen(set, found[i].Provider, found[i].Currency))
	}
	return found, total, err
}

func (h HeldResult) needsTwo(bound Bound) bool {
	return h.Status == Held && h.Result > bound.ReviewAbove
}

// resultAsked is the body of a GAME_RESULT request: what the second person reads.
type resultAsked struct {
	ID       id.ID          `json:"id"`
	Member   string         `json:"member"`
	Provider string         `json:"provider"`
	Currency money.Currency `json:"currency"`
	Result   money.Amount   `json:"result"`
}

// ReleaseInput names a held result as the operator saw it.
type ReleaseInput struct {
	ID     id.ID
	Result money.Amount
}

// ReleaseResult lets the next refresh book a held result, or asks a second person to let it: then the request's id
// comes along. Errors: NO_DATA, APPROVAL_STALE (it is not held any more, or the provider tells another result by now).
func (s *Service) ReleaseResult(ctx context.Context, in ReleaseInput) (held HeldResult, asked id.ID, err error) {
	held, err = s.release(ctx, in, false)
	if err != nil || !held.NeedsSecondPerson {
		return held, asked, err
	}
	request, err := s.Approvals.Ask(ctx, approval.Draft{Kind: ResultApproval, Subject: held.Provider + " " + held.Member.String(), Body: resultAsked{
		ID: held.ID, Member: held.Member.String(), Provider: held.Provider, Currency: held.Currency, Result: held.Result,
	}})
	return held, request.ID, err
}

// ApproveResult is what a second person's approval does, in that transaction. Errors: APPROVAL_STALE.
func (s *Service) ApproveResult(ctx context.Context, request approval.Request) error {
	var asked resultAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	_, err := s.release(ctx, ReleaseInput{asked.ID, asked.Result}, true)
	return err
}

// release lets a result be booked, unless it needs a second person and there is none.
func (s *Service) release(ctx context.Context, in ReleaseInput, byTwo bool) (held HeldResult, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if held, err = s.Store.LockHeldResult(ctx, in.ID); err != nil {
			return err
		}
		if held.Status != Held || held.Result != in.Result {
			return approval.ErrStale
		}
		bound, err := s.bound(ctx, held.Provider, held.Currency)
		if err != nil {
			return err
		}
		if held.NeedsSecondPerson = held.needsTwo(bound) && !byTwo; held.NeedsSecondPerson {
			return nil
		}
		held.Status, held.Released, held.ReleasedBy = Released, held.Result, audit.ActorFrom(ctx).Name
		if err := s.Store.PutHeldResult(ctx, held); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{
			Action: audit.GameResult, Subject: held.ID.String(), Before: map[string]any{"status": string(Held)},
			After: map[string]any{"status": string(Released), "member": held.Member.String(), "provider": held.Provider, "result": held.Result.String() + " " + string(held.Currency)},
		})
	})
	return held, err
}
