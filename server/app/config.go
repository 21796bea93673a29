package app

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"krapao/server/money"
	"krapao/server/secret"
)

// Edition is which of the two products a server is; one build serves both.
type Edition string

// The editions: the Thai one speaks Thai and counts baht, the Lao one speaks Lao and counts kip or baht.
const (
	Thai Edition = "thai"
	Laos Edition = "laos"
)

// Currencies gives the currencies a member of the edition may choose at registration, the default first.
func (e Edition) Currencies() []money.Currency {
	if e == Laos {
		return []money.Currency{money.Kip, money.Baht}
	}
	return []money.Currency{money.Baht}
}

// Locale gives the edition's default language as the product names it: th or la.
func (e Edition) Locale() string {
	if e == Laos {
		return "la"
	}
	return "th"
}

// Config is everything that is set from outside. The tags are the commands' flags, the environment's variables and the
// README's table (`krapao config-table`). A domain that needs settings of its own adds a struct of them here, embedded.
type Config struct {
	Edition Edition `env:"KRAPAO_EDITION" enum:"thai,laos" default:"thai" help:"Which product this server is: thai or laos."`

	DatabaseURL         secret.Text `env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL 15 or later; not needed with --embedded."`
	DatabaseConnections int32       `env:"KRAPAO_DATABASE_CONNECTIONS" default:"16" help:"Most connections to PostgreSQL at once; reads that many share have 4 more of their own."`
	DataDir             string      `env:"KRAPAO_DATA_DIR" default:"data" type:"path" help:"Folder of the embedded PostgreSQL, its development keys, remotes and uploads."`
	SecretKey           secret.Text `env:"KRAPAO_SECRET_KEY" placeholder:"HEX" help:"Key that encrypts credentials at rest: 32 bytes in hexadecimal. Made and kept in the data folder with --embedded, otherwise required."`

	OldSecretKeys []secret.Text `env:"KRAPAO_OLD_SECRET_KEYS" placeholder:"HEX,..." help:"Keys that only open what they encrypted, while keys change; comma-separated. See OPERATIONS.md."`

	Address         string `env:"KRAPAO_ADDRESS" default:":8080" help:"Where members are served: portal, webhooks, documentation, front end."`
	OperatorAddress string `env:"KRAPAO_OPERATOR_ADDRESS" default:"127.0.0.1:8081" help:"Where operators are served; loopback, or behind TLS."`
	OpsAddress      string `env:"KRAPAO_OPS_ADDRESS" default:"127.0.0.1:8082" help:"Metrics, liveness and readiness; loopback or a private network."`
	PublicURL       string `env:"KRAPAO_PUBLIC_URL" default:"http://localhost:8080" help:"The origin that members open. With https, cookies are Secure and browsers are told to stay on https."`

	TLSCert string `env:"KRAPAO_TLS_CERT" placeholder:"FILE" type:"path" help:"Certificate chain (PEM) with which members are served over HTTPS and HTTP/2 without a proxy; a changed file is read again. Needs KRAPAO_TLS_KEY."`
	TLSKey  string `env:"KRAPAO_TLS_KEY" placeholder:"FILE" type:"path" help:"Its private key (PEM)."`

	AllowMoneyWithoutTOTP bool `env:"KRAPAO_ALLOW_MONEY_WITHOUT_TOTP" default:"false" help:"Start with an https KRAPAO_PUBLIC_URL although operators move money with a password alone (their rule totpForMoney is off)."`

	TrustedProxies []netip.Prefix `env:"KRAPAO_TRUSTED_PROXIES" placeholder:"CIDR" help:"Networks of our own proxies, whose X-Forwarded-For is believed; comma-separated. None by default."`
	MaxInFlight    int            `env:"KRAPAO_MAX_IN_FLIGHT" default:"512" help:"Calls under way on a listener before more are refused with SERVER_BUSY; 0 is no bound."`

	MaxInFlightPerMember int `env:"KRAPAO_MAX_IN_FLIGHT_PER_MEMBER" default:"32" help:"Calls of one member under way before more are refused with REQUEST_LIMIT; 0 is no bound."`
	MaxLogins            int `env:"KRAPAO_MAX_LOGINS" default:"32" help:"Calls under way that hash a password (logins, registrations), of one network (/24, IPv6: /48) a quarter of them; 0 is no bound."`
	MaxProviderCalls     int `env:"KRAPAO_MAX_PROVIDER_CALLS" default:"256" help:"Calls under way that ask a game provider, of one network (/24, IPv6: /48) an eighth of them; 0 is no bound."`
	MaxWebhooks          int `env:"KRAPAO_MAX_WEBHOOKS" default:"64" help:"Webhooks under way; more wait for their turn. 0 is no bound."`
	MaxFiles             int `env:"KRAPAO_MAX_FILES" default:"512" help:"Pages and files being sent, to one address (IPv6: one /64) an eighth of them; 0 is no bound."`
	MaxOpenings          int `env:"KRAPAO_MAX_OPENINGS" default:"256" help:"Sockets of the chat that customers are opening, of one network (/24, IPv6: /48) an eighth of them; 0 is no bound."`

	RequestsPerMinute int           `env:"KRAPAO_REQUESTS_PER_MINUTE" default:"1200" help:"Calls of one address (IPv6: one /64) in a minute before REQUEST_LIMIT, besides ten times as many pages and files; 0 is no bound."`
	BodyLimit         int64         `env:"KRAPAO_BODY_LIMIT" default:"65536" help:"Largest JSON body in bytes."`
	UploadLimit       int64         `env:"KRAPAO_UPLOAD_LIMIT" default:"22020096" help:"Largest upload in bytes."`
	RequestTimeout    time.Duration `env:"KRAPAO_REQUEST_TIMEOUT" default:"15s" help:"After which an ordinary request is given up."`
	DrainDelay        time.Duration `env:"KRAPAO_DRAIN_DELAY" default:"3s" help:"At a stop, how long readiness is red before new connections are refused."`
	DrainTimeout      time.Duration `env:"KRAPAO_DRAIN_TIMEOUT" default:"20s" help:"At a stop, how long requests under way may take to finish."`

	Front    FrontConfig    `embed:""`
	Payment  PaymentConfig  `embed:""`
	Deposit  DepositConfig  `embed:""`
	Slip     SlipConfig     `embed:""`
	Chat     ChatConfig     `embed:""`
	HelpDesk HelpDeskConfig `embed:"" prefix:"help-desk-"`
	Game     GameConfig     `embed:""`
	Member   MemberConfig   `embed:""`
	Operator OperatorConfig `embed:""`

	LogLevel string `env:"KRAPAO_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"How much is logged: debug, info, warn or error."`
}

