package app

import (
	"context"

	"krapao/server/postgres"
	"krapao/server/statement"
)

// wireStatement makes the member's history.
func wireStatement(_ context.Context, a *App) error {
	a.handlers.Statement = &statement.Service{Book: postgres.Ledger{DB: a.DB}, Parties: postgres.Statement{DB: a.DB}}
	return nil
}
