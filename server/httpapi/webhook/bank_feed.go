package webhook

import (
	"context"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/httpapi/api/webhook"
	"krapao/server/httpapi/convert"
	"krapao/server/money"
)

// bankFeedHandlers answers the webhook of banks' feeds.
type bankFeedHandlers struct{ intake *deposit.Intake }

// ReceiveBankFeed takes lines of an account, whose signature webhook.go has checked. 200 says that the effect of those
// that are not refused is committed.
func (h bankFeedHandlers) ReceiveBankFeed(ctx context.Context, request webhook.ReceiveBankFeedRequestObject) (webhook.ReceiveBankFeedResponseObject, error) {
	lines := make([]deposit.BankLine, 0, len(request.Body.Lines))
	for _, line := range request.Body.Lines {
		lines = append(lines, fromAPIBankLine(request.BankCode, request.Body.AccountNo, line))
	}
	outcomes, err := h.intake.ReceiveLines(ctx, lines)
	if err != nil {
		return nil, err
	}
	if err := h.intake.ReceiveTotals(ctx, fromAPITotals(request.BankCode, *request.Body)); err != nil {
		return nil, err
	}
	receipt := webhook.BankFeedReceipt{Received: true, Lines: make([]webhook.BankLineReceipt, len(outcomes))}
	for i, outcome := range outcomes {
		receipt.Lines[i] = toAPILineReceipt(lines[i], outcome)
	}
	return webhook.ReceiveBankFeed200JSONResponse{Body: receipt}, nil
}

func fromAPITotals(bank string, feed webhook.BankFeed) (totals []deposit.DayTotal) {
	if feed.DayTotals == nil {
		return nil
	}
	for _, total := range *feed.DayTotals {
		totals = append(totals, deposit.DayTotal{
			BankCode: bank, AccountNo: feed.AccountNo, Currency: money.Currency(total.Currency), Day: total.Day.Time, Lines: total.Lines, Amount: total.Amount,
		})
	}
	return totals
}

func toAPILineReceipt(line deposit.BankLine, outcome deposit.LineOutcome) webhook.BankLineReceipt {
	receipt := webhook.BankLineReceipt{LineID: line.LineID, Outcome: webhook.BankLineOutcome(outcome)}
	if outcome == deposit.LineRefused {
		reason := webhook.AMOUNT
		receipt.Reason = &reason
	}
	return receipt
}

func fromAPIBankLine(bank, account string, line webhook.BankFeedLine) deposit.BankLine {
	return deposit.BankLine{
		BankCode: bank, AccountNo: account, LineID: line.LineID, Reference: convert.Value(line.TransactionReference), Amount: line.Amount, Currency: money.Currency(line.Currency),
		Payer: fromAPIPayer(line.Payer), Memo: convert.Value(line.Memo), TransferredAt: line.TransferredAt,
	}
}

func fromAPIPayer(party *webhook.PaymentParty) bankaccount.Payer {
	if party == nil {
		return bankaccount.Payer{}
	}
	return bankaccount.Payer{Account: bankaccount.Account{Bank: convert.Value(party.BankCode), Number: convert.Value(party.AccountNo), Holder: convert.Value(party.AccountName)}, Phone: convert.Value(party.Phone)}
}
