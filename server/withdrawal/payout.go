package withdrawal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"krapao/server/background"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// clearingPayout is the ledger's account for withdrawals that were paid, by a gateway or by hand.
const clearingPayout = "payout"

const (
	// payoutsAtOnce bounds the payouts that one turn takes. They are asked about side by side, so that none waits for
	// another's gateway.
	payoutsAtOnce = 16
	// payoutLease is how long a turn has an order for itself. It is longer than the gateway's two calls take.
	payoutLease = 30 * time.Second
	// firstWait and longestWait bound how long until the next try; it doubles from one to the other.
	firstWait, longestWait = 2 * time.Second, 5 * time.Minute
	// resendFor is how long after its approval an order is sent again: for 90 days a gateway pays nothing more under
	// the same reference.
	resendFor = 80 * 24 * time.Hour
)

// ErrPayoutRefused tells that this order was not carried out, for certain. An earlier one of the same reference may
// have been.
var ErrPayoutRefused = errors.New("withdrawal: the payout was refused")

// PayoutStatus is what a gateway says of a payout.
type PayoutStatus string

// The statuses; the last two are final.
const (
	PayoutPending  PayoutStatus = "PENDING"
	PayoutPaid     PayoutStatus = "PAID"
	PayoutRejected PayoutStatus = "REJECTED"
)

// Payout is how a gateway pays a withdrawal.
type Payout struct {
	// Gateway is a channel's code; GatewayReference the gateway's own name, empty until it took the order.
	Gateway, GatewayReference string
	CreatedAt                 time.Time
	// DueAt is when it is sent or asked about next, TriedAt when it last was.
	DueAt, TriedAt time.Time
	// Attempts counts tries, Unanswered those orders of which nobody knows the outcome.
	Attempts, Unanswered int
	// Problem is what went wrong at the last try, Alarm what cannot be.
	Problem, Alarm string
	// DoneAt is when it ended, zero before.
	DoneAt time.Time
}

// UnderWay tells whether money may be on its way: the gateway took the order, or may have.
func (p Payout) UnderWay() bool {
	return p.DoneAt.IsZero() && (p.GatewayReference != "" || p.Unanswered > 0)
}

// PayoutReport is a payout as its gateway tells it: in an answer, or in a report whose signature has been checked.
type PayoutReport struct {
	// Gateway is the code of the channel that tells, EventID the gateway's id of a report.
	Gateway, EventID string
	Status           PayoutStatus
	// Reference is ours: a withdrawal's id. GatewayReference is the gateway's own name for the payout.
	Reference, GatewayReference string
	Amount                      money.Amount
	Currency                    money.Currency
	// Reason is why it was rejected.
	Reason string
}

// Payouts is the payment gateways that pay out. It refuses a context that carries a transaction.
type Payouts interface {
	// CreatePayout orders the payout of a withdrawal under its id. The same order again gives the same payout and pays
	// nothing more. Errors: ErrPayoutRefused; any other: whether it was ordered is unknown.
	CreatePayout(ctx context.Context, withdrawal Withdrawal) (PayoutReport, error)
	// GetPayout tells what became of a payout. Errors: NO_DATA (the gateway does not know it, which is not a no); any
	// other: it did not tell.
	GetPayout(ctx context.Context, gateway string, withdrawal id.ID) (PayoutReport, error)
}

