package member

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/netip"
	"time"

	"krapao/server/fault"
	"krapao/server/money"
	"krapao/server/password"
)

// Config is what a Service needs.
type Config struct {
	Store   Store
	Ledger  Ledger
	Site    Site
	SMS     SMS
	Limiter Limiter
	// Phones and Currencies are the edition's; the first currency is the default.
	Phones     PhoneRule
	Currencies []money.Currency
	// DefaultLocale is the language of an SMS to somebody who chose none: th, la or en.
	DefaultLocale string
	// Host is the site's host name: phones fill in the code of an SMS on that site only.
	Host string
	// Keys are secret, 32 bytes each: what is kept of a code says nothing without its key. The first signs; codes and
	// devices of the others stay valid.
	Keys [][]byte
	// Hash is what a password's hash costs; the zero value is password.Production.
	Hash password.Cost
	// HashWait is how long somebody waits for a turn to have a password hashed; 0 is 5 s.
	HashWait time.Duration
	// OTPPerAddress and OTPPerPrefix bound the messages an hour that one address (IPv6: one /64) and its neighbourhood
	// (/24, IPv6: /48) can cause; 0 is DefaultOTPPerAddress and DefaultOTPPerPrefix.
	OTPPerAddress, OTPPerPrefix int
	// OTPPerHour bounds the messages with codes that all together can cause in an hour; 0 is DefaultOTPPerHour.
	OTPPerHour int
	// Now is the clock, Random the randomness; nil is crypto/rand.
	Now    func() time.Time
	Random io.Reader
}

// The bounds on messages an hour where the configuration names none.
const (
	DefaultOTPPerAddress = 20
	DefaultOTPPerPrefix  = 200
	DefaultOTPPerHour    = 3000
)

// Service has the members' rules.
type Service struct {
	Config
	hasher    *password.Hasher
	sessions  *sessionCache
	otpBudget otpBudget
}

// New makes a Service.
func New(config Config) (*Service, error) {
	if len(config.Keys) == 0 || len(config.Keys[0]) != 32 || len(config.Currencies) == 0 || config.Phones.canonical == nil {
		return nil, errors.New("member: key, currencies or phone rule missing")
	}
	if config.OTPPerAddress == 0 {
		config.OTPPerAddress = DefaultOTPPerAddress
	}
	if config.OTPPerPrefix == 0 {
		config.OTPPerPrefix = DefaultOTPPerPrefix
	}
	if config.OTPPerHour == 0 {
		config.OTPPerHour = DefaultOTPPerHour
	}
	if config.Random == nil {
		config.Random = rand.Reader
	}
	hasher, err := password.New(password.Config{Cost: config.Hash, AtOnce: password.Shared, Wait: config.HashWait})
	if err != nil {
		return nil, err
	}
	return &Service{Config: config, hasher: hasher, sessions: newSessionCache()}, nil
}

// random gives n random bytes.
func (s *Service) random(n int) []byte {
	made := make([]byte, n)
	if _, err := io.ReadFull(s.Random, made); err != nil {
		panic("member: no randomness: " + err.Error()) // crypto/rand does not fail on a working machine
	}
	return made
}

// bucket names what an address shares limits with: itself, or its /64 for IPv6.
func bucket(addr netip.Addr) string { return masked(addr, 32, 64) }

// neighbourhood is the network that is taken for one owner: the /24, or the /48 for IPv6.
func neighbourhood(addr netip.Addr) string { return masked(addr, 24, 48) }

func masked(addr netip.Addr, bits4, bits6 int) string {
	addr = addr.Unmap().WithZone("")
	bits := bits6
	if addr.Is4() {
		bits = bits4
	}
	prefix, err := addr.Prefix(bits)
	if err != nil {
		return "unknown"
	}
	return prefix.String()
}

// SameNeighbourhood tells whether two addresses lie in the same /24 (IPv6: /48).
func SameNeighbourhood(a, b netip.Addr) bool {
	return a.IsValid() && b.IsValid() && neighbourhood(a) == neighbourhood(b)
}

// bound is one limit.
type bound struct {
	key    string
	limit  int
	window time.Duration
}

// within counts an event against every bound, until one refuses. A refusal of a minute's bound is REQUEST_LIMIT_1MIN.
func (s *Service) within(ctx context.Context, bounds ...bound) error {
	for _, b := range bounds {
		err := s.Limiter.Allow(ctx, b.key, b.limit, b.window)
		var refused *fault.Fault
		if b.window <= time.Minute && errors.Is(err, fault.RequestLimit) && errors.As(err, &refused) {
			return fault.RequestLimit1Min.After(refused.RetryAfter)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
