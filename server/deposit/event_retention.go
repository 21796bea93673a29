package deposit

import (
	"context"

	"krapao/server/bankaccount"
)

// eventsAtOnce is how many reports of each kind one statement drops: its locks and its work stay small.
const eventsAtOnce = 1000

// ForgetEvents drops gateways' reports that were taken longer ago than the oldest payment that is taken, in batches.
// What they did stays: the ledger has the evidence of each credit for good, so a report that comes again after that
// credits nothing.
func (s *Service) ForgetEvents(ctx context.Context) error {
	for ctx.Err() == nil {
		dropped, err := s.Store.ForgetEvents(ctx, s.Now().Add(-bankaccount.OldestPayment), eventsAtOnce)
		if err != nil || dropped == 0 {
			return err
		}
		s.Log.InfoContext(ctx, "old reports of gateways were dropped", "reports", dropped)
	}
	return ctx.Err()
}
