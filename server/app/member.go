package app

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/gateway/sms"
	"krapao/server/httpapi/middleware"
	"krapao/server/member"
	"krapao/server/password"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/site"
)

// MemberConfig says how members are reached and how hard their accounts are to guess.
type MemberConfig struct {
	SMSURL    string      `env:"KRAPAO_SMS_URL" placeholder:"URL" help:"Base URL of the SMS service, which sends one-time codes; without one they cannot be sent."`
	SMSKey    secret.Text `env:"KRAPAO_SMS_KEY" placeholder:"KEY" help:"The key that the SMS service expects from us."`
	SMSSender string      `env:"KRAPAO_SMS_SENDER" help:"The sender's name that an SMS shows, at most 11 characters."`

	OTPPerAddress int `env:"KRAPAO_OTP_PER_ADDRESS" default:"20" help:"One-time codes that one address (IPv6: one /64) may ask for in an hour."`
	OTPPerPrefix  int `env:"KRAPAO_OTP_PER_PREFIX" default:"200" help:"One-time codes that one network (/24, IPv6: /48) may ask for in an hour."`
	OTPPerHour    int `env:"KRAPAO_OTP_PER_HOUR" default:"3000" help:"One-time codes that are sent to all together in an hour, at most; the metric krapao_otp_budget_spent is 1 while they are spent."`

	PasswordMemory     uint32        `env:"KRAPAO_PASSWORD_MEMORY" default:"19456" help:"Memory of one password hash (argon2id) in KiB; at most two are made at once."`
	PasswordIterations uint32        `env:"KRAPAO_PASSWORD_ITERATIONS" default:"2" help:"Iterations of one password hash (argon2id)."`
	PasswordWait       time.Duration `env:"KRAPAO_PASSWORD_WAIT" default:"5s" help:"How long a login or registration waits for its turn to have the password hashed."`
}

// check refuses what would not work.
func (c MemberConfig) check() error {
	if c.SMSURL != "" && !isHTTP(c.SMSURL) {
		return errors.New("KRAPAO_SMS_URL: must be an http or https URL")
	}
	if len(c.SMSSender) > 11 {
		return errors.New("KRAPAO_SMS_SENDER: at most 11 characters")
	}
	return nil
}

// hash gives what a password's hash costs; production's where nothing is set.
func (c MemberConfig) hash() password.Cost {
	params := password.Production
	if c.PasswordMemory > 0 {
		params.MemoryKiB = c.PasswordMemory
	}
	if c.PasswordIterations > 0 {
		params.Iterations = c.PasswordIterations
	}
	return params
}

// WithSMS replaces the SMS service, for tests.
func WithSMS(service member.SMS) Option { return func(a *App) { a.services.SMS = service } }

// errNoSMS: KRAPAO_SMS_URL is not set.
var errNoSMS = errors.New("no SMS service is configured")

// noSMS reaches nobody.
type noSMS struct{}

func (noSMS) Send(context.Context, string, string) error { return errNoSMS }

func openSMS(f floor) (member.SMS, error) {
	switch {
	case f.SMS != nil:
		return f.SMS, nil
	case f.Member.SMSURL == "":
		return noSMS{}, nil
	}
	return sms.New(sms.Config{BaseURL: f.Member.SMSURL, Key: f.Member.SMSKey, Sender: f.Member.SMSSender, Refuse: postgres.RefuseInTransaction})
}

// newMembers makes members and their sessions, nil without keys.
func newMembers(f floor, settings *site.Service) (*member.Service, error) {
	if f.Keys.Empty() {
		return nil, nil //nolint:nilnil // a command without keys logs nobody in
	}
	service, err := openSMS(f)
	if err != nil {
		return nil, err
	}
	origin, err := url.Parse(f.PublicURL)
	if err != nil {
		return nil, err
	}
	return member.New(member.Config{
		Store: postgres.Members{DB: f.db}, Ledger: f.ledger, Site: memberSite{settings}, SMS: service, Limiter: f.limit,
		Phones: f.Edition.phoneRule(), Currencies: f.Edition.Currencies(), DefaultLocale: f.Edition.Locale(),
		Host: origin.Hostname(), Keys: f.Keys.Derive("one-time codes"), Hash: f.Member.hash(), HashWait: f.Member.PasswordWait, Now: f.Now,
		OTPPerAddress: f.Member.OTPPerAddress, OTPPerPrefix: f.Member.OTPPerPrefix, OTPPerHour: f.Member.OTPPerHour,
	})
}

// memberJobs forgets what is over, and writes at the end when sessions were used.
func memberJobs(a *App) {
	if a.services.SMS == nil && a.Config.Member.SMSURL == "" {
		a.Log.Warn("no SMS service: one-time codes cannot be sent", "variable", "KRAPAO_SMS_URL")
	}
	measureOTPBudget(a, a.Members)
	a.every("write when sessions were used", 15*time.Second, a.Members.FlushSeen)
	a.every("forget old one-time codes", 10*time.Minute, a.Members.ForgetOTPs)
	a.every("forget old sessions", time.Hour, a.Members.ForgetSessions)
	a.onClose(func() {
		if err := a.Members.FlushSeen(context.Background()); err != nil {
			a.Log.Warn("when sessions were last used was not written", "error", err)
		}
	})
}

// measureOTPBudget tells operators when no more one-time codes are sent.
func measureOTPBudget(a *App, members *member.Service) {
	a.metrics.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "krapao_otp_budget_spent", Help: "1 while this server sends no one-time codes because those of the hour are spent: an alarm."}, func() float64 {
		if spent, _ := members.OTPBudget(); spent {
			return 1
		}
		return 0
	}))
	a.metrics.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "krapao_otp_budget_refused_total", Help: "One-time codes that were not sent because those of the hour were spent."}, func() float64 {
		_, refused := members.OTPBudget()
		return float64(refused)
	}))
}

// sessionReader gives the edge its sessions.
type sessionReader struct{ members *member.Service }

// ReadSession is described at httpapi/portal.SessionReader.
func (r sessionReader) ReadSession(ctx context.Context, token string, client netip.Addr) (middleware.Session, error) {
	session, err := r.members.ReadSession(ctx, token, client)
	return middleware.Session{ID: session.ID, Member: session.Member, Currency: session.Currency, OpenedAt: session.CreatedAt}, err
}

// memberSite gives members the settings that their rules depend on.
type memberSite struct{ site *site.Service }

// Rules gives the settings in force now.
func (s memberSite) Rules(ctx context.Context) (member.Rules, error) {
	snapshot, err := s.site.Read(ctx)
	if err != nil {
		return member.Rules{}, err
	}
	settings := snapshot.Settings()
	return member.Rules{
		SiteName: settings.Name, RegisterOTP: settings.RegisterOTP, SingleSession: settings.SingleSession, AgreementVersion: settings.AgreementVersion,
		HasSource: snapshot.HasSource, SameAddress: sameAddress(settings.AddressBinding),
		Bank: func(code string) (member.Bank, bool) {
			bank, offered := snapshot.Bank(code)
			return member.Bank{
				Code: bank.Code, NameLocal: bank.NameLocal, NameEN: bank.NameEN, IsWallet: bank.IsWallet, RequiresLatinName: bank.RequiresLatinName,
			}, offered
		},
	}, nil
}

func sameAddress(binding site.Binding) func(opened, now netip.Addr) bool {
	switch binding {
	case site.BindingStrict:
		return func(opened, now netip.Addr) bool { return opened == now }
	case site.BindingPrefix:
		return member.SameNeighbourhood
	default:
		return func(_, _ netip.Addr) bool { return true }
	}
}
