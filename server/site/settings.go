package site

import (
	"context"
	"slices"
	"unicode/utf8"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/weburl"
)

// SettingsChange is the settings to change; nil ones stay.
type SettingsChange struct {
	Name             *string   `json:"name,omitempty"`
	Website          *string   `json:"website,omitempty"`
	LineLink         *string   `json:"lineLink,omitempty"`
	LineName         *string   `json:"lineName,omitempty"`
	ChatSocket       *string   `json:"chatSocket,omitempty"`
	AgreementVersion *string   `json:"agreementVersion,omitempty"`
	RegisterOTP      *bool     `json:"registerOTP,omitempty"`
	EnableChatWidget *bool     `json:"enableChatWidget,omitempty"`
	GamesInNewTab    *bool     `json:"gamesInNewTab,omitempty"`
	Terminated       *bool     `json:"terminated,omitempty"`
	SingleSession    *bool     `json:"singleSession,omitempty"`
	AddressBinding   *Binding  `json:"addressBinding,omitempty"`
	RecommendedBanks *[]string `json:"recommendedBanks,omitempty"`
}

func (c SettingsChange) apply(to *Settings) {
	set(&to.Name, c.Name)
	set(&to.Website, c.Website)
	set(&to.LineLink, c.LineLink)
	set(&to.LineName, c.LineName)
	set(&to.ChatSocket, c.ChatSocket)
	set(&to.AgreementVersion, c.AgreementVersion)
	set(&to.RegisterOTP, c.RegisterOTP)
	set(&to.EnableChatWidget, c.EnableChatWidget)
	set(&to.GamesInNewTab, c.GamesInNewTab)
	set(&to.Terminated, c.Terminated)
	set(&to.SingleSession, c.SingleSession)
	set(&to.AddressBinding, c.AddressBinding)
	set(&to.RecommendedBanks, c.RecommendedBanks)
}

func set[T any](to, value *T) {
	if value != nil {
		*to = *value
	}
}

// ChangeSettings changes some settings and gives all. In force here at once, on other servers within two seconds.
// Errors: KEY_INVALID.
func (s *Service) ChangeSettings(ctx context.Context, change SettingsChange) (changed Settings, err error) {
	err = s.write(ctx, s.settingsChange(func(settings *Settings) {
		change.apply(settings)
		changed = *settings
	}))
	return changed, err
}

// PutSettings replaces the settings (all but the gift-link key). Errors: KEY_INVALID.
func (s *Service) PutSettings(ctx context.Context, settings Settings) error {
	return s.write(ctx, s.settingsChange(func(stored *Settings) {
		key := stored.GiftLinkKey
		*stored = settings
		stored.GiftLinkKey = key
	}))
}

func (s *Service) settingsChange(apply func(*Settings)) prepare {
	return func(ctx context.Context, settings Settings) (prepared, error) {
		before := settings.fields()
		apply(&settings)
		if err := s.checkSettings(ctx, settings); err != nil {
			return prepared{}, err
		}
		line := audit.Change{Action: audit.Settings, Before: before, After: settings.fields()}
		return prepared{line, func(ctx context.Context) error { return s.config.Store.PutSettings(ctx, settings) }}, nil
	}
}

// fields is what the audit log shows. The gift-link key never changes here.
func (s Settings) fields() map[string]any {
	return map[string]any{
		"name": s.Name, "website": s.Website, "lineLink": s.LineLink, "lineName": s.LineName, "lineQR": s.LineQR, "registerOTP": s.RegisterOTP,
		"enableChatWidget": s.EnableChatWidget, "gamesInNewTab": s.GamesInNewTab, "chatSocket": s.ChatSocket, "terminated": s.Terminated,
		"singleSession": s.SingleSession, "addressBinding": string(s.AddressBinding), "agreementVersion": s.AgreementVersion,
		"recommendedBanks": append([]string{}, s.RecommendedBanks...),
	}
}

func (s *Service) checkSettings(ctx context.Context, settings Settings) error {
	if err := settings.validate(); err != nil {
		return err
	}
	banks, err := s.config.Store.Banks(ctx)
	if err != nil {
		return err
	}
	for _, code := range settings.RecommendedBanks {
		if !slices.ContainsFunc(banks, func(bank Bank) bool { return bank.Code == code }) {
			return fault.KeyInvalid.Withf("site: there is no bank %.20q", code)
		}
	}
	return nil
}

// The longest name and version, in characters.
const maxName, maxVersion = 100, 64

func (s Settings) validate() error {
	for name, link := range map[string]struct{ value, scheme string }{
		"website": {s.Website, "https"}, "line link": {s.LineLink, "https"}, "chat socket": {s.ChatSocket, "wss"},
	} {
		if link.value != "" && !isLink(link.value, link.scheme) {
			return fault.KeyInvalid.Withf("site: the %s must be a %s URL", name, link.scheme)
		}
	}
	if s.Name == "" || s.Website == "" || s.AgreementVersion == "" {
		return fault.KeyInvalid.Withf("site: name, website and agreement version are needed")
	}
	if utf8.RuneCountInString(s.Name) > maxName || utf8.RuneCountInString(s.LineName) > maxName || utf8.RuneCountInString(s.AgreementVersion) > maxVersion {
		return fault.KeyInvalid.Withf("site: a name or version is too long")
	}
	switch s.AddressBinding {
	case BindingOff, BindingPrefix, BindingStrict:
		return nil
	}
	return fault.KeyInvalid.Withf("site: %.20q is no address binding", s.AddressBinding)
}

// isLink tells whether a text is a whole URL of the scheme.
func isLink(text, scheme string) bool { return len(text) <= maxLink && weburl.IsURL(text, scheme) }

// maxLink is the longest URL in bytes.
const maxLink = 500
