package game

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"reflect"
	"regexp"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"krapao/server/money"
	"krapao/server/weburl"
)

// Category is the section of the home screen.
type Category string

// The categories; sport also holds the casinos.
const (
	Slot  Category = "slot"
	Sport Category = "sport"
	Lotto Category = "lotto"
)

// LaunchKind is how a provider's games are started.
type LaunchKind string

// The kinds.
const (
	AutoLogin LaunchKind = "autoLogin" // a link that the provider makes for each start
	FormPost  LaunchKind = "formPost"  // username and password are posted to a page
	WebURL    LaunchKind = "webUrl"    // a page is opened, and the member signs in
)

// Provider is a game provider as the operator describes it.
type Provider struct {
	Code, Name string
	Category   Category
	Currencies []money.Currency
	// Logo and Background are paths on this server.
	Logo, Background string
	// FTWallet is the provider's credits for a unit of money. It is shown and changes nothing.
	FTWallet float64
	// Web, Android and IOS are https URLs; "" for none.
	Web, Android, IOS string
	Launch            Launch
	// Position orders the providers; Open ones are offered.
	Position int
	Open     bool
}

// Launch is how and where a provider's games are started.
type Launch struct {
	Kind LaunchKind `json:"kind"`
	// URL is the page to post to or to open; "" for AutoLogin.
	URL string `json:"url"`
	// UsernameField and PasswordField name the form's fields; "" are username and password.
	UsernameField string `json:"usernameField"`
	PasswordField string `json:"passwordField"`
}

// Takes tells whether the provider is for members of the currency.
func (p Provider) Takes(currency money.Currency) bool { return slices.Contains(p.Currencies, currency) }

var (
	codeForm  = regexp.MustCompile(`^[A-Z0-9_]{1,20}$`)
	fieldForm = regexp.MustCompile(`^[A-Za-z0-9_$.:-]{0,64}$`)
)

// Validate tells what is wrong with a provider that the operator, or the demo's seed, wants to write.
func (p Provider) Validate() error {
	switch {
	case !codeForm.MatchString(p.Code):
		return fmt.Errorf("game: provider code %.40q", p.Code)
	case p.Name == "" || utf8.RuneCountInString(p.Name) > 60:
		return fmt.Errorf("game: provider name %.70q", p.Name)
	case p.Category != Slot && p.Category != Sport && p.Category != Lotto:
		return fmt.Errorf("game: category %.20q", p.Category)
	case len(p.Currencies) == 0 || slices.ContainsFunc(p.Currencies, func(c money.Currency) bool { return !c.Valid() }):
		return fmt.Errorf("game: currencies %.40q", p.Currencies)
	case p.FTWallet <= 0 || p.FTWallet > 1e6 || math.IsNaN(p.FTWallet):
		return fmt.Errorf("game: %v credits for a unit", p.FTWallet)
	case !isPath(p.Logo) || !isPath(p.Background):
		return fmt.Errorf("game: pictures %.80q and %.80q must be paths on this server", p.Logo, p.Background)
	}
	for _, link := range []string{p.Web, p.Android, p.IOS} {
		if link != "" && !isWeb(link) {
			return fmt.Errorf("game: link %.80q", link)
		}
	}
	return p.Launch.validate()
}

func (l Launch) validate() error {
	switch {
	case l.Kind != AutoLogin && l.Kind != FormPost && l.Kind != WebURL:
		return fmt.Errorf("game: launch kind %.20q", l.Kind)
	case l.Kind == AutoLogin && l.URL != "":
		return errors.New("game: a launch by link has no URL of its own")
	case l.Kind != AutoLogin && !isWeb(l.URL):
		return fmt.Errorf("game: launch URL %.80q", l.URL)
	case !fieldForm.MatchString(l.UsernameField) || !fieldForm.MatchString(l.PasswordField):
		return fmt.Errorf("game: form fields %.70q and %.70q", l.UsernameField, l.PasswordField)
	}
	return nil
}

func isPath(text string) bool { return len(text) <= 200 && weburl.IsPath(text) }

