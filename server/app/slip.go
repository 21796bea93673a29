package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/gateway/blob"
	verifier "krapao/server/gateway/slip"
	"krapao/server/httpapi/media"
	"krapao/server/id"
	"krapao/server/picture/sandbox"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/slip"
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
func WithBlobsFrom(wrap func(slip.Blobs) slip.Blobs) Option {
	return func(a *App) { a.services.WrapBlobs = wrap }
}

// WithPicturesFrom puts something in front of what reads pictures, for tests of one that never returns.
func WithPicturesFrom(wrap func(slip.Pictures) slip.Pictures) Option {
	return func(a *App) { a.services.WrapPictures = wrap }
}

// newQueue makes the jobs that are done beside requests.
func newQueue(f floor) (*postgres.Queue, error) {
	return postgres.NewQueue(f.db, postgres.QueueConfig{
		Tries: f.Slip.CheckTries, FirstRetry: f.Slip.CheckRetry, MostRetry: longestRetry, Poll: f.Slip.CheckEvery, Now: f.Now, Log: f.Log,
	})
}

// newSlips makes the uploaded slips: their store, and their verifier. What else comes in credits them.
func newSlips(ctx context.Context, f floor, intake *deposit.Intake, queue slip.Queue) (*slip.Service, error) {
	store, err := blob.Open(ctx, f.Slip.BlobURL, filepath.Join(f.DataDir, "uploads"))
	if err != nil {
		return nil, fmt.Errorf("the store of uploads: %w", err)
	}
	config := slip.Config{
		Store: postgres.Slips{Deposits: postgres.Deposits{DB: f.db}}, Keys: f.keyed, Members: slipMembers{postgres.Members{DB: f.db}}, Trail: f.trail,
		Approvals: f.approvals, Deposits: intake, Queue: queue, Limit: f.limit, Blobs: store, Pictures: sandbox.Sandbox{}, TempDir: f.incoming(),
		Verifier:       verifier.New(verifier.Config{URL: f.Slip.VerifierURL, Key: f.Slip.VerifierKey, Refuse: postgres.RefuseInTransaction}),
		ImageRetention: f.Slip.ImageRetention, Now: f.Now, Log: f.Log,
	}
	if f.WrapBlobs != nil {
		config.Blobs = f.WrapBlobs(config.Blobs)
	}
	if f.WrapPictures != nil {
		config.Pictures = f.WrapPictures(config.Pictures)
	}
	slips := slip.New(config)
	f.approvals.Handle(slip.Approval, deposit.Again(slips.Approved))
	return slips, nil
}

// slipJobs has slips checked, and removes what is too old.
func slipJobs(a *App) {
	a.inBackground = append(a.inBackground, func(ctx context.Context) error {
		work := postgres.Work{CheckSlip: a.Slips.Check, PushHelpDesk: a.pushHelpDesk(), Daily: a.dailyWork(), Periodic: map[string]postgres.PeriodicWork{
			"remove files of the chat": {Every: filesRemoved, Do: a.Chat.RemoveFiles},
		}}
		if a.noJobs {
			work.Daily = nil
		}
		return a.Queue.Run(ctx, work)
	})
	a.every("remove images of old slips", time.Hour, a.Slips.RemoveImages)
	a.every("pass slips on whose check was given up", time.Minute, a.Slips.PassOn)
	waiting := prometheus.NewGauge(prometheus.GaugeOpts{Name: "krapao_slips_waiting", Help: "Transfer slips that wait for the operator, of all servers."})
	a.metrics.Register(waiting)
	a.every("measure slips that wait", 5*time.Second, func(ctx context.Context) error {
		_, inReview, err := a.Slips.OperatorList(ctx, slip.Filter{Review: true, Page: audit.Page{Limit: 1}})
		waiting.Set(float64(inReview))
		return err
	})
}

// slipLinks signs the addresses of slips' images.
func (a *App) slipLinks() media.SlipLinks {
	return media.SlipLinks{Keys: a.services.Keys.Derive("slip links"), Origin: a.origin(), Now: a.Now}
}

// incoming is the folder of what is on its way.
func (c Config) incoming() string { return filepath.Join(c.DataDir, "incoming") }

// slipMembers gives the slips the members' bank accounts.
type slipMembers struct{ members postgres.Members }

// BankAccount is described at slip.Members.
func (m slipMembers) BankAccount(ctx context.Context, member id.MemberID) (bankaccount.Account, error) {
	found, err := m.members.Member(ctx, member)
	if err != nil {
		return bankaccount.Account{}, err
	}
	if found.Bank == nil {
		return bankaccount.Account{}, bankaccount.ErrNoBank
	}
	return bankaccount.Account{Bank: found.Bank.BankCode, Number: found.Bank.Number, Holder: found.Bank.Name}, nil
}

// origin is what members open, without a slash at its end.
func (a *App) origin() string { return strings.TrimSuffix(a.Config.PublicURL, "/") }
