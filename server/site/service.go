package site

import (
	"context"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"krapao/server/fault"
)

// keep is how long a read of the settings is used. A change is in force on every server after this time at most.
const keep = 2 * time.Second

// Service answers what the operator has set and written, from memory.
type Service struct {
	config  Config
	current atomic.Pointer[reading]
	mu      sync.Mutex // held by who reads
}

// reading is a snapshot and when it was made or last tried to be renewed.
type reading struct {
	snapshot *Snapshot
	at       time.Time
}

// New makes a Service; it reads nothing yet.
func New(config Config) *Service { return &Service{config: config} }

func (s *Service) fresh() *reading {
	r := s.current.Load()
	if r == nil {
		return nil
	}
	if age := s.config.Now().Sub(r.at); age < 0 || age >= keep {
		return nil
	}
	return r
}

// Read gives the settings and texts, at most two seconds old. While they cannot be read, those known last are given, so
// that a database that is down does not blank the pages. Errors: Unavailable, when there are none yet.
func (s *Service) Read(ctx context.Context) (*Snapshot, error) {
	if r := s.fresh(); r != nil {
		return r.snapshot, nil
	}
	last := s.current.Load()
	if last != nil && !s.mu.TryLock() {
		return last.snapshot, nil // somebody is reading
	}
	if last == nil {
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	if r := s.fresh(); r != nil {
		return r.snapshot, nil
	}
	return s.renew(ctx)
}

// renew reads anew; the caller holds the mutex.
func (s *Service) renew(ctx context.Context) (*Snapshot, error) {
	last, now := s.current.Load(), s.config.Now()
	stored, err := s.config.Store.ReadSite(ctx, s.config.Edition)
	switch {
	case err == nil:
		snapshot := &Snapshot{stored: stored, config: s.config}
		s.current.Store(&reading{snapshot: snapshot, at: now})
		return snapshot, nil
	case last != nil:
		s.current.Store(&reading{snapshot: last.snapshot, at: now})
		return last.snapshot, nil
	}
	return nil, err
}

// Terminated tells whether the site is shut, as far as is known.
func (s *Service) Terminated(ctx context.Context) bool {
	snapshot, err := s.Read(ctx)
	return err == nil && snapshot.Settings().Terminated
}

// PutSettings replaces the settings (all but the gift-link key). In force here at once, on other servers within two seconds.
// Errors: KEY_INVALID.
func (s *Service) PutSettings(ctx context.Context, settings Settings) error {
	if err := settings.validate(); err != nil {
		return err
	}
	return s.write(ctx, func() error { return s.config.Store.PutSettings(ctx, settings) })
}

// PutText replaces a text in one language. HTML is sanitised first. No items: the text that comes with the product is back.
// Errors: KEY_INVALID.
func (s *Service) PutText(ctx context.Context, key TextKey, locale Locale, items []string) error {
	if _, known := ParseLocale(string(locale)); !known {
		return fault.KeyInvalid.Withf("site: %.20q is no language", locale)
	}
	cleaned, err := key.clean(items)
	if err != nil {
		return err
	}
	return s.write(ctx, func() error { return s.config.Store.PutText(ctx, key, locale, cleaned) })
}

func (s *Service) write(ctx context.Context, write func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := write(); err != nil {
		return err
	}
	_, err := s.renew(ctx)
	return err
}

func (s Settings) validate() error {
	for name, link := range map[string]struct{ value, scheme string }{
		"website": {s.Website, "https"}, "line link": {s.LineLink, "https"}, "chat socket": {s.ChatSocket, "wss"},
	} {
		if link.value == "" {
			continue
		}
		if parsed, err := url.Parse(link.value); err != nil || parsed.Scheme != link.scheme || parsed.Host == "" {
			return fault.KeyInvalid.Withf("site: the %s must be a %s URL", name, link.scheme)
		}
	}
	if s.Name == "" || s.Website == "" || s.AgreementVersion == "" {
		return fault.KeyInvalid.Withf("site: name, website and agreement version are needed")
	}
	switch s.AddressBinding {
	case BindingOff, BindingPrefix, BindingStrict:
		return nil
	}
	return fault.KeyInvalid.Withf("site: %.20q is no address binding", s.AddressBinding)
}
