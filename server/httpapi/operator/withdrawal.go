package operator

import (
	"context"

	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

// withdrawalHandlers answers the queue of withdrawals. Errors of all that name one: NO_DATA; of all that change one:
// APPROVAL_STALE.
type withdrawalHandlers struct{ withdrawals *withdrawal.Service }

// ListOperatorWithdrawals gives a page of withdrawals. Errors: KEY_INVALID.
func (h withdrawalHandlers) ListOperatorWithdrawals(ctx context.Context, request operator.ListOperatorWithdrawalsRequestObject) (operator.ListOperatorWithdrawalsResponseObject, error) {
	page := pageOf(request.Params.Page, request.Params.Limit)
	filter := withdrawal.Filter{
		View: withdrawal.View(convert.Value(request.Params.Show)), Currency: money.Currency(convert.Value(request.Params.Currency)), Offset: page.Offset, Limit: page.Limit,
	}
	if number := request.Params.Member; number != nil {
		member, err := id.ParseMember(*number)
		if err != nil {
			return nil, fault.KeyInvalid.With(err)
		}
		filter.Member = member
	}
	found, total, err := h.withdrawals.FindWithdrawals(ctx, filter)
	if err != nil {
		return nil, err
	}
	body := operator.OperatorWithdrawalPage{Total: total, Withdrawals: []operator.OperatorWithdrawal{}}
	two, err := h.withdrawals.ReviewedByTwo(ctx, found...)
	for i, one := range found {
		shown := toOperatorWithdrawal(one)
		shown.NeedsSecondPerson = two[i]
		body.Withdrawals = append(body.Withdrawals, shown)
	}
	return operator.ListOperatorWithdrawals200JSONResponse{Body: body}, err
}

// GetOperatorWithdrawal gives one withdrawal.
func (h withdrawalHandlers) GetOperatorWithdrawal(ctx context.Context, request operator.GetOperatorWithdrawalRequestObject) (operator.GetOperatorWithdrawalResponseObject, error) {
	found, err := h.withdrawals.FindWithdrawal(ctx, request.Reference)
	if err != nil {
		return nil, err
	}
	shown, err := h.show(ctx, found)
	return operator.GetOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// ApproveOperatorWithdrawal lets a withdrawal be paid, or asks a second person.
func (h withdrawalHandlers) ApproveOperatorWithdrawal(ctx context.Context, request operator.ApproveOperatorWithdrawalRequestObject) (operator.ApproveOperatorWithdrawalResponseObject, error) {
	changed, asked, err := h.withdrawals.ApproveWithdrawal(ctx, request.Reference)
	if err != nil {
		return nil, err
	}
	shown, err := h.show(ctx, changed)
	if !asked.IsZero() {
		shown.Body.ApprovalID = convert.OrNil(asked.String())
	}
	return operator.ApproveOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// RejectOperatorWithdrawal returns a withdrawal's money. Errors: KEY_INVALID.
func (h withdrawalHandlers) RejectOperatorWithdrawal(ctx context.Context, request operator.RejectOperatorWithdrawalRequestObject) (operator.RejectOperatorWithdrawalResponseObject, error) {
	changed, err := h.withdrawals.RejectWithdrawal(ctx, request.Reference, request.Body.Reason)
	if err != nil {
		return nil, err
	}
	shown, err := h.show(ctx, changed)
	return operator.RejectOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// SettleOperatorWithdrawal records a payment by hand. Errors: KEY_INVALID.
func (h withdrawalHandlers) SettleOperatorWithdrawal(ctx context.Context, request operator.SettleOperatorWithdrawalRequestObject) (operator.SettleOperatorWithdrawalResponseObject, error) {
	changed, err := h.withdrawals.SettleWithdrawal(ctx, request.Reference, request.Body.BankReference)
	if err != nil {
		return nil, err
	}
	shown, err := h.show(ctx, changed)
	return operator.SettleOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// RetryOperatorWithdrawal has a payout tried or asked about now.
func (h withdrawalHandlers) RetryOperatorWithdrawal(ctx context.Context, request operator.RetryOperatorWithdrawalRequestObject) (operator.RetryOperatorWithdrawalResponseObject, error) {
	changed, err := h.withdrawals.RetryPayout(ctx, request.Reference)
	if err != nil {
		return nil, err
	}
	shown, err := h.show(ctx, changed)
	return operator.RetryOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// show converts a withdrawal.
func (h withdrawalHandlers) show(ctx context.Context, w withdrawal.Withdrawal) (shown operator.OperatorWithdrawalJSONResponse, _ error) {
	two, err := h.withdrawals.ReviewedByTwo(ctx, w)
	if err != nil {
		return shown, err
	}
	shown.Body = toOperatorWithdrawal(w)
	shown.Body.NeedsSecondPerson = two[0]
	return shown, nil
}

func toOperatorWithdrawal(w withdrawal.Withdrawal) operator.OperatorWithdrawal {
	return operator.OperatorWithdrawal{
		Reference: w.Reference, Member: w.Member.String(), Phone: w.Phone, Amount: w.Amount, CutAmount: w.Cut, Currency: operator.Currency(w.Currency),
		BankCode: w.To.Bank, BankAccountName: w.To.Holder, BankAccountNo: w.To.Number, Step: operator.OperatorWithdrawalStep(w.Step),
		CreatedAt: w.CreatedAt, DecidedBy: convert.OrNil(w.DecidedBy), Reason: convert.OrNil(w.Reason), BankReference: convert.OrNil(w.BankReference),
		Timeline: convert.Each(w.Timeline, func(event withdrawal.Event) operator.OperatorWithdrawalEvent {
			return operator.OperatorWithdrawalEvent{Step: operator.OperatorWithdrawalStep(event.Step), At: event.At}
		}),
		Payout: toOperatorPayout(w),
	}
}

func toOperatorPayout(w withdrawal.Withdrawal) *operator.OperatorPayout {
	p := w.Payout
	if p == nil {
		return nil
	}
	shown := &operator.OperatorPayout{
		GatewayCode: p.Gateway, GatewayReference: convert.OrNil(p.GatewayReference), Attempts: p.Attempts, UnderWay: p.UnderWay(),
		Problem: convert.OrNil(p.Problem), Alarm: convert.OrNil(p.Alarm),
	}
	if !p.TriedAt.IsZero() {
		shown.TriedAt = &p.TriedAt
	}
	return shown
}
