package site

import (
	"slices"
	"strings"

	"krapao/server/money"
)

// Snapshot is the settings and texts of one moment. It never changes.
type Snapshot struct {
	stored Stored
	config Config
}

// Settings gives the settings.
func (s *Snapshot) Settings() Settings { return s.stored.Settings }

// Edition gives the server's edition.
func (s *Snapshot) Edition() Edition { return s.config.Edition }

// Currencies gives the currencies that registration offers, the default first.
func (s *Snapshot) Currencies() []money.Currency { return s.config.Currencies }

// PhoneRule gives the rule for phone numbers.
func (s *Snapshot) PhoneRule() PhoneRule { return s.config.PhoneRule }

// Locale gives the language of a reader who sent this cookie: the edition's default for anything that is no language.
func (s *Snapshot) Locale(cookie string) Locale {
	if locale, ok := ParseLocale(cookie); ok {
		return locale
	}
	return s.config.Edition.DefaultLocale()
}

// Items gives a text in a language: the operator's own; else the one that comes with the product; else the operator's
// own in the edition's default language; else none.
func (s *Snapshot) Items(key TextKey, locale Locale) []string {
	own, fallback := s.stored.Texts[key], s.config.Edition.DefaultLocale()
	for _, items := range [][]string{own[locale], defaults[key][locale], own[fallback]} {
		if len(items) > 0 {
			return items
		}
	}
	return []string{}
}

// Text gives a text of one item, empty when there is none.
func (s *Snapshot) Text(key TextKey, locale Locale) string {
	if items := s.Items(key, locale); len(items) > 0 {
		return items[0]
	}
	return ""
}

// Banks gives the banks that members may register, in display order.
func (s *Snapshot) Banks() []Bank { return s.stored.Banks }

// Bank gives one of them.
func (s *Snapshot) Bank(code string) (Bank, bool) {
	at := slices.IndexFunc(s.stored.Banks, func(bank Bank) bool { return bank.Code == code })
	if at < 0 {
		return Bank{}, false
	}
	return s.stored.Banks[at], true
}

// RecommendedBanks gives the names of the recommended banks in a reader's language.
func (s *Snapshot) RecommendedBanks(locale Locale) []string {
	names := []string{}
	for _, code := range s.stored.Settings.RecommendedBanks {
		bank, offered := s.Bank(code)
		switch {
		case !offered:
		case locale == bank.Edition.DefaultLocale():
			names = append(names, bank.NameLocal)
		default:
			names = append(names, bank.NameEN)
		}
	}
	return names
}

// LatinNameBanks gives the codes of the banks whose account name must be in Latin letters.
func (s *Snapshot) LatinNameBanks() []string {
	codes := []string{}
	for _, bank := range s.stored.Banks {
		if bank.RequiresLatinName {
			codes = append(codes, bank.Code)
		}
	}
	return codes
}

// Source is one answer to "how did you find us".
type Source struct{ Code, Description string }

// Sources gives the answers in a language, in display order. One without a text shows its code.
func (s *Snapshot) Sources(locale Locale) []Source {
	sources := make([]Source, 0, len(s.stored.Sources))
	for _, code := range s.stored.Sources {
		description := s.Text(SourceText(code), locale)
		if description == "" {
			description = code
		}
		sources = append(sources, Source{Code: code, Description: description})
	}
	return sources
}

// HasSource tells whether a source is offered.
func (s *Snapshot) HasSource(code string) bool { return slices.Contains(s.stored.Sources, code) }

// HelpVideo is a help video for one reader. Poster is empty when there is none.
type HelpVideo struct {
	Title, Path, Poster string
	IsShow              bool
}

// HelpVideos gives the help videos in a language, in display order.
func (s *Snapshot) HelpVideos(locale Locale) []HelpVideo {
	videos := make([]HelpVideo, 0, len(s.stored.Videos))
	in := func(path string) string { return strings.ReplaceAll(path, "{locale}", string(locale)) }
	for _, video := range s.stored.Videos {
		videos = append(videos, HelpVideo{Title: s.Text(HelpText(video.Code), locale), Path: in(video.Path), Poster: in(video.Poster), IsShow: video.IsShow})
	}
	return videos
}
