package app

import (
	"context"

	"krapao/server/postgres"
	"krapao/server/wallet"
)

// wireWallet makes the overview of the home screen.
func wireWallet(_ context.Context, a *App) error {
	a.handlers.Wallet = &wallet.Service{Store: postgres.Wallet{DB: a.DB}}
	return nil
}
