package withdrawal

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
)

// LargeApproval is the kind of request with which a second person approves a withdrawal.
const LargeApproval approval.Kind = "WITHDRAWAL"

// largeWithdrawal is what the second person reads.
type largeWithdrawal struct {
	Reference string `json:"reference"`
	Amount    string `json:"amount"`
	Currency  string `json:"currency"`
	Bank      string `json:"bank"`
}

// FindWithdrawals gives a page of withdrawals for operators, and how many there are.
func (s *Service) FindWithdrawals(ctx context.Context, filter Filter) ([]Withdrawal, int, error) {
	return s.Store.FindWithdrawals(ctx, filter)
}

// FindWithdrawal gives one withdrawal for operators. Errors: NO_DATA.
func (s *Service) FindWithdrawal(ctx context.Context, reference string) (Withdrawal, error) {
	return s.Store.FindWithdrawal(ctx, reference)
}

// ReviewedByTwo tells of each withdrawal whether approving it needs a second person. The limits are read once for all
// of them.
func (s *Service) ReviewedByTwo(ctx context.Context, of ...Withdrawal) ([]bool, error) {
	two := make([]bool, len(of))
	if !slices.ContainsFunc(of, func(w Withdrawal) bool { return w.Step == StepRequested }) {
		return two, nil
	}
	limits, err := s.Store.AllWithdrawLimits(ctx)
	for i, w := range of {
		two[i] = w.Step == StepRequested && w.Amount > limits[w.Currency].ReviewAbove
	}
	return two, err
}

// ApproveWithdrawal lets a withdrawal be paid, or asks a second person to: then the request's id comes along.
// Errors: NO_DATA, APPROVAL_STALE (decided or cancelled before).
func (s *Service) ApproveWithdrawal(ctx context.Context, reference string) (w Withdrawal, asked id.ID, err error) {
	var two bool
	w, err = s.decide(ctx, reference, func(ctx context.Context, w *Withdrawal) error {
		large, err := s.ReviewedByTwo(ctx, *w)
		switch {
		case err != nil:
			return err
		case w.Step != StepRequested:
			return approval.ErrStale
		}
		if two = large[0]; two {
			return nil
		}
		return s.approve(ctx, w)
	})
	if err != nil || !two {
		return w, id.ID{}, err
	}
	request, err := s.Approvals.Ask(ctx, approval.Draft{Kind: LargeApproval, Subject: w.Reference, Body: largeWithdrawal{
		Reference: w.Reference, Amount: w.Amount.String(), Currency: string(w.Currency), Bank: w.To.Bank + " " + w.To.Number + " " + w.To.Holder,
	}})
	return w, request.ID, err
}

// ApproveLarge is what the second person's approval does; it runs in the transaction of the decision. Errors:
// APPROVAL_STALE.
func (s *Service) ApproveLarge(ctx context.Context, request approval.Request) error {
	var asked largeWithdrawal
	if err := request.Read(&asked); err != nil {
		return err
	}
	_, err := s.decide(ctx, asked.Reference, func(ctx context.Context, w *Withdrawal) error {
		if w.Step != StepRequested {
			return approval.ErrStale
		}
		return s.approve(ctx, w)
	})
	return err
}

// approve writes the approval and, where a gateway pays, its order: whatever dies now, the order is there.
func (s *Service) approve(ctx context.Context, w *Withdrawal) error {
	limits, err := s.Store.WithdrawLimits(ctx, w.Currency)
	if err != nil {
		return err
	}
	w.Step, w.DecidedBy = StepApproved, audit.ActorFrom(ctx).Name
	if err := s.Store.PutWithdrawal(ctx, *w, s.Now()); err != nil || limits.PayoutGateway == "" {
		return err
	}
	w.Payout = &Payout{Gateway: limits.PayoutGateway, CreatedAt: s.Now(), DueAt: s.Now()}
	return s.Store.PutPayout(ctx, *w)
}

