package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/game"
	"krapao/server/gateway/provider"
	"krapao/server/id"
	"krapao/server/postgres"
	"krapao/server/wallet"
)

// newTransfers makes transfers to and from games.
func newTransfers(f floor, games *game.Service, providers *provider.Providers) *wallet.Transfers {
	return wallet.NewTransfers(wallet.TransferConfig{
		Store: postgres.Transfers{DB: f.db}, Book: f.ledger, Games: gamesOfWallet{games}, Provider: providers, Keys: f.keyed, Now: f.Now, Log: f.Log,
	})
}

// transferJobs ends what stayed unknown.
func transferJobs(a *App) {
	a.every("ask providers about transfers", 2*time.Second, a.Transfers.Reconcile)
	underWay := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "krapao_transfers_pending", Help: "Transfers to and from game providers whose outcome is not known yet, of all servers."})
	oldest := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "krapao_transfer_oldest_pending_seconds", Help: "Age of the oldest of them; 0 when there is none."})
	a.metrics.Register(underWay)
	a.metrics.Register(oldest)
	a.every("measure transfers under way", 5*time.Second, func(ctx context.Context) error {
		count, age, err := a.Transfers.UnderWay(ctx)
		if err == nil {
			underWay.Set(float64(count))
			oldest.Set(age.Seconds())
		}
		return err
	})
}

// gamesOfWallet shows game accounts as transfers need them.
type gamesOfWallet struct{ games *game.Service }

// Account gives one. Errors: NO_GAME, SLOT_NO_ACCOUNT.
func (g gamesOfWallet) Account(ctx context.Context, member id.MemberID, code string) (wallet.GameAccount, error) {
	username, open, err := g.games.Username(ctx, member, code)
	return wallet.GameAccount{Code: code, Username: username, Open: open}, err
}

// Accounts gives all.
func (g gamesOfWallet) Accounts(ctx context.Context, member id.MemberID) ([]wallet.GameAccount, error) {
	accounts, err := g.games.Accounts(ctx, member)
	if err != nil {
		return nil, err
	}
	open, err := g.open(ctx)
	all := make([]wallet.GameAccount, len(accounts))
	for i, account := range accounts {
		all[i] = wallet.GameAccount{Code: account.Provider, Username: account.Username, Open: open[account.Provider]}
	}
	return all, err
}

// open tells which providers take money.
func (g gamesOfWallet) open(ctx context.Context) (map[string]bool, error) {
	providers, err := g.games.Providers(ctx)
	open := map[string]bool{}
	for _, provider := range providers {
		open[provider.Code] = provider.Open
	}
	return open, err
}

// Refresh books what was won and lost up to now, at one provider or all. Errors: NO_WALLET.
func (g gamesOfWallet) Refresh(ctx context.Context, member id.MemberID, only string) error {
	_, err := g.games.Refresh(ctx, game.RefreshInput{Member: member, Force: true, Only: only})
	return err
}
