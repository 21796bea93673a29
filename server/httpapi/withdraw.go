package httpapi

import (
	"context"

	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
)

// withdrawHandlers answers the calls of withdrawals.
type withdrawHandlers struct{ cashier *cashier.Service }

// WithdrawFunds holds an amount of the main wallet. Errors: those of cashier.Withdraw.
func (h withdrawHandlers) WithdrawFunds(ctx context.Context, request portal.WithdrawFundsRequestObject) (portal.WithdrawFundsResponseObject, error) {
	made, err := h.cashier.Withdraw(ctx, withdrawInput(ctx, *request.Body))
	if err != nil {
		return nil, err
	}
	return portal.WithdrawFunds200JSONResponse{Body: toAPIWithdrawal(made)}, nil
}

// WithdrawAllFunds brings the games' money home and holds an amount. A refusal after that tells where the games' money is. Errors: those of cashier.Withdraw.
func (h withdrawHandlers) WithdrawAllFunds(ctx context.Context, request portal.WithdrawAllFundsRequestObject) (portal.WithdrawAllFundsResponseObject, error) {
	made, err := h.cashier.WithdrawAll(ctx, withdrawInput(ctx, *request.Body))
	if f := fault.From(err); f != nil && f.Kind == fault.Conflict && len(made.Legs) > 0 {
		exchangeFrom(ctx).fault = f
		legs := each(made.Legs, toAPISweptLeg)
		return portal.WithdrawAllFunds409JSONResponse{Body: portal.WithdrawAllRefusal{Message: string(f.Code), RequestID: RequestID(ctx), Legs: &legs}}, nil
	}
	if err != nil {
		return nil, err
	}
	return portal.WithdrawAllFunds200JSONResponse{Body: portal.WithdrawAllReport{
		Message: withdrawalMessage(made), Withdrawal: toAPIWithdrawal(made), Legs: each(made.Legs, toAPISweptLeg),
	}}, nil
}

func withdrawInput(ctx context.Context, body portal.WithdrawRequest) cashier.WithdrawInput {
	session := SessionFrom(ctx)
	return cashier.WithdrawInput{Member: session.Member, Currency: session.Currency, Amount: body.Amount, Key: keyFrom(ctx)}
}

// ListWithdrawals gives a page of the member's withdrawals, newest first.
func (h withdrawHandlers) ListWithdrawals(ctx context.Context, request portal.ListWithdrawalsRequestObject) (portal.ListWithdrawalsResponseObject, error) {
	found, total, err := h.cashier.Withdrawals(ctx, MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	return portal.ListWithdrawals200JSONResponse{Body: portal.WithdrawalPage{Total: total, Withdrawals: each(found, toAPIWithdrawalRecord)}}, nil
}

// GetWithdrawal gives one of the member's withdrawals. Errors: NO_DATA.
func (h withdrawHandlers) GetWithdrawal(ctx context.Context, request portal.GetWithdrawalRequestObject) (portal.GetWithdrawalResponseObject, error) {
	found, err := h.cashier.Withdrawal(ctx, MemberFrom(ctx), request.Reference)
	if err != nil {
		return nil, err
	}
	return portal.GetWithdrawal200JSONResponse{Body: toAPIWithdrawalRecord(found)}, nil
}

// CancelWithdrawal takes a withdrawal back. Errors: NO_DATA, WITHDRAW_APPROVED.
func (h withdrawHandlers) CancelWithdrawal(ctx context.Context, request portal.CancelWithdrawalRequestObject) (portal.CancelWithdrawalResponseObject, error) {
	cancelled, err := h.cashier.CancelWithdrawal(ctx, MemberFrom(ctx), request.Reference)
	if err != nil {
		return nil, err
	}
	return portal.CancelWithdrawal200JSONResponse{Body: toAPIWithdrawalRecord(cancelled)}, nil
}

// withdrawalStatus is a step as a member's status.
func withdrawalStatus(step cashier.Step) portal.WithdrawalStatus {
	switch {
	case step == cashier.StepPaid:
		return portal.WithdrawalStatusPAID
	case step.Returned():
		return portal.WithdrawalStatusRETURNED
	}
	return portal.WithdrawalStatusPENDING
}

// withdrawalMessage is SUCCESS, or RETURNED where an earlier withdrawal of the same key has ended unpaid.
func withdrawalMessage(w cashier.Withdrawal) string {
	if w.Step.Returned() {
		return string(portal.WithdrawalStatusRETURNED)
	}
	return "SUCCESS"
}

func toAPIWithdrawal(w cashier.Withdrawal) portal.Withdrawal {
	step := portal.WithdrawalStep(w.Step)
	return portal.Withdrawal{
		Message: withdrawalMessage(w), Status: withdrawalStatus(w.Step), Step: &step, Reason: optional(w.Reason), Reference: w.Reference, Amount: w.Amount, CutAmount: w.Cut, Currency: portal.Currency(w.Currency),
		BankCode: w.To.BankCode, BankAccountName: w.To.AccountName, BankAccountNo: w.To.AccountNo, CreatedAt: w.CreatedAt,
	}
}

func toAPIWithdrawalRecord(w cashier.Withdrawal) portal.WithdrawalRecord {
	return portal.WithdrawalRecord{
		Status: withdrawalStatus(w.Step), Reference: w.Reference, Amount: w.Amount, CutAmount: w.Cut, Currency: portal.Currency(w.Currency),
		BankCode: w.To.BankCode, BankAccountName: w.To.AccountName, BankAccountNo: w.To.AccountNo, CreatedAt: w.CreatedAt, CanCancel: w.CanCancel(),
		Reason: optional(w.Reason), Timeline: each(w.Timeline, func(event cashier.WithdrawalEvent) portal.WithdrawalEvent {
			return portal.WithdrawalEvent{Step: portal.WithdrawalStep(event.Step), At: event.At}
		}),
	}
}

func toAPISweptLeg(leg cashier.Leg) portal.TransferLeg {
	return portal.TransferLeg{
		From: leg.From, To: leg.To, Amount: leg.Amount, Status: portal.TransferLegStatus(leg.Status), Reference: leg.Reference,
		HeldBy: optional(leg.HeldBy), Error: optional(leg.Error),
	}
}
