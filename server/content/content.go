// Package content is what operators write for members in the product's languages: texts, and banners of a picture and a
// text.
package content

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of what an operator writes.
const (
	MaxHTML    = 4_000
	MaxBanners = 10
)

// Text is a text by locale: th, la and en. English stands in where another is missing.
type Text map[string]string

// In gives the text in a locale.
func (t Text) In(locale string) string {
	if text := t[locale]; text != "" {
		return text
	}
	return t["en"]
}

// Validate tells what is wrong with a text. needed: English must be there.
func (t Text) Validate(what string, longest int, needed bool) error {
	for locale, text := range t {
		if !slices.Contains([]string{"th", "la", "en"}, locale) {
			return fmt.Errorf("content: %s in %.10q", what, locale)
		}
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > longest {
			return fmt.Errorf("content: %s in %s beyond %d characters", what, locale, longest)
		}
	}
	if needed && strings.TrimSpace(t["en"]) == "" {
		return fmt.Errorf("content: no English %s", what)
	}
	return nil
}

// Sanitised gives the text with each language's HTML made safe; what is empty then is left out.
func (t Text) Sanitised(sanitise func(html string) string) Text {
	safe := Text{}
	for locale, html := range t {
		if html = sanitise(html); html != "" {
			safe[locale] = html
		}
	}
	return safe
}

// Banner is a picture with a text, for a carousel.
type Banner struct {
	// Image is the picture's path below the server's address.
	Image string `json:"image"`
	HTML  Text   `json:"html"`
}

// imageForm is a path of the server's own pictures. It has no dot but one before the ending, so it leads nowhere else.
var imageForm = regexp.MustCompile(`^media/[A-Za-z0-9_/-]{1,100}\.(webp|png|jpg|svg)$`)

// ValidateBanners tells what is wrong with a carousel.
func ValidateBanners(banners []Banner) error {
	if len(banners) > MaxBanners {
		return fmt.Errorf("content: %d banners", len(banners))
	}
	for _, banner := range banners {
		if !imageForm.MatchString(banner.Image) {
			return fmt.Errorf("content: a banner's picture %.40q", banner.Image)
		}
		if err := banner.HTML.Validate("banner", MaxHTML, false); err != nil {
			return err
		}
	}
	return nil
}

// SanitisedBanners gives the banners with their HTML made safe.
func SanitisedBanners(banners []Banner, sanitise func(html string) string) []Banner {
	safe := make([]Banner, len(banners))
	for i, banner := range banners {
		safe[i] = Banner{Image: banner.Image, HTML: banner.HTML.Sanitised(sanitise)}
	}
	return safe
}
