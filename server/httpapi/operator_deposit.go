package httpapi

import (
	"context"
	"strings"

	"krapao/server/approval"
	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
)

// operatorDepositHandlers answers the queues of payments that matched nobody and of members' claims. What moves money asks a second person.
type operatorDepositHandlers struct{ intake *cashier.Intake }

// ListSuspense gives a page of the suspense queue.
func (h operatorDepositHandlers) ListSuspense(ctx context.Context, request operator.ListSuspenseRequestObject) (operator.ListSuspenseResponseObject, error) {
	waiting, total, err := h.intake.Waiting(ctx, pageOf(request.Params.Page, request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return operator.ListSuspense200JSONResponse{Body: operator.SuspensePage{Total: total, Suspense: each(waiting, toOperatorSuspense)}}, nil
}

// suspenseReasons are the wire's for those of ours, which tell more.
var suspenseReasons = map[cashier.Reason]operator.SuspenseReason{
	cashier.UnknownReference: operator.NOMATCH, cashier.OtherPayment: operator.NOMATCH, cashier.NeverShown: operator.NOMATCH, cashier.NoMatch: operator.NOMATCH,
	cashier.SeveralMatches: operator.SEVERALMATCHES, cashier.AmountDiffers: operator.AMOUNTDIFFERS, cashier.BelowMinimum: operator.AMOUNTDIFFERS,
	cashier.CurrencyDiffers: operator.CURRENCYDIFFERS, cashier.WasCancelled: operator.LATE, cashier.PaidLate: operator.LATE, cashier.TooOld: operator.TOOOLD, cashier.OutcomeUnknown: operator.OUTCOMEUNKNOWN,
	cashier.RedeemedBefore: operator.NOMATCH, cashier.SlipMisread: operator.NOMATCH, cashier.PayerDiffers: operator.PAYERDIFFERS, cashier.NoAmount: operator.NOAMOUNT,
}

// ListWaitingBankLines gives a page of the bank lines that are not decided yet.
func (h operatorDepositHandlers) ListWaitingBankLines(ctx context.Context, request operator.ListWaitingBankLinesRequestObject) (operator.ListWaitingBankLinesResponseObject, error) {
	waiting, total, err := h.intake.UndecidedLines(ctx, pageOf(request.Params.Page, request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return operator.ListWaitingBankLines200JSONResponse{Body: operator.WaitingBankLinePage{Total: total, Lines: each(waiting, toWaitingBankLine)}}, nil
}

func toWaitingBankLine(from cashier.BankLine) operator.WaitingBankLine {
	shown := operator.WaitingBankLine{
		ID: from.ID.String(), BankCode: from.BankCode, AccountNo: from.AccountNo, LineID: from.LineID, Reference: unlessZero(from.Reference), Amount: from.Amount,
		Currency: operator.Currency(from.Currency), Payer: payerText(from.Payer), TransferredAt: from.TransferredAt, ReceivedAt: from.TakenAt,
	}
	if from.PayerMember != 0 {
		shown.MemberID = unlessZero(from.PayerMember.String())
	}
	return shown
}

// payerText gives what is known of who paid in one line, nil when nothing is.
func payerText(payer cashier.Payer) *string {
	return unlessZero(strings.Join(strings.Fields(strings.Join([]string{payer.BankCode, payer.AccountNo, payer.Phone, payer.AccountName}, " ")), " "))
}

func toOperatorSuspense(from cashier.Suspense) operator.SuspensePayment {
	shown := operator.SuspensePayment{
		ID: from.ID.String(), Source: operator.SuspenseSource(from.Source()), SourceCode: from.SourceCode(), ExternalID: from.External.ID,
		Reason: suspenseReasons[from.Reason], Amount: from.Event.Amount, Currency: operator.Currency(from.Event.Currency),
		Payer:      payerText(from.Event.Payer),
		ReceivedAt: from.ReceivedAt, PaidAt: &from.PaidAt, AskedAmount: unlessZero(from.Asked),
	}
	if from.Member != 0 {
		shown.MemberID = unlessZero(from.Member.String())
	}
	return shown
}

// MatchSuspense asks to credit a payment to a member. Errors: NO_DATA, KEY_INVALID.
func (h operatorDepositHandlers) MatchSuspense(ctx context.Context, request operator.MatchSuspenseRequestObject) (operator.MatchSuspenseResponseObject, error) {
	suspense, err := entryOf(request.ID)
	if err != nil {
		return nil, err
	}
	member, err := id.ParseMember(request.Body.MemberID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	asked, err := h.intake.MatchSuspense(ctx, cashier.MatchInput{Suspense: suspense, Member: member, Amount: request.Body.Amount, Note: request.Body.Note})
	return operator.MatchSuspense200JSONResponse{Body: toDecisionAsked(asked)}, err
}

// ReturnSuspense asks to mark a payment as sent back. Errors: NO_DATA.
func (h operatorDepositHandlers) ReturnSuspense(ctx context.Context, request operator.ReturnSuspenseRequestObject) (operator.ReturnSuspenseResponseObject, error) {
	suspense, err := entryOf(request.ID)
	if err != nil {
		return nil, err
	}
	asked, err := h.intake.ReturnSuspense(ctx, suspense, request.Body.Note)
	return operator.ReturnSuspense200JSONResponse{Body: toDecisionAsked(asked)}, err
}

// entryOf reads an id of a path. Errors: NO_DATA.
func entryOf(text string) (id.ID, error) {
	parsed, err := id.Parse(text)
	if err != nil {
		return id.ID{}, fault.NoData.With(err)
	}
	return parsed, nil
}

func toDecisionAsked(asked approval.Request) operator.DepositDecisionAsked {
	return operator.DepositDecisionAsked{ApprovalID: asked.ID.String()}
}

// ListDepositClaims gives a page of the claims that wait.
func (h operatorDepositHandlers) ListDepositClaims(ctx context.Context, request operator.ListDepositClaimsRequestObject) (operator.ListDepositClaimsResponseObject, error) {
	claims, total, err := h.intake.Claims(ctx, pageOf(request.Params.Page, request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return operator.ListDepositClaims200JSONResponse{Body: operator.OperatorClaimPage{Total: total, Claims: each(claims, toOperatorClaim)}}, nil
}

func toOperatorClaim(from cashier.Claim) operator.OperatorClaim {
	return operator.OperatorClaim{
		ID: from.ID.String(), MemberID: from.Member.String(), Name: from.Name, Username: from.Phone, Amount: from.Amount,
		Currency: operator.Currency(from.Currency), CreatedAt: from.CreatedAt,
	}
}

// ApproveDepositClaim asks to credit a claim. Errors: NO_DATA, KEY_INVALID.
func (h operatorDepositHandlers) ApproveDepositClaim(ctx context.Context, request operator.ApproveDepositClaimRequestObject) (operator.ApproveDepositClaimResponseObject, error) {
	claim, err := entryOf(request.ID)
	if err != nil {
		return nil, err
	}
	var suspense *id.ID
	if text := request.Body.SuspenseID; text != nil {
		parsed, err := entryOf(*text)
		if err != nil {
			return nil, err
		}
		suspense = &parsed
	}
	asked, err := h.intake.ApproveClaim(ctx, claim, suspense, request.Body.Note)
	return operator.ApproveDepositClaim200JSONResponse{Body: toDecisionAsked(asked)}, err
}

// RejectDepositClaim ends a claim without money. Errors: NO_DATA.
func (h operatorDepositHandlers) RejectDepositClaim(ctx context.Context, request operator.RejectDepositClaimRequestObject) (operator.RejectDepositClaimResponseObject, error) {
	claim, err := entryOf(request.ID)
	if err != nil {
		return nil, err
	}
	return operator.RejectDepositClaim200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, h.intake.RejectClaim(ctx, claim, request.Body.Reason)
}
