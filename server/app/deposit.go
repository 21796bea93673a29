package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/cashier"
	"krapao/server/gateway/giftlink"
	"krapao/server/ledger"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// DepositConfig says who reports money on the house's accounts, and how gift links are redeemed.
type DepositConfig struct {
	BankFeedSecrets map[string]secret.Text `env:"KRAPAO_BANK_FEED_SECRETS" mapsep:";" placeholder:"BANK=SECRET;..." help:"The secret that each bank's feed signs its reports with; TRUE is the e-wallet."`

	OldBankFeedSecrets map[string]secret.Text `env:"KRAPAO_OLD_BANK_FEED_SECRETS" mapsep:";" placeholder:"BANK=SECRET;..." help:"A second secret that is accepted of a bank's feed while its secret changes. See OPERATIONS.md."`

	GiftLinkURL string        `env:"KRAPAO_GIFT_LINK_URL" placeholder:"URL" help:"Base URL of the e-wallet that redeems gift links; without one they are refused. Thai edition only."`
	GiftLinkKey secret.Text   `env:"KRAPAO_GIFT_LINK_KEY" placeholder:"KEY" help:"The key that the e-wallet expects from us."`
	ProofWait   time.Duration `env:"KRAPAO_PROOF_WAIT" default:"35m" help:"How long a line on an account of QR codes or gift links waits for the report that proves it, before it goes to the operator's queue. Gateways are asked for 30 minutes."`
}

// check refuses what would not work. Values are never named.
func (c DepositConfig) check() error {
	var wrong []error
	if c.GiftLinkURL != "" && (!isHTTP(c.GiftLinkURL) || c.GiftLinkKey.Empty()) {
		wrong = append(wrong, errors.New("KRAPAO_GIFT_LINK_URL: must be an http or https URL, and needs KRAPAO_GIFT_LINK_KEY"))
	}
	if c.ProofWait < 0 {
		wrong = append(wrong, errors.New("KRAPAO_PROOF_WAIT: must be above 0"))
	}
	wrong = append(wrong, checkOldSecrets("KRAPAO_OLD_BANK_FEED_SECRETS", c.OldBankFeedSecrets, c.BankFeedSecrets)...)
	for bank, key := range c.BankFeedSecrets {
		if key.Empty() {
			wrong = append(wrong, fmt.Errorf("KRAPAO_BANK_FEED_SECRETS: %s needs a secret", bank))
		}
	}
	return errors.Join(wrong...)
}

// proofTurn is how often lines that wait for their proof are looked at; more often where they wait for less than that.
const proofTurn = 30 * time.Second

// wireDeposit makes the ways in beside payment QR codes.
func wireDeposit(_ context.Context, a *App) error {
	store := postgres.Cashier{DB: a.DB}
	config := cashier.IntakeConfig{
		Store: store, Ledger: a.handlers.Spin.Rewarding(postgres.Ledger{DB: a.DB}), Keys: postgres.Idempotency{DB: a.DB, Now: a.Now}, Trail: a.Audit, Approvals: a.Approvals,
		GiftLinkKey: func(ctx context.Context) ([]byte, error) {
			settings, err := a.Site.Settings(ctx)
			return settings.GiftLinkKey, err
		},
		Now: a.Now, Log: a.Log, ProofWait: a.Config.Deposit.ProofWait,
	}
	if url := a.Config.Deposit.GiftLinkURL; url != "" && a.Config.Edition == Thai {
		wallet, err := giftlink.New(giftlink.Config{BaseURL: url, Key: a.Config.Deposit.GiftLinkKey, Refuse: postgres.RefuseInTransaction})
		if err != nil {
			return err
		}
		config.Gifts = wallet
	}
	a.Intake = cashier.NewIntake(config)
	a.handlers.Intake = a.Intake
	decideDeposits(a.Approvals, a.Intake)
	a.every("redeem gift links whose answer was lost", 5*time.Second, a.Intake.ReconcileGifts)
	a.every("decide bank lines that wait for their proof", min(proofTurn, cmp.Or(config.ProofWait, proofTurn)), a.Intake.SettleWaiting)
	waiting := prometheus.NewGauge(prometheus.GaugeOpts{Name: "krapao_suspense_waiting", Help: "Payments that matched nobody and wait for the operator, of all servers."})
	claims := prometheus.NewGauge(prometheus.GaugeOpts{Name: "krapao_deposit_claims_waiting", Help: "Claims of members that wait for the operator, of all servers."})
	a.metrics.Register(waiting)
	a.metrics.Register(claims)
	a.every("measure deposits that wait", 5*time.Second, func(ctx context.Context) error {
		_, inSuspense, err := store.WaitingSuspense(ctx, audit.Page{Limit: 1})
		if err != nil {
			return err
		}
		_, claimed, err := store.WaitingClaims(ctx, audit.Page{Limit: 1})
		waiting.Set(float64(inSuspense))
		claims.Set(float64(claimed))
		return err
	})
	return nil
}

// decideDeposits registers what a second person decides.
func decideDeposits(desk *approval.Desk, intake *cashier.Intake) {
	desk.Handle(cashier.ClaimApproval, intake.CreditClaim)
	desk.Handle(cashier.MatchApproval, cashier.Again(intake.CreditSuspense))
	desk.Handle(cashier.ReturnApproval, intake.SettleReturn)
}

// officeIntake is the ways in for commands: the queues and their decisions.
func officeIntake(db *postgres.DB, book ledger.Poster, trail audit.Trail, desk *approval.Desk, now func() time.Time) *cashier.Intake {
	intake := cashier.NewIntake(cashier.IntakeConfig{
		Store: postgres.Cashier{DB: db}, Ledger: book, Trail: trail, Approvals: desk, Now: now, Log: slog.New(slog.DiscardHandler),
	})
	decideDeposits(desk, intake)
	return intake
}