// PayOut sends the orders that are due, and asks about those that were taken. Several servers may do it at once. What
// stays unknown is tried again under the same reference; it never becomes a failure by itself.
func (s *Service) PayOut(ctx context.Context) error {
	now := s.Now()
	due, err := s.Store.TakePayouts(ctx, now, now.Add(payoutLease), payoutsAtOnce)
	if err != nil {
		return err
	}
	group := background.Group{Log: s.Log, Name: "a payout"}
	errs := make([]error, len(due))
	for i, withdrawal := range due {
		group.Go(func() { errs[i] = s.payOut(ctx, withdrawal) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// payOut tries one payout and writes what came of it.
func (s *Service) payOut(ctx context.Context, withdrawal Withdrawal) error {
	report, err := s.askGateway(ctx, withdrawal)
	if err != nil && ctx.Err() != nil {
		return err // the server is stopping: whatever the gateway did, the next try asks again
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		w, locked := s.Store.LockWithdrawal(ctx, withdrawal.ID.String())
		if locked != nil || w.Payout == nil || !w.Payout.DoneAt.IsZero() || w.Payout.Gateway != withdrawal.Payout.Gateway {
			return locked
		}
		if refused := errors.Is(err, ErrPayoutRefused); err != nil {
			if refused && withdrawal.Payout.GatewayReference == "" && w.Payout.Unanswered > 0 {
				w.Payout.Unanswered-- // this try's own
			}
			w.Payout.Problem = fmt.Sprintf("%.200s", err.Error())
			w.Payout.DueAt = s.Now().Add(payoutWait(w.Payout.Attempts))
			s.Log.WarnContext(ctx, "a payout did not come about yet", "gateway", w.Payout.Gateway, "withdrawal", w.ID, "error", err)
			return s.Store.PutPayout(ctx, w)
		}
		finding, settled := s.settle(ctx, w, report)
		if finding != "" {
			s.alarm(ctx, report, finding)
		}
		return settled
	})
}

// askGateway orders a payout, or asks about one that was taken.
func (s *Service) askGateway(ctx context.Context, w Withdrawal) (PayoutReport, error) {
	old := s.Now().Sub(w.Payout.CreatedAt) > resendFor
	if w.Payout.GatewayReference != "" || old {
		report, err := s.Payouts.GetPayout(ctx, w.Payout.Gateway, w.ID)
		if !errors.Is(err, fault.NoData) || old {
			return report, err
		}
	}
	return s.Payouts.CreatePayout(ctx, w)
}

func payoutWait(attempts int) time.Duration {
	for by := firstWait; ; by *= 2 {
		if attempts--; attempts <= 0 || by >= longestWait {
			return min(by, longestWait)
		}
	}
}

// What a report can be found to be. The findings about a withdrawal of ours are its payout's alarm.
const (
	unknownPayout    = "UNKNOWN" // no payout of this gateway has the reference, or it was never ordered
	amountDiffers    = "AMOUNT_DIFFERS"
	currencyDiffers  = "CURRENCY_DIFFERS"
	referenceDiffers = "REFERENCE_DIFFERS"
	contradiction    = "CONTRADICTION" // final in one way before, and now in another
	notBelieved      = "NOT_BELIEVED"  // an operator has to look at an earlier alarm first
)

// ReceivePayout takes a gateway's report: it settles the hold or returns it, once. What does not fit changes no money
// and alarms the operator. When it returns nil, the effect is committed. Errors: Unavailable.
func (s *Service) ReceivePayout(ctx context.Context, report PayoutReport) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		w, err := s.Store.LockWithdrawal(ctx, report.Reference)
		unknown := errors.Is(err, fault.NoData) || err == nil && (w.Payout == nil || w.ID.String() != report.Reference || w.Payout.Gateway != report.Gateway || w.Payout.Attempts == 0)
		switch {
		case err != nil && !unknown:
			return err
		case unknown:
			isNew, err := s.Store.TakePayoutEvent(ctx, report, unknownPayout, s.Now())
			if isNew {
				s.alarm(ctx, report, unknownPayout)
			}
			return err
		}
		isNew, err := s.Store.TakePayoutEvent(ctx, report, findingOf(w, report), s.Now())
		if err != nil || !isNew {
			return err
		}
		finding, err := s.settle(ctx, w, report)
		if finding != "" {
			s.alarm(ctx, report, finding)
		}
		return err
	})
}

// findingOf tells what is wrong with what a gateway says, "" when nothing is.
func findingOf(w Withdrawal, report PayoutReport) string {
	switch {
	case w.Payout.Alarm != "":
		return notBelieved
	case report.Currency != w.Currency:
		return currencyDiffers
	case report.Amount != w.Amount:
		return amountDiffers
	case w.Payout.GatewayReference != "" && w.Payout.GatewayReference != report.GatewayReference:
		return referenceDiffers
	case report.Status == PayoutPaid && w.Step.Returned(), report.Status == PayoutRejected && w.Step == StepPaid:
		return contradiction
	}
	return ""
}

// settle writes what a gateway says of a payout of its own, whose withdrawal is locked.
func (s *Service) settle(ctx context.Context, w Withdrawal, report PayoutReport) (finding string, err error) {
	finding = findingOf(w, report)
	if finding == notBelieved {
		return finding, nil
	}
	now := s.Now()
	if finding != "" {
		w.Payout.Alarm = finding
		return finding, s.Store.PutPayout(ctx, w)
	}
	if !w.Payout.DoneAt.IsZero() {
		return "", nil // said before
	}
	w.Payout.GatewayReference, w.Payout.Problem, w.Payout.Unanswered = report.GatewayReference, "", 0
	w.Payout.DueAt = now.Add(payoutWait(w.Payout.Attempts))
	if report.Status != PayoutPending {
		w.Payout.DoneAt = now
	}
	if err := s.Store.PutPayout(ctx, w); err != nil {
		return "", err
	}
	if w.Step == StepApproved {
		w.Step = StepSent
		if err := s.Store.PutWithdrawal(ctx, w, now); err != nil {
			return "", err
		}
	}
	switch report.Status {
	case PayoutPaid:
		w.Step = StepPaid
		return "", s.finish(ctx, w)
	case PayoutRejected:
		w.Step, w.Reason = StepRefused, report.Reason
		return "", s.finish(ctx, w)
	case PayoutPending:
	}
	return "", nil
}

// alarm tells the log what a gateway says that cannot be; the operator's queue and a metric have it too.
func (s *Service) alarm(ctx context.Context, report PayoutReport, finding string) {
	s.Log.LogAttrs(ctx, slog.LevelError, "a gateway's word about a payout cannot be believed", slog.String("finding", finding), slog.String("gateway", report.Gateway),
		slog.String("event", report.EventID), slog.String("reference", report.Reference), slog.String("status", string(report.Status)),
		slog.String("amount", report.Amount.String()), slog.String("currency", string(report.Currency)))
}

// WithdrawalsWaiting tells how withdrawals stand, by currency.
func (s *Service) WithdrawalsWaiting(ctx context.Context) ([]Waiting, error) {
	return s.Store.WithdrawalsWaiting(ctx, s.Now())
}
