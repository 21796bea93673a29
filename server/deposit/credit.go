package deposit

import (
	"context"
	"log/slog"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// receipt is money that came in for a member.
type receipt struct {
	// id is the deposit's: its transaction has it as reference.
	id       id.ID
	member   id.MemberID
	amount   money.Amount
	currency money.Currency
	// from is the clearing account's source.
	from     string
	external *ledger.External
}

// transaction is the one way in which money is credited: from an account of the house to the member's main wallet,
// under the evidence of it.
func (in receipt) transaction(from ledger.Account, at time.Time) ledger.Transaction {
	return ledger.Transaction{
		Key: in.id.String() + "/credit", Kind: ledger.Deposit, MemberID: in.member, Currency: in.currency,
		Postings: []ledger.Posting{{Account: from, Amount: -in.amount}, {Account: ledger.Main(in.member), Amount: in.amount}},
		At:       at, Reference: in.id.String(), External: in.external,
	}
}

// suspenseQueue is money that matched nobody, as far as adding to it asks.
type suspenseQueue struct {
	store interface {
		AddSuspense(ctx context.Context, suspense Suspense) (bool, error)
	}
	ledger ledger.Poster
	log    *slog.Logger
	now    func() time.Time
}

// add is the one way in which money from a clearing account goes to suspense; false when it is there already. Money of
// an unknown amount is in the queue only.
func (q suspenseQueue) add(ctx context.Context, suspense Suspense, from string) (added bool, err error) {
	suspense.ID, suspense.ReceivedAt = id.NewID(), q.now()
	if suspense.PaidAt.IsZero() {
		suspense.PaidAt = suspense.ReceivedAt
	}
	if added, err = q.store.AddSuspense(ctx, suspense); err != nil || !added {
		return added, err
	}
	event := suspense.Event
	q.log.WarnContext(ctx, "money went to suspense", "reason", string(suspense.Reason), "source", suspense.External.Source, "reference", event.Reference, "suspense", suspense.ID)
	if event.Amount == 0 {
		return true, nil
	}
	_, err = q.ledger.Post(ctx, ledger.Transaction{
		Key: suspense.ID.String() + "/suspense", Kind: ledger.Suspended, Currency: event.Currency,
		Postings: []ledger.Posting{
			{Account: ledger.Clearing(from, event.Currency), Amount: -event.Amount},
			{Account: ledger.Suspense(event.Currency), Amount: event.Amount},
		},
		At: suspense.ReceivedAt, Reference: suspense.ID.String(), External: &suspense.External,
	})
	return true, err
}