// isWeb takes https, and http on this machine or in a private network, for development.
func isWeb(text string) bool {
	parsed, good := weburl.Parse(text)
	if !good || len(text) > 2000 {
		return false
	}
	ip := net.ParseIP(parsed.Hostname())
	local := parsed.Hostname() == "localhost" || ip != nil && (ip.IsLoopback() || ip.IsPrivate())
	return parsed.Scheme == "https" || parsed.Scheme == "http" && local
}

// keep is how long a read of the providers is used: a change is in force on every server after this time at most.
const keep = 2 * time.Second

// Catalogue is all providers in display order. It is shared: nobody changes it.
type Catalogue struct {
	Providers []Provider
	// Version is the same for the same providers, on every server, and another one for others.
	Version string
}

// catalogue remembers what was read last.
type catalogue struct {
	reading sync.Mutex // held while the providers are read; what is below is never locked that long
	mutex   sync.Mutex
	last    Catalogue
	at      time.Time
	isRead  bool
	changes int // how often what was read was declared out of date
}

// get gives what was read last, whether it is young enough, and whether something newer has to be waited for.
func (c *catalogue) get(now time.Time) (last Catalogue, changes int, isFresh, mustWait bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	age := now.Sub(c.at)
	return c.last, c.changes, c.isRead && age >= 0 && age < keep, !c.isRead || c.at.IsZero()
}

// set keeps what was read, unless it was declared out of date meanwhile.
func (c *catalogue) set(read Catalogue, at time.Time, changes int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.last, c.isRead = read, true; c.changes == changes {
		c.at = at
	}
}

// Catalogue gives all providers, at most two seconds old. Only one caller reads them again; meanwhile the others are
// given those known last, unless this server changed them itself. While they cannot be read, those known last are
// given.
func (s *Service) Catalogue(ctx context.Context) (Catalogue, error) {
	c := &s.catalogue
	last, _, isFresh, mustWait := c.get(s.Now())
	if isFresh {
		return last, nil
	}
	if mustWait {
		c.reading.Lock()
	} else if !c.reading.TryLock() {
		return last, nil
	}
	defer c.reading.Unlock()
	last, changes, isFresh, mustWait := c.get(s.Now())
	if isFresh {
		return last, nil // somebody read it while this caller waited
	}
	now := s.Now()
	found, err := s.Store.Providers(ctx)
	if err != nil && mustWait && last.Version == "" {
		return Catalogue{}, err
	}
	if err == nil && (last.Version == "" || !reflect.DeepEqual(last.Providers, found)) {
		last = Catalogue{Providers: found, Version: versionOf(found)}
	}
	c.set(last, now, changes)
	return last, nil
}

// versionOf names what the providers are.
func versionOf(providers []Provider) string {
	text, err := json.Marshal(providers)
	if err != nil {
		panic("game: " + err.Error()) // plain values
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// Providers gives the providers of the Catalogue.
func (s *Service) Providers(ctx context.Context) ([]Provider, error) {
	now, err := s.Catalogue(ctx)
	return now.Providers, err
}

// forget makes the next read a fresh one.
func (s *Service) forget() {
	c := &s.catalogue
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = time.Time{}
	c.changes++
}

// provider gives a provider, closed ones too. Errors: NO_GAME.
func (s *Service) provider(ctx context.Context, code string) (Provider, error) {
	all, err := s.Providers(ctx)
	if err != nil {
		return Provider{}, err
	}
	at := slices.IndexFunc(all, func(p Provider) bool { return p.Code == code })
	if at < 0 {
		return Provider{}, ErrNoGame
	}
	return all[at], nil
}

// FormTargets gives the pages that sign-in forms are posted to, for the page's security policy.
func (s *Service) FormTargets(ctx context.Context) ([]string, error) {
	all, err := s.Providers(ctx)
	var targets []string
	for _, provider := range all {
		if provider.Open && provider.Launch.Kind == FormPost {
			targets = append(targets, provider.Launch.URL)
		}
	}
	return targets, err
}

// offered gives a provider that members of the currency may enter now. Errors: NO_GAME.
func (s *Service) offered(ctx context.Context, code string, currency money.Currency) (Provider, error) {
	found, err := s.provider(ctx, code)
	if err == nil && (!found.Open || !found.Takes(currency)) {
		return Provider{}, ErrNoGame
	}
	return found, err
}
