package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/audit"
	"krapao/server/deposit"
	"krapao/server/gateway/giftlink"
	"krapao/server/ledger"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/site"
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

// newIntake makes the ways in beside payment QR codes. book is where deposits are posted.
func newIntake(f floor, book ledger.Poster, settings *site.Service) (*deposit.Intake, error) {
	config := deposit.IntakeConfig{
		Store: postgres.Deposits{DB: f.db}, Ledger: book, Keys: f.keyed, Trail: f.trail, Approvals: f.approvals,
		GiftLinkKey: func(ctx context.Context) ([]byte, error) {
			settings, err := settings.Settings(ctx)
			return settings.GiftLinkKey, err
		},
		Now: f.Now, Log: f.Log, ProofWait: f.Deposit.ProofWait,
	}
	if url := f.Deposit.GiftLinkURL; url != "" && f.Edition == Thai {
		wallet, err := giftlink.New(giftlink.Config{BaseURL: url, Key: f.Deposit.GiftLinkKey, Refuse: postgres.RefuseInTransaction})
		if err != nil {
			return nil, err
		}
		config.Gifts = wallet
	}
	intake := deposit.NewIntake(config)
	f.approvals.Handle(deposit.ClaimApproval, intake.CreditClaim)
	f.approvals.Handle(deposit.MatchApproval, deposit.Again(intake.CreditSuspense))
	f.approvals.Handle(deposit.ReturnApproval, intake.SettleReturn)
	return intake, nil
}

func depositJobs(a *App) {
	store := postgres.Deposits{DB: a.DB}
	a.every("redeem gift links whose answer was lost", 5*time.Second, a.Intake.ReconcileGifts)
	a.every("decide bank lines that wait for their proof", min(proofTurn, cmp.Or(a.Config.Deposit.ProofWait, proofTurn)), a.Intake.SettleWaiting)
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
}
