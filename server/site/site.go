// Package site is what the operator has set and written: run-time settings, the banks and sources that registration
// offers, help videos, and texts in each language. README.md has its rules.
package site

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/server/audit"
	"krapao/server/money"
)

// Edition is the market that a server is set up for.
type Edition string

// The editions.
const (
	Thai Edition = "thai"
	Laos Edition = "laos"
)

// DefaultLocale is the language of readers who chose none: Lao in the Laos edition, Thai otherwise.
func (e Edition) DefaultLocale() Locale {
	if e == Laos {
		return Lao
	}
	return ThaiText
}

// Locale is a language of the product, as the wire names it. Lao is `la` here; browsers know it as `lo`.
type Locale string

// The languages.
const (
	ThaiText Locale = "th"
	Lao      Locale = "la"
	English  Locale = "en"
)

// Locales lists the languages.
func Locales() []Locale { return []Locale{ThaiText, Lao, English} }

// ParseLocale reads th, la or en in any case; false for anything else.
func ParseLocale(text string) (Locale, bool) {
	locale := Locale(strings.ToLower(text))
	return locale, slices.Contains(Locales(), locale)
}

// Binding says how strictly a session is tied to the address that opened it.
type Binding string

// The bindings. Off is the default: mobile networks change addresses.
const (
	BindingOff    Binding = "off"
	BindingPrefix Binding = "prefix" // the same /24 (IPv4) or /48 (IPv6)
	BindingStrict Binding = "strict" // the same address
)

// Settings is what the operator can set, the same in every language.
type Settings struct {
	// Name is the application's and the operator's name, Website the operator's https URL.
	Name, Website string
	// LineLink, LineName and LineQR lead to the operator in the chat application; empty: none.
	LineLink, LineName, LineQR string
	// RegisterOTP: registration asks for an OTP.
	RegisterOTP bool
	// EnableChatWidget: the support chat is shown.
	EnableChatWidget bool
	// GamesInNewTab: a game opens in a new tab.
	GamesInNewTab bool
	// ChatSocket is the chat backend's web-socket URL; empty: none.
	ChatSocket string
	// Terminated: the site is shut.
	Terminated bool
	// SingleSession: a login ends the member's other sessions.
	SingleSession bool
	// AddressBinding ties sessions to addresses.
	AddressBinding Binding
	// AgreementVersion names the agreement in force; a new one asks every member anew.
	AgreementVersion string
	// GiftLinkKey is the 32 bytes that clients encode gift links with. Not a secret.
	GiftLinkKey []byte
	// RecommendedBanks are codes of the banks that the registration form recommends.
	RecommendedBanks []string
}

// Bank is a bank or e-wallet that a member may register.
type Bank struct {
	// Code is ours, Number the central bank's (empty: none).
	Code, Number string
	// NameLocal is Thai, or Lao for a Lao bank.
	NameLocal, NameEN string
	// Edition is where it is offered.
	Edition Edition
	// IsWallet: its account number is a phone number.
	IsWallet bool
	// RequiresLatinName: the account name must be in Latin letters and spaces.
	RequiresLatinName bool
	// Position orders the banks of an edition; Open: members may register it.
	Position int
	Open     bool
}

// Logo is the path under which an operator's own image of the bank may lie.
func (b Bank) Logo() string { return "/media/banks/" + strings.ToLower(b.Code) + ".svg" }

// Video is a help video as it is stored; {locale} in its paths stands for the language.
type Video struct {
	Code, Path, Poster string
	IsShow             bool
	Position           int
}

// SourceEntry is an answer to "how did you find us" as it is stored; its text is the text source.<code>.
type SourceEntry struct {
	Code     string
	Position int
	// Open: it is offered.
	Open bool
}

// TextKey names a text. What it holds is in keys.go.
type TextKey string

// Stored is everything that is stored, read in one moment. Lists are in display order and hold what is open only.
type Stored struct {
	Settings Settings
	Banks    []Bank
	Sources  []string
	Videos   []Video
	// Texts are the operator's own.
	Texts map[TextKey]map[Locale][]string
	// ContactQR is the hash of the contact page's image, nil: none was uploaded.
	ContactQR []byte
}

// Store keeps the settings and texts.
type Store interface {
	// ReadSite reads everything, banks of the edition only.
	ReadSite(ctx context.Context, edition Edition) (Stored, error)
	// ContactQR gives the contact page's image with its hash, nil where none was uploaded.
	ContactQR(ctx context.Context) (content, hash []byte, err error)

	AdminStore
}

// AdminStore is what the operator's changes need. They happen in one transaction each, one after the other:
// LockSettings comes first.
type AdminStore interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockSettings gives the settings, and keeps all other changes away until the transaction ends.
	LockSettings(ctx context.Context) (Settings, error)
	// PutSettings replaces the settings, all but the gift-link key.
	PutSettings(ctx context.Context, settings Settings) error
	// PutText replaces a text in one language; no items: the text that comes with the product is back.
	PutText(ctx context.Context, key TextKey, locale Locale, items []string) error
	// Banks gives the banks of every edition, Sources the sources, closed ones too, in display order.
	Banks(ctx context.Context) ([]Bank, error)
	Sources(ctx context.Context) ([]SourceEntry, error)
	// PutBank, PutSource and PutVideo write one, new or changed.
	PutBank(ctx context.Context, bank Bank) error
	PutSource(ctx context.Context, source SourceEntry) error
	PutVideo(ctx context.Context, video Video) error
	// PutContactQR writes the contact page's image; no content: there is none any more.
	PutContactQR(ctx context.Context, content, hash []byte, at time.Time) error
}

// PhoneRule is what a phone number must look like, for clients.
type PhoneRule struct {
	// Pattern is a regular expression for the whole number.
	Pattern string
	// Length is the exact number of digits, 0 when several are allowed.
	Length int
}

// Config is what a Service needs.
type Config struct {
	Store   Store
	Edition Edition
	// Currencies that registration offers, the default first.
	Currencies []money.Currency
	PhoneRule  PhoneRule
	// Trail takes every change.
	Trail audit.Trail
	// Now is the clock.
	Now func() time.Time
}
