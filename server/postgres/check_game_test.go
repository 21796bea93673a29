package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
)

func TestADaysResultThatIsNotItsGameResultsIsFound(t *testing.T) {
	t.Parallel()
	const member = id.MemberID(10_000_001)
	for name, c := range map[string]struct {
		breakage string
		sound    bool
	}{
		"nothing":                   {"select", true},
		"a result that was edited":  {"update game_day set result = result + 1", false},
		"a result of another day":   {"update game_day set day = day - 1", false},
		"a game's result edited":    {"update game_day_result set result = result + 1", false},
		"a result of another game":  {"update game_day_result set provider = 'OTHER'", false},
		"a result not counted":      {"delete from game_day", false},
		"an account without a list": {"update game_member set code = '{}', sequence = '{}', refreshed_at = '{}'", false},
		"a list that is crooked":    {"update game_member set sequence = sequence || 5::bigint", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := postgrestest.New(t)
			ctx, at := t.Context(), time.Date(2026, 3, 1, 18, 30, 0, 0, time.UTC) // past midnight in Bangkok
			book, games := postgres.Ledger{DB: database.DB}, postgres.Game{DB: database.DB}
			err := book.OpenWallet(ctx, member, money.Baht, at)
			if err == nil {
				err = games.InTx(ctx, func(ctx context.Context) error {
					if err := games.PutProvider(ctx, game.Provider{
						Code: "NAGA", Name: "Naga", Category: game.Slot, Currencies: []money.Currency{money.Baht}, FTWallet: 1, Launch: game.Launch{Kind: game.AutoLogin},
					}); err != nil {
						return err
					}
					if err := games.OpenAccount(ctx, game.Account{Member: member, Provider: "NAGA", Username: "kr1", Sealed: []byte{1}, OpenedAt: at}); err != nil {
						return err
					}
					for range 2 {
						if _, err := book.Post(ctx, ledger.Transaction{
							Key: id.NewID().String(), Kind: ledger.GameResult, MemberID: member, Currency: money.Baht, At: at,
							Postings: []ledger.Posting{{Account: ledger.Game(member, "NAGA"), Amount: 500}, {Account: ledger.House("game", money.Baht), Amount: -500}},
						}); err != nil {
							return err
						}
						if err := games.AddResult(ctx, game.Result{Member: member, Provider: "NAGA", At: at, Amount: 500}); err != nil {
							return err
						}
					}
					return nil
				})
			}
			if err != nil {
				t.Fatal(err)
			}
			owner, err := pgx.Connect(ctx, database.OwnerURL)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = owner.Close(ctx) }()
			if _, err := owner.Exec(ctx, c.breakage); err != nil {
				t.Fatal(err)
			}
			findings, err := database.DB.Check(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, finding := range findings {
				if want := finding.Invariant != "I12" || c.sound; finding.OK != want {
					t.Errorf("%s holds: %v, want %v: %v", finding.Invariant, finding.OK, want, finding.Sample)
				}
			}
		})
	}
}