// RejectWithdrawal returns the money, for a reason that the member reads. Errors: NO_DATA, KEY_INVALID, APPROVAL_STALE
// (decided, cancelled, or its payout may be under way).
func (s *Service) RejectWithdrawal(ctx context.Context, reference, reason string) (Withdrawal, error) {
	reason, err := oneLine(reason)
	if err != nil {
		return Withdrawal{}, err
	}
	return s.decide(ctx, reference, func(ctx context.Context, w *Withdrawal) error {
		if w.Step != StepRequested && w.Step != StepApproved || w.underWay() {
			return approval.ErrStale
		}
		w.Step, w.Reason, w.DecidedBy = StepRejected, reason, audit.ActorFrom(ctx).Name
		return s.close(ctx, *w)
	})
}

// SettleWithdrawal records that an approved withdrawal was paid by hand. Errors: NO_DATA, KEY_INVALID, APPROVAL_STALE
// (not approved, or a gateway may be paying it).
func (s *Service) SettleWithdrawal(ctx context.Context, reference, bankReference string) (Withdrawal, error) {
	bankReference, err := oneLine(bankReference)
	if err != nil {
		return Withdrawal{}, err
	}
	return s.decide(ctx, reference, func(ctx context.Context, w *Withdrawal) error {
		if w.Step != StepApproved || w.underWay() {
			return approval.ErrStale
		}
		w.Step, w.BankReference = StepPaid, bankReference
		return s.close(ctx, *w)
	})
}

// close finishes a withdrawal by an operator's word; its gateway will not be asked for it any more.
func (s *Service) close(ctx context.Context, w Withdrawal) error {
	if w.Payout != nil {
		w.Payout.DoneAt = s.Now()
		if err := s.Store.PutPayout(ctx, w); err != nil {
			return err
		}
	}
	return s.finish(ctx, w)
}

// RetryPayout has a payout tried, or asked about, at once, and clears its alarm. Errors: NO_DATA, APPROVAL_STALE
// (nothing to try or to clear).
func (s *Service) RetryPayout(ctx context.Context, reference string) (Withdrawal, error) {
	return s.decide(ctx, reference, func(ctx context.Context, w *Withdrawal) error {
		open := w.Step == StepApproved || w.Step == StepSent
		if w.Payout == nil && !open || w.Payout != nil && !open && w.Payout.Alarm == "" {
			return approval.ErrStale
		}
		if open && !w.underWay() {
			limits, err := s.Store.WithdrawLimits(ctx, w.Currency)
			if err != nil {
				return err
			}
			if limits.PayoutGateway == "" {
				return approval.ErrStale
			}
			if w.Payout == nil {
				w.Payout = &Payout{CreatedAt: s.Now()}
			}
			w.Payout.Gateway = limits.PayoutGateway
		}
		w.Payout.Alarm, w.Payout.Problem, w.Payout.DueAt = "", "", s.Now()
		return s.Store.PutPayout(ctx, *w)
	})
}

// decide locks a withdrawal, changes it, and leaves a line in the audit log when something changed.
func (s *Service) decide(ctx context.Context, reference string, change func(ctx context.Context, w *Withdrawal) error) (w Withdrawal, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.Store.LockWithdrawal(ctx, reference)
		if err != nil {
			return err
		}
		before := found.fields()
		if err := change(ctx, &found); err != nil {
			return err
		}
		if w, err = s.Store.FindWithdrawal(ctx, reference); err != nil {
			return err
		}
		line, same := audit.Change{Action: audit.Withdrawal, Subject: w.Reference, Before: before, After: w.fields()}.Narrowed()
		if same {
			return nil
		}
		return s.Trail.Record(ctx, line)
	})
	return w, err
}

func (w Withdrawal) fields() map[string]any {
	fields := map[string]any{"step": string(w.Step), "reason": w.Reason, "bankReference": w.BankReference}
	if w.Payout != nil {
		fields["gateway"], fields["alarm"], fields["tryAt"] = w.Payout.Gateway, w.Payout.Alarm, w.Payout.DueAt.UTC().Format(time.RFC3339Nano)
	}
	return fields
}

// oneLine checks a text of an operator. Errors: KEY_INVALID.
func oneLine(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fault.KeyInvalid.Withf("withdrawal: a text of one printable line is needed")
	}
	return text, nil
}
