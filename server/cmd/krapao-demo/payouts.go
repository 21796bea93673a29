package main

import (
	"context"
	"errors"

	"krapao/server/app"
	"krapao/server/withdrawal"
)

// seedPayouts has the first gateway of each currency pay approved withdrawals, where nobody has chosen one.
func seedPayouts(ctx context.Context, server *app.App, edition app.Edition) error {
	limits, err := server.Withdrawals.AllWithdrawLimits(ctx)
	if err != nil {
		return err
	}
	for _, channel := range channels(edition) {
		of := limits[channel.Currency]
		if !channel.TakesQR || of.PayoutGateway != "" {
			continue
		}
		chosen, failed := server.Withdrawals.PutWithdrawLimits(ctx, channel.Currency, withdrawal.LimitsChange{Min: of.Min, Max: of.Max, PayoutGateway: &channel.Code})
		err, limits[channel.Currency] = errors.Join(err, failed), chosen
	}
	return err
}
