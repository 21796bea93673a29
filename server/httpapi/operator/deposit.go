package operator

import (
	"context"
	"strings"

	"krapao/server/approval"
	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/id"
)

// depositHandlers answers the queues of payments that matched nobody and of members' claims. What moves money asks a
// second person.
type depositHandlers struct{ intake *deposit.Intake }

// ListSuspense gives a page of the suspense queue.
func (h depositHandlers) ListSuspense(ctx context.Context, request operator.ListSuspenseRequestObject) (operator.ListSuspenseResponseObject, error) {
	waiting, total, err := h.intake.Waiting(ctx, pageOf(request.Params.Page, request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return operator.ListSuspense200JSONResponse{Body: operator.SuspensePage{Total: total, Suspense: convert.Each(waiting, toOperatorSuspense)}}, nil
}

// suspenseReasons are the wire's for those of ours, which tell more.
var suspenseReasons = map[deposit.Reason]operator.SuspenseReason{
	deposit.UnknownReference: operator.NOMATCH, deposit.OtherPayment: operator.NOMATCH, deposit.NeverShown: operator.NOMATCH, deposit.NoMatch: operator.NOMATCH,
	deposit.SeveralMatches: operator.SEVERALMATCHES, deposit.AmountDiffers: operator.AMOUNTDIFFERS, deposit.BelowMinimum: operator.BELOWMINIMUM,
	deposit.CurrencyDiffers: operator.CURRENCYDIFFERS, deposit.WasCancelled: operator.LATE, deposit.PaidLate: operator.LATE, deposit.TooOld: operator.TOOOLD, deposit.OutcomeUnknown: operator.OUTCOMEUNKNOWN,
	deposit.RedeemedBefore: operator.NOMATCH, deposit.SlipMisread: operator.NOMATCH, deposit.PayerDiffers: operator.PAYERDIFFERS, deposit.NoAmount: operator.NOAMOUNT,
}

// ListWaitingBankLines gives a page of the bank lines that are not decided yet.
func (h depositHandlers) ListWaitingBankLines(ctx context.Context, request operator.ListWaitingBankLinesRequestObject) (operator.ListWaitingBankLinesResponseObject, error) {
	waiting, total, err := h.intake.UndecidedLines(ctx, pageOf(request.Params.Page, request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return operator.ListWaitingBankLines200JSONResponse{Body: operator.WaitingBankLinePage{Total: total, Lines: convert.Each(waiting, toWaitingBankLine)}}, nil
}

func toWaitingBankLine(from deposit.BankLine) operator.WaitingBankLine {
	shown := operator.WaitingBankLine{
		ID: from.ID.String(), BankCode: from.BankCode, AccountNo: from.AccountNo, LineID: from.LineID, Reference: convert.OrNil(from.Reference), Amount: from.Amount,
		Currency: operator.Currency(from.Currency), Payer: payerText(from.Payer), TransferredAt: from.TransferredAt, ReceivedAt: from.TakenAt,
	}
	if from.PayerMember != 0 {
		shown.MemberID = convert.OrNil(from.PayerMember.String())
	}
	return shown
}

// payerText gives what is known of who paid in one line, nil when nothing is.
func payerText(payer bankaccount.Payer) *string {
	return convert.OrNil(strings.Join(strings.Fields(strings.Join([]string{payer.Bank, payer.Number, payer.Phone, payer.Holder}, " ")), " "))
}

func toOperatorSuspense(from deposit.Suspense) operator.SuspensePayment {
	shown := operator.SuspensePayment{
		ID: from.ID.String(), Source: operator.SuspenseSource(from.Source()), SourceCode: from.SourceCode(), AccountNo: convert.OrNil(from.House.Number), ExternalID: from.External.ID,
		Reason: suspenseReasons[from.Reason], Amount: from.Event.Amount, Currency: operator.Currency(from.Event.Currency),
		Payer:      payerText(from.Event.Payer),
		ReceivedAt: from.ReceivedAt, PaidAt: &from.PaidAt, AskedAmount: convert.OrNil(from.Asked),
	}
	if from.Member != 0 {
		shown.MemberID = convert.OrNil(from.Member.String())
	}
	return shown
}

// MatchSuspense asks to credit a payment to a member. Errors: NO_DATA, KEY_INVALID.
func (h depositHandlers) MatchSuspense(ctx context.Context, request operator.MatchSuspenseRequestObject) (operator.MatchSuspenseResponseObject, error) {
	suspense, err := entryOf(request.ID)
	if err != nil {
		return nil, err
	}
	member, err := id.ParseMember(request.Body.MemberID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	asked, err := h.intake.MatchSuspense(ctx, deposit.MatchInput{Suspense: suspense, Member: member, Amount: request.Body.Amount, Note: request.Body.Note})
	return operator.MatchSuspense200JSONResponse{Body: toDecisionAsked(asked)}, err
}

// ReturnSuspense asks to mark a payment as sent back. Errors: NO_DATA.
func (h depositHandlers) ReturnSuspense(ctx context.Context, request operator.ReturnSuspenseRequestObject) (operator.ReturnSuspenseResponseObject, error) {
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
func (h depositHandlers) ListDepositClaims(ctx context.Context, request operator.ListDepositClaimsRequestObject) (operator.ListDepositClaimsResponseObject, error) {
	claims, total, err := h.intake.Claims(ctx, pageOf(request.Params.Page, request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return operator.ListDepositClaims200JSONResponse{Body: operator.OperatorClaimPage{Total: total, Claims: convert.Each(claims, toOperatorClaim)}}, nil
}

func toOperatorClaim(from deposit.Claim) operator.OperatorClaim {
	return operator.OperatorClaim{
		ID: from.ID.String(), MemberID: from.Member.String(), Name: from.Name, Username: from.Phone, Amount: from.Amount,
		Currency: operator.Currency(from.Currency), CreatedAt: from.CreatedAt,
	}
}

// ApproveDepositClaim asks to credit a claim. Errors: NO_DATA, KEY_INVALID.
func (h depositHandlers) ApproveDepositClaim(ctx context.Context, request operator.ApproveDepositClaimRequestObject) (operator.ApproveDepositClaimResponseObject, error) {
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
func (h depositHandlers) RejectDepositClaim(ctx context.Context, request operator.RejectDepositClaimRequestObject) (operator.RejectDepositClaimResponseObject, error) {
	claim, err := entryOf(request.ID)
	if err != nil {
		return nil, err
	}
	return operator.RejectDepositClaim200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, h.intake.RejectClaim(ctx, claim, request.Body.Reason)
}
