package httpapi

import (
	"context"

	"krapao/server/cashier"
	"krapao/server/httpapi/api/webhook"
	"krapao/server/money"
)

// bankFeedHandlers answers the webhook of banks' feeds.
type bankFeedHandlers struct{ intake *cashier.Intake }

// ReceiveBankFeed takes lines of an account, whose signature webhook.go has checked. 200 says that their effect is committed.
// Errors: KEY_INVALID (no amount above 0).
func (h bankFeedHandlers) ReceiveBankFeed(ctx context.Context, request webhook.ReceiveBankFeedRequestObject) (webhook.ReceiveBankFeedResponseObject, error) {
	lines := make([]cashier.BankLine, 0, len(request.Body.Lines))
	for _, line := range request.Body.Lines {
		lines = append(lines, fromAPIBankLine(request.BankCode, request.Body.AccountNo, line))
	}
	if err := h.intake.ReceiveLines(ctx, lines); err != nil {
		return nil, err
	}
	return webhook.ReceiveBankFeed200JSONResponse{WebhookAcceptedJSONResponse: webhook.WebhookAcceptedJSONResponse{Body: webhook.WebhookReceipt{Received: true}}}, nil
}

func fromAPIBankLine(bank, account string, line webhook.BankFeedLine) cashier.BankLine {
	return cashier.BankLine{
		BankCode: bank, AccountNo: account, LineID: line.LineID, Reference: valueOf(line.TransactionReference), Amount: line.Amount, Currency: money.Currency(line.Currency),
		Payer: fromAPIPayer(line.Payer), Memo: valueOf(line.Memo), TransferredAt: line.TransferredAt,
	}
}

func fromAPIPayer(party *webhook.PaymentParty) cashier.Payer {
	if party == nil {
		return cashier.Payer{}
	}
	return cashier.Payer{BankCode: valueOf(party.BankCode), AccountNo: valueOf(party.AccountNo), AccountName: valueOf(party.AccountName), Phone: valueOf(party.Phone)}
}
