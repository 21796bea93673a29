package portal

import (
	"context"

	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/site"
	"krapao/server/withdrawal"
)

// withdrawHandlers answers the calls of withdrawals.
type withdrawHandlers struct {
	withdrawals *withdrawal.Service
	site        *site.Service
}

// WithdrawFunds holds an amount of the main wallet. Errors: those of deposit.Withdraw.
func (h withdrawHandlers) WithdrawFunds(ctx context.Context, request portal.WithdrawFundsRequestObject) (portal.WithdrawFundsResponseObject, error) {
	made, err := h.withdrawals.Withdraw(ctx, withdrawInput(ctx, *request.Body))
	if err != nil {
		return nil, err
	}
	return portal.WithdrawFunds200JSONResponse{Body: toAPIWithdrawal(made)}, nil
}

// WithdrawAllFunds brings the games' money home and holds an amount. A refusal after that tells where the games' money
// is. Errors: those of deposit.Withdraw.
func (h withdrawHandlers) WithdrawAllFunds(ctx context.Context, request portal.WithdrawAllFundsRequestObject) (portal.WithdrawAllFundsResponseObject, error) {
	made, err := h.withdrawals.WithdrawAll(ctx, withdrawInput(ctx, *request.Body))
	if f := fault.From(err); f != nil && f.Kind == fault.Conflict && len(made.Legs) > 0 {
		middleware.RequestInfoFrom(ctx).Fault = f
		legs := convert.Each(made.Legs, toAPIWithdrawalLeg)
		return portal.WithdrawAllFunds409JSONResponse{Body: portal.WithdrawAllRefusal{Message: string(f.Code), RequestID: middleware.RequestID(ctx), Legs: &legs}}, nil
	}
	if err != nil {
		return nil, err
	}
	return portal.WithdrawAllFunds200JSONResponse{Body: portal.WithdrawAllReport{
		Message: withdrawalMessage(made), Withdrawal: toAPIWithdrawal(made), Legs: convert.Each(made.Legs, toAPIWithdrawalLeg),
	}}, nil
}

func withdrawInput(ctx context.Context, body portal.WithdrawRequest) withdrawal.Input {
	session := middleware.SessionFrom(ctx)
	return withdrawal.Input{Member: session.Member, Currency: session.Currency, Amount: body.Amount, Key: middleware.KeyFrom(ctx)}
}

// ListWithdrawals gives a page of the member's withdrawals, newest first.
func (h withdrawHandlers) ListWithdrawals(ctx context.Context, request portal.ListWithdrawalsRequestObject) (portal.ListWithdrawalsResponseObject, error) {
	found, total, err := h.withdrawals.Withdrawals(ctx, middleware.MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	return portal.ListWithdrawals200JSONResponse{Body: portal.WithdrawalPage{Total: total, Withdrawals: convert.Each(found, toAPIWithdrawalRecord)}}, nil
}

// GetWithdrawal gives one of the member's withdrawals. Errors: NO_DATA.
func (h withdrawHandlers) GetWithdrawal(ctx context.Context, request portal.GetWithdrawalRequestObject) (portal.GetWithdrawalResponseObject, error) {
	found, err := h.withdrawals.Withdrawal(ctx, middleware.MemberFrom(ctx), request.Reference)
	if err != nil {
		return nil, err
	}
	return portal.GetWithdrawal200JSONResponse{Body: toAPIWithdrawalRecord(found)}, nil
}

// CancelWithdrawal takes a withdrawal back. Errors: NO_DATA, WITHDRAW_APPROVED.
func (h withdrawHandlers) CancelWithdrawal(ctx context.Context, request portal.CancelWithdrawalRequestObject) (portal.CancelWithdrawalResponseObject, error) {
	cancelled, err := h.withdrawals.CancelWithdrawal(ctx, middleware.MemberFrom(ctx), request.Reference)
	if err != nil {
		return nil, err
	}
	return portal.CancelWithdrawal200JSONResponse{Body: toAPIWithdrawalRecord(cancelled)}, nil
}

// withdrawalStatus is a step as a member's status.
func withdrawalStatus(step withdrawal.Step) portal.WithdrawalStatus {
	switch {
	case step == withdrawal.StepPaid:
		return portal.WithdrawalStatusPAID
	case step.Returned():
		return portal.WithdrawalStatusRETURNED
	}
	return portal.WithdrawalStatusPENDING
}

// withdrawalMessage is SUCCESS, or RETURNED where an earlier withdrawal of the same key has ended unpaid.
func withdrawalMessage(w withdrawal.Withdrawal) string {
	if w.Step.Returned() {
		return string(portal.WithdrawalStatusRETURNED)
	}
	return "SUCCESS"
}

func toAPIWithdrawal(w withdrawal.Withdrawal) portal.Withdrawal {
	step := portal.WithdrawalStep(w.Step)
	return portal.Withdrawal{
		Message: withdrawalMessage(w), Status: withdrawalStatus(w.Step), Step: &step, Reason: convert.OrNil(w.Reason), Reference: w.Reference, Amount: w.Amount, CutAmount: w.Cut, Currency: portal.Currency(w.Currency),
		BankCode: w.To.Bank, BankAccountName: w.To.Holder, BankAccountNo: w.To.Number, CreatedAt: w.CreatedAt,
	}
}

func toAPIWithdrawalRecord(w withdrawal.Withdrawal) portal.WithdrawalRecord {
	return portal.WithdrawalRecord{
		Status: withdrawalStatus(w.Step), Reference: w.Reference, Amount: w.Amount, CutAmount: w.Cut, Currency: portal.Currency(w.Currency),
		BankCode: w.To.Bank, BankAccountName: w.To.Holder, BankAccountNo: w.To.Number, CreatedAt: w.CreatedAt, CanCancel: w.CanCancel(),
		Reason: convert.OrNil(w.Reason), Timeline: convert.Each(w.Timeline, func(event withdrawal.Event) portal.WithdrawalEvent {
			return portal.WithdrawalEvent{Step: portal.WithdrawalStep(event.Step), At: event.At}
		}),
	}
}

func toAPIWithdrawalLeg(leg withdrawal.Leg) portal.TransferLeg {
	return portal.TransferLeg{
		From: leg.From, To: leg.To, Amount: leg.Amount, Status: portal.TransferLegStatus(leg.Status), Reference: leg.Reference,
		HeldBy: convert.OrNil(leg.HeldBy), Error: convert.OrNil(leg.Error),
	}
}
