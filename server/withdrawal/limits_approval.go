package withdrawal

import (
	"context"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/money"
)

// LimitsApproval is the kind of request with which a second person approves higher limits: whoever could raise them
// alone could do alone what they keep two people for.
const LimitsApproval approval.Kind = "WITHDRAW_LIMIT"

// limitsAsked is the body of a WITHDRAW_LIMIT request. Before is what it was when it was asked for.
type limitsAsked struct {
	Currency money.Currency `json:"currency"`
	limitsBody
	Before limitsBody `json:"before"`
}

// limitsBody is WithdrawLimits as it is written down.
type limitsBody struct {
	Min           money.Amount `json:"minimum"`
	Max           money.Amount `json:"maximum"`
	ReviewAbove   money.Amount `json:"reviewAbove"`
	PayoutGateway string       `json:"payoutGateway"`
}

// allowsMore tells whether limits let more be paid than others did, or more by one person.
func (l Limits) allowsMore(than Limits) bool {
	return l.Max > than.Max || l.ReviewAbove > than.ReviewAbove
}

// ChangeWithdrawLimits replaces the limits of a currency and gives them; where more would be allowed, it asks a second
// person instead: then the request comes along. Errors: KEY_INVALID, as PutWithdrawLimits.
func (s *Service) ChangeWithdrawLimits(ctx context.Context, currency money.Currency, change LimitsChange) (limits Limits, asked approval.Request, err error) {
	var draft *approval.Draft
	err = s.change(ctx, func(ctx context.Context) ([]audit.Change, error) {
		var before Limits
		draft = nil
		if before, limits, err = s.limitsAfter(ctx, currency, change); err != nil {
			return nil, err
		}
		if limits.allowsMore(before) {
			draft = &approval.Draft{Kind: LimitsApproval, Subject: string(currency), Body: limitsAsked{currency, limitsBody(limits), limitsBody(before)}}
			return nil, nil
		}
		line, err := s.putLimits(ctx, currency, before, limits)
		return []audit.Change{line}, err
	})
	if err == nil && draft != nil { // once the change's locks are free: an approval takes them in the other order
		asked, err = s.Approvals.Ask(ctx, *draft)
	}
	return limits, asked, err
}

// ApproveLimits is what a second person's approval of limits does; it runs in the transaction of the decision. Errors:
// APPROVAL_STALE.
func (s *Service) ApproveLimits(ctx context.Context, request approval.Request) error {
	var asked limitsAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	limits := Limits(asked.limitsBody)
	return s.change(ctx, func(ctx context.Context) ([]audit.Change, error) {
		before, after, err := s.limitsAfter(ctx, asked.Currency, LimitsChange{
			Min: limits.Min, Max: limits.Max, ReviewAbove: &limits.ReviewAbove, PayoutGateway: &limits.PayoutGateway,
		})
		if err != nil {
			return nil, approval.StaleIf(fault.KeyInvalid, err)
		}
		if before != Limits(asked.Before) {
			return nil, approval.ErrStale
		}
		line, err := s.putLimits(ctx, asked.Currency, before, after)
		line.After["approval"] = request.ID.String()
		return []audit.Change{line}, err
	})
}
