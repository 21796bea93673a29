package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/cashier"
	"krapao/server/gateway/blob"
	"krapao/server/gateway/slip"
	"krapao/server/httpapi"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/picture/sandbox"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// SlipConfig says where uploaded slips are kept and who verifies them.
type SlipConfig struct {
	BlobURL        string        `env:"KRAPAO_BLOB_URL" placeholder:"URL" help:"Where uploads are kept: s3://bucket?region=..., or file:///folder. The folder uploads of the data folder by default, which several servers must share."`
	VerifierURL    string        `env:"KRAPAO_SLIP_VERIFIER_URL" placeholder:"URL" help:"Base URL of the service that verifies transfer slips. Without one every slip goes to the operator's queue."`
	VerifierKey    secret.Text   `env:"KRAPAO_SLIP_VERIFIER_KEY" placeholder:"KEY" help:"The key that it expects from us."`
	CheckTries     int           `env:"KRAPAO_SLIP_TRIES" default:"8" help:"How often a slip is checked while nobody verifies it, before it goes to the operator's queue."`
	CheckRetry     time.Duration `env:"KRAPAO_SLIP_RETRY" default:"5s" help:"The wait before the second check of a slip; each later one is twice as long, up to 2 minutes."`
	ImageRetention time.Duration `env:"KRAPAO_SLIP_IMAGE_RETENTION" default:"9600h" help:"How long after its decision the image of a slip is kept; 400 days, as long as a payment may be told of."`
	CheckEvery     time.Duration `env:"KRAPAO_JOB_POLL" default:"500ms" help:"How often background jobs are looked for."`
}

const longestRetry = 2 * time.Minute

func (c SlipConfig) check() error {
	var wrong []error
	if c.VerifierURL != "" && !isHTTP(c.VerifierURL) {
		wrong = append(wrong, errors.New("KRAPAO_SLIP_VERIFIER_URL: must be an http or https URL"))
	}
	if (c.VerifierURL == "") != c.VerifierKey.Empty() {
		wrong = append(wrong, errors.New("KRAPAO_SLIP_VERIFIER_KEY: the verifier needs an address and a key"))
	}
	if parsed, err := url.Parse(c.BlobURL); c.BlobURL != "" && (err != nil || parsed.Scheme != "s3" && parsed.Scheme != "file") {
		wrong = append(wrong, errors.New("KRAPAO_BLOB_URL: must begin with s3:// or file://"))
	}
	for name, value := range map[string]int64{"KRAPAO_SLIP_TRIES": int64(c.CheckTries), "KRAPAO_SLIP_RETRY": int64(c.CheckRetry), "KRAPAO_JOB_POLL": int64(c.CheckEvery), "KRAPAO_SLIP_IMAGE_RETENTION": int64(c.ImageRetention)} {
		if value <= 0 {
			wrong = append(wrong, fmt.Errorf("%s: must be above 0", name))
		}
	}
	return errors.Join(wrong...)
}

// WithBlobsFrom puts something in front of where uploads are kept, for tests of a store that fails.
func WithBlobsFrom(wrap func(cashier.Blobs) cashier.Blobs) Option {
	return func(a *App) { a.wrapBlobs = wrap }
}

// WithPicturesFrom puts something in front of what reads pictures, for tests of one that never returns.
func WithPicturesFrom(wrap func(cashier.SlipPictures) cashier.SlipPictures) Option {
	return func(a *App) { a.wrapPictures = wrap }
}