// Check refuses a configuration that could not serve, naming every variable that is wrong.
func (c Config) Check() error {
	var wrong []error
	add := func(name string, err error) {
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
		}
	}
	if c.DatabaseURL.Empty() {
		add("DATABASE_URL", errors.New("is required (or start with --embedded)"))
	}
	if c.SecretKey.Empty() {
		add("KRAPAO_SECRET_KEY", errors.New("is required: 32 random bytes in hexadecimal, for instance from `openssl rand -hex 32`"))
	} else {
		_, err := ReadKeys(c.SecretKey, c.OldSecretKeys)
		wrong = append(wrong, err)
	}
	if c.Edition != Thai && c.Edition != Laos {
		add("KRAPAO_EDITION", fmt.Errorf("%q is neither thai nor laos", c.Edition))
	}
	origin, err := url.Parse(c.PublicURL)
	if err != nil || origin.Host == "" || (origin.Scheme != "http" && origin.Scheme != "https") || (origin.Path != "" && origin.Path != "/") {
		add("KRAPAO_PUBLIC_URL", errors.New("must be an origin, such as https://wallet.example.com"))
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		add("KRAPAO_TLS_CERT", errors.New("and KRAPAO_TLS_KEY belong together"))
	}
	if c.TLSCert != "" && !c.Secure() {
		add("KRAPAO_PUBLIC_URL", errors.New("must begin with https:// where KRAPAO_TLS_CERT is set"))
	}
	for name, value := range map[string]int64{
		"KRAPAO_DATABASE_CONNECTIONS": int64(c.DatabaseConnections), "KRAPAO_BODY_LIMIT": c.BodyLimit,
		"KRAPAO_UPLOAD_LIMIT": c.UploadLimit, "KRAPAO_REQUEST_TIMEOUT": int64(c.RequestTimeout),
	} {
		if value <= 0 {
			add(name, errors.New("must be above 0"))
		}
	}
	for name, value := range map[string]int64{
		"KRAPAO_MAX_IN_FLIGHT": int64(c.MaxInFlight), "KRAPAO_MAX_IN_FLIGHT_PER_MEMBER": int64(c.MaxInFlightPerMember),
		"KRAPAO_MAX_LOGINS": int64(c.MaxLogins), "KRAPAO_MAX_PROVIDER_CALLS": int64(c.MaxProviderCalls), "KRAPAO_MAX_WEBHOOKS": int64(c.MaxWebhooks),
		"KRAPAO_MAX_FILES": int64(c.MaxFiles), "KRAPAO_MAX_OPENINGS": int64(c.MaxOpenings), "KRAPAO_REQUESTS_PER_MINUTE": int64(c.RequestsPerMinute),
		"KRAPAO_DRAIN_DELAY": int64(c.DrainDelay), "KRAPAO_DRAIN_TIMEOUT": int64(c.DrainTimeout), "KRAPAO_OTP_PER_ADDRESS": int64(c.Member.OTPPerAddress),
		"KRAPAO_OTP_PER_PREFIX": int64(c.Member.OTPPerPrefix), "KRAPAO_OTP_PER_HOUR": int64(c.Member.OTPPerHour), "KRAPAO_PASSWORD_WAIT": int64(c.Member.PasswordWait),
	} {
		if value < 0 {
			add(name, errors.New("must not be below 0"))
		}
	}
	return errors.Join(append(wrong, c.Payment.check(), c.Deposit.check(), c.Slip.check(), c.Chat.check(), c.HelpDesk.check(), c.Game.check(), c.Member.check())...)
}

// Secure tells whether members come over https.
func (c Config) Secure() bool {
	origin, err := url.Parse(c.PublicURL)
	return err == nil && origin.Scheme == "https"
}
