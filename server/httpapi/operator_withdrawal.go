package httpapi

import (
	"context"

	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/money"
)

// operatorWithdrawalHandlers answers the queue of withdrawals. Errors of all that name one: NO_DATA; of all that change one: APPROVAL_STALE.
type operatorWithdrawalHandlers struct{ cashier *cashier.Service }

// ListOperatorWithdrawals gives a page of withdrawals. Errors: KEY_INVALID.
func (h operatorWithdrawalHandlers) ListOperatorWithdrawals(ctx context.Context, request operator.ListOperatorWithdrawalsRequestObject) (operator.ListOperatorWithdrawalsResponseObject, error) {
	page := pageOf(request.Params.Page, request.Params.Limit)
	filter := cashier.WithdrawalFilter{
		View: cashier.WithdrawalView(valueOf(request.Params.Show)), Currency: money.Currency(valueOf(request.Params.Currency)), Offset: page.Offset, Limit: page.Limit,
	}
	if number := request.Params.Member; number != nil {
		member, err := id.ParseMember(*number)
		if err != nil {
			return nil, fault.KeyInvalid.With(err)
		}
		filter.Member = member
	}
	found, total, err := h.cashier.FindWithdrawals(ctx, filter)
	if err != nil {
		return nil, err
	}
	body := operator.OperatorWithdrawalPage{Total: total, Withdrawals: []operator.OperatorWithdrawal{}}
	two, err := h.cashier.ReviewedByTwo(ctx, found...)
	for i, one := range found {
		shown := toOperatorWithdrawal(one)
		shown.NeedsSecondPerson = two[i]
		body.Withdrawals = append(body.Withdrawals, shown)
	}
	return operator.ListOperatorWithdrawals200JSONResponse{Body: body}, err
}

// GetOperatorWithdrawal gives one withdrawal.
func (h operatorWithdrawalHandlers) GetOperatorWithdrawal(ctx context.Context, request operator.GetOperatorWithdrawalRequestObject) (operator.GetOperatorWithdrawalResponseObject, error) {
	found, err := h.cashier.FindWithdrawal(ctx, request.Reference)
	shown, err := h.show(ctx, found, err)
	return operator.GetOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// ApproveOperatorWithdrawal lets a withdrawal be paid, or asks a second person.
func (h operatorWithdrawalHandlers) ApproveOperatorWithdrawal(ctx context.Context, request operator.ApproveOperatorWithdrawalRequestObject) (operator.ApproveOperatorWithdrawalResponseObject, error) {
	changed, asked, err := h.cashier.ApproveWithdrawal(ctx, request.Reference)
	shown, err := h.show(ctx, changed, err)
	if !asked.IsZero() {
		shown.Body.ApprovalID = optional(asked.String())
	}
	return operator.ApproveOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// RejectOperatorWithdrawal returns a withdrawal's money. Errors: KEY_INVALID.
func (h operatorWithdrawalHandlers) RejectOperatorWithdrawal(ctx context.Context, request operator.RejectOperatorWithdrawalRequestObject) (operator.RejectOperatorWithdrawalResponseObject, error) {
	changed, err := h.cashier.RejectWithdrawal(ctx, request.Reference, request.Body.Reason)
	shown, err := h.show(ctx, changed, err)
	return operator.RejectOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// SettleOperatorWithdrawal records a payment by hand. Errors: KEY_INVALID.
func (h operatorWithdrawalHandlers) SettleOperatorWithdrawal(ctx context.Context, request operator.SettleOperatorWithdrawalRequestObject) (operator.SettleOperatorWithdrawalResponseObject, error) {
	changed, err := h.cashier.SettleWithdrawal(ctx, request.Reference, request.Body.BankReference)
	shown, err := h.show(ctx, changed, err)
	return operator.SettleOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// RetryOperatorWithdrawal has a payout tried or asked about now.
func (h operatorWithdrawalHandlers) RetryOperatorWithdrawal(ctx context.Context, request operator.RetryOperatorWithdrawalRequestObject) (operator.RetryOperatorWithdrawalResponseObject, error) {
	changed, err := h.cashier.RetryPayout(ctx, request.Reference)
	shown, err := h.show(ctx, changed, err)
	return operator.RetryOperatorWithdrawal200JSONResponse{OperatorWithdrawalJSONResponse: shown}, err
}

// show converts a withdrawal; it passes an error on.
func (h operatorWithdrawalHandlers) show(ctx context.Context, w cashier.Withdrawal, err error) (shown operator.OperatorWithdrawalJSONResponse, _ error) {
	if err != nil {
		return shown, err
	}
	two, err := h.cashier.ReviewedByTwo(ctx, w)
	shown.Body = toOperatorWithdrawal(w)
	shown.Body.NeedsSecondPerson = two[0]
	return shown, err
}

func toOperatorWithdrawal(w cashier.Withdrawal) operator.OperatorWithdrawal {
	return operator.OperatorWithdrawal{
		Reference: w.Reference, Member: w.Member.String(), Phone: w.Phone, Amount: w.Amount, CutAmount: w.Cut, Currency: operator.Currency(w.Currency),
		BankCode: w.To.BankCode, BankAccountName: w.To.AccountName, BankAccountNo: w.To.AccountNo, Step: operator.OperatorWithdrawalStep(w.Step),
		CreatedAt: w.CreatedAt, DecidedBy: optional(w.DecidedBy), Reason: optional(w.Reason), BankReference: optional(w.BankReference),
		Timeline: each(w.Timeline, func(event cashier.WithdrawalEvent) operator.OperatorWithdrawalEvent {
			return operator.OperatorWithdrawalEvent{Step: operator.OperatorWithdrawalStep(event.Step), At: event.At}
		}),
		Payout: toOperatorPayout(w),
	}
}

func toOperatorPayout(w cashier.Withdrawal) *operator.OperatorPayout {
	p := w.Payout
	if p == nil {
		return nil
	}
	shown := &operator.OperatorPayout{
		GatewayCode: p.Gateway, GatewayReference: optional(p.GatewayReference), Attempts: p.Attempts, UnderWay: p.UnderWay(),
		Problem: optional(p.Problem), Alarm: optional(p.Alarm),
	}
	if !p.TriedAt.IsZero() {
		shown.TriedAt = &p.TriedAt
	}
	return shown
}