// wireSlip makes the uploaded slips: their store, their verifier, and the queue that has them checked.
func wireSlip(ctx context.Context, a *App) error {
	config := a.Config.Slip
	store, err := blob.Open(ctx, config.BlobURL, filepath.Join(a.Config.DataDir, "uploads"))
	if err != nil {
		return fmt.Errorf("the store of uploads: %w", err)
	}
	a.onClose(func() { _ = store.Close() })
	var blobs cashier.Blobs = store
	if a.wrapBlobs != nil {
		blobs = a.wrapBlobs(store)
	}
	if err := os.MkdirAll(a.incoming(), 0o700); err != nil {
		return err
	}
	slips := newSlips(a.DB, a.handlers.Spin.Rewarding(postgres.Ledger{DB: a.DB}), a.Audit, a.Now)
	slips.Pictures, slips.Limit, slips.ImageRetention = sandbox.Sandbox{}, a.Limit, config.ImageRetention
	if a.wrapPictures != nil {
		slips.Pictures = a.wrapPictures(slips.Pictures)
	}
	slips.Blobs, slips.Desk, slips.TempDir, slips.Log, slips.Intake = blobs, a.Approvals, a.incoming(), a.Log, a.Intake
	slips.Verifier = slip.New(slip.Config{URL: config.VerifierURL, Key: config.VerifierKey, Refuse: postgres.RefuseInTransaction})
	a.Slips = cashier.NewSlips(slips)
	queue, err := postgres.NewQueue(a.DB, postgres.QueueConfig{
		CheckSlip: a.Slips.Check, Tries: config.CheckTries, FirstRetry: config.CheckRetry, MostRetry: longestRetry, Poll: config.CheckEvery, Log: a.Log,
	})
	if err != nil {
		return err
	}
	a.Slips.Queue = queue
	a.inBackground = append(a.inBackground, queue.Run)
	a.every("remove images of old slips", time.Hour, a.Slips.RemoveImages)
	a.every("pass slips on whose check was given up", time.Minute, a.Slips.PassOn)
	a.Approvals.Handle(cashier.SlipApproval, cashier.Again(a.Slips.Approved))
	waiting := prometheus.NewGauge(prometheus.GaugeOpts{Name: "krapao_slips_waiting", Help: "Transfer slips that wait for the operator, of all servers."})
	a.metrics.Register(waiting)
	a.every("measure slips that wait", 5*time.Second, func(ctx context.Context) error {
		_, inReview, err := slips.Store.OfficeSlips(ctx, cashier.SlipFilter{Review: true, Page: audit.Page{Limit: 1}})
		waiting.Set(float64(inReview))
		return err
	})
	a.handlers.Slips = a.Slips
	a.handlers.SlipLinks = httpapi.SlipLinks{Keys: a.keys.Derive("slip links"), Origin: strings.TrimSuffix(a.Config.PublicURL, "/"), Now: a.Now}
	return nil
}

// incoming is the folder of what is on its way.
func (a *App) incoming() string { return filepath.Join(a.Config.DataDir, "incoming") }

// newSlips gives what slips need of the database.
func newSlips(db *postgres.DB, book ledger.Poster, trail postgres.Audit, now func() time.Time) cashier.SlipConfig {
	return cashier.SlipConfig{
		Store: postgres.Slips{Cashier: postgres.Cashier{DB: db}}, Ledger: book, Keys: postgres.Idempotency{DB: db, Now: now},
		Members: slipMembers{postgres.Members{DB: db}}, Trail: trail, Now: now,
	}
}

// officeSlips is the slips for commands: their queue and their decisions.
func officeSlips(db *postgres.DB, book ledger.Poster, trail postgres.Audit, desk *approval.Desk, intake *cashier.Intake, now func() time.Time) *cashier.Slips {
	config := newSlips(db, book, trail, now)
	config.Desk, config.Intake = desk, intake
	slips := cashier.NewSlips(config)
	desk.Handle(cashier.SlipApproval, cashier.Again(slips.Approved))
	return slips
}

// slipMembers gives the cashier the members' bank accounts.
type slipMembers struct{ members postgres.Members }

// BankAccount is described at cashier.SlipMembers.
func (m slipMembers) BankAccount(ctx context.Context, member id.MemberID) (cashier.BankAccount, error) {
	found, err := m.members.Member(ctx, member)
	if err != nil {
		return cashier.BankAccount{}, err
	}
	if found.Bank == nil {
		return cashier.BankAccount{}, cashier.ErrNoBank
	}
	return cashier.BankAccount{BankCode: found.Bank.BankCode, Number: found.Bank.Number, Name: found.Bank.Name}, nil
}
