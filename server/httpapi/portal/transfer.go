package portal

import (
	"context"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/middleware"
	"krapao/server/money"
	"krapao/server/wallet"
)

// transferHandlers answers moving money between the main wallet and games.
type transferHandlers struct{ transfers *wallet.Transfers }

// TransferFunds moves an amount: 200 when it has arrived, 202 while that is not known. Errors: TRANSFER_MINIMUM,
// MONEY_NOT_ENOUGH, TRANSFER_FAIL, NO_GAME, SLOT_NO_ACCOUNT, NO_WALLET, NOT_{PROVIDER}, IDEMPOTENCY_CONFLICT.
func (h transferHandlers) TransferFunds(ctx context.Context, request portal.TransferFundsRequestObject) (portal.TransferFundsResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	leg, err := h.transfers.Transfer(ctx, wallet.TransferInput{
		Member: session.Member, Currency: session.Currency, Source: request.Body.From, Target: request.Body.To, Amount: request.Body.Amount, Key: middleware.KeyFrom(ctx),
	})
	if err != nil {
		return nil, err
	}
	body := toAPITransfer(leg, session.Currency)
	if leg.Status == wallet.LegPending {
		return portal.TransferFunds202JSONResponse{Body: body}, nil
	}
	return portal.TransferFunds200JSONResponse{Body: body}, nil
}

// TransferAllFunds moves everything into one account: 200 when no leg is open, 202 while one is.
// Errors: TRANSFER_FAIL, NO_GAME, SLOT_NO_ACCOUNT, NO_WALLET, NOT_{PROVIDER}, IDEMPOTENCY_CONFLICT.
func (h transferHandlers) TransferAllFunds(ctx context.Context, request portal.TransferAllFundsRequestObject) (portal.TransferAllFundsResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	report, err := h.transfers.TransferAll(ctx, wallet.TransferAllInput{
		Member: session.Member, Currency: session.Currency, Target: request.Body.To, Key: middleware.KeyFrom(ctx),
	})
	if err != nil {
		return nil, err
	}
	status, message := outcomeOf(report.Pending)
	body := portal.TransferAllReport{
		Status: status, Message: message, Reference: report.Request.String(), To: request.Body.To, Amount: report.Arrived, Currency: portal.Currency(session.Currency),
		Legs: toAPILegs(report.Legs),
	}
	if report.Pending {
		return portal.TransferAllFunds202JSONResponse{Body: body}, nil
	}
	return portal.TransferAllFunds200JSONResponse{Body: body}, nil
}

// outcomeOf gives the status, and the message of what is not open any more.
func outcomeOf(pending bool) (portal.TransferStatus, *string) {
	if pending {
		return portal.TransferStatusPENDING, nil
	}
	message := "SUCCESS"
	return portal.TransferStatusSETTLED, &message
}

func toAPITransfer(leg wallet.Leg, currency money.Currency) portal.TransferResult {
	status, message := outcomeOf(leg.Status == wallet.LegPending)
	return portal.TransferResult{
		Status: status, Message: message, Reference: leg.Reference.String(), From: leg.Source, To: leg.Target, Amount: leg.Amount, Currency: portal.Currency(currency),
	}
}

// toAPILegs shows the legs of a transferAll.
func toAPILegs(legs []wallet.Leg) []portal.TransferLeg {
	shown := make([]portal.TransferLeg, len(legs))
	for i, leg := range legs {
		shown[i] = portal.TransferLeg{
			From: leg.Source, To: leg.Target, Amount: leg.Amount, Status: portal.TransferLegStatus(leg.Status), Reference: leg.Reference.String(),
		}
		if leg.HeldBy != "" {
			shown[i].HeldBy = &leg.HeldBy
		}
		if leg.Fault != nil {
			code := string(leg.Fault.Code)
			shown[i].Error = &code
		}
	}
	return shown
}
