package game

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"html"
	"strings"
	"unicode"
)

// PicturePath is where the pictures that we draw are served: this, a provider's code in small letters, and one of the
// endings. An operator with the provider's own pictures gives their paths instead.
const (
	PicturePath      = "/media/providers/"
	LogoEnding       = "-logo.svg"
	BackgroundEnding = "-bg.svg"
)

// LogoPath and BackgroundPath give where a provider's drawn pictures are.
func LogoPath(code string) string { return PicturePath + strings.ToLower(code) + LogoEnding }

// BackgroundPath is described at LogoPath.
func BackgroundPath(code string) string {
	return PicturePath + strings.ToLower(code) + BackgroundEnding
}

// palettes are two colours of a gradient and one to draw with, dark enough below white letters.
var palettes = [][3]string{
	{"#3a2a7a", "#1b1747", "#f2a516"}, {"#0f5a63", "#06303c", "#7fe3d2"}, {"#8a1f4d", "#3f0d2a", "#ffb3c7"}, {"#1d4f91", "#0b2350", "#9cc9ff"},
	{"#2f6b2a", "#12331a", "#cdeb8b"}, {"#8a4b12", "#41210a", "#ffd08a"}, {"#5b2a86", "#270f44", "#dcb6ff"}, {"#37474f", "#161f24", "#ffd54f"},
}

// motifs are shapes in a box of 24, by category.
var motifs = map[Category][]string{
	Slot: {
		`<path d="M7 3h10l4 6-9 12L3 9z"/>`,
		`<path d="M12 2c4 0 5 4 5 8 0 3 1 5 3 7H4c2-2 3-4 3-7 0-4 1-8 5-8z"/><circle cx="12" cy="19.5" r="2.5"/>`,
		`<circle cx="12" cy="7" r="5"/><circle cx="6.5" cy="14" r="5"/><circle cx="17.5" cy="14" r="5"/><path d="M11 14h2l2 8H9z"/>`,
		`<path d="M12 2l3 7 7 .6-5.4 4.8L18.3 22 12 18l-6.3 4 1.7-7.6L2 9.6 9 9z"/>`,
	},
	Sport: {
		`<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 5l-4.5 3.3 1.7 5.4h5.6l1.7-5.4z"/>`,
		`<path d="M3 20V8l4 6 5-10 5 10 4-6v12z"/>`,
		`<path fill-rule="evenodd" d="M4 3h16v9a8 8 0 0 1-16 0zm3 3v6a5 5 0 0 0 10 0V6z"/>`,
		`<path d="M12 2l9 5v10l-9 5-9-5V7z"/>`,
	},
	Lotto: {
		`<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10z"/>`,
		`<path fill-rule="evenodd" d="M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zm6 2v8h2V8z"/>`,
		`<circle cx="7" cy="8" r="5"/><circle cx="17" cy="8" r="5"/><circle cx="12" cy="17" r="5"/>`,
	},
}

// drawing is what a code decides: always the same picture for the same provider.
type drawing struct {
	palette [3]string
	motif   string
	seed    uint64
}

func drawingOf(p Provider) drawing {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(p.Code)) // a hash takes everything
	seed := hash.Sum64()
	of := motifs[p.Category]
	if len(of) == 0 {
		of = motifs[Slot]
	}
	return drawing{palettes[seed%uint64(len(palettes))], of[(seed>>8)%uint64(len(of))], seed}
}

// next gives numbers from 0 up to below, scattered and always the same ones.
func (d *drawing) next(below uint64) uint64 {
	d.seed = d.seed*6364136223846793005 + 1442695040888963407
	return (d.seed >> 33) % below
}

func (d *drawing) begin(out *bytes.Buffer, width, height int) {
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">`, width, height, width, height)
	fmt.Fprintf(out, `<stop stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient></defs>`, d.palette[0], d.palette[1])
}

// Logo draws a provider's logo: an SVG of 160 by 160.
func Logo(p Provider) []byte {
	d, out := drawingOf(p), &bytes.Buffer{}
	d.begin(out, 160, 160)
	fmt.Fprintf(out, `<rect width="160" height="160" rx="36" fill="url(#g)"/><g fill="%s" opacity=".9" transform="translate(44 18) scale(3)">%s</g>`, d.palette[2], d.motif)
	fmt.Fprintf(out, `<text x="80" y="138" text-anchor="middle" font-family="system-ui,'Noto Sans',sans-serif" font-size="36" font-weight="700" letter-spacing="2" fill="#fff">%s</text></svg>`,
		html.EscapeString(initials(p.Name)))
	return out.Bytes()
}

// Background draws the picture behind a provider's card: an SVG of 480 by 270 without words.
func Background(p Provider) []byte {
	d, out := drawingOf(p), &bytes.Buffer{}
	d.begin(out, 480, 270)
	out.WriteString(`<rect width="480" height="270" fill="url(#g)"/>`)
	for range 9 {
		x, y, size := int(d.next(480))-40, int(d.next(270))-40, float64(d.next(50)+14)/10 //nolint:gosec // below 480
		fmt.Fprintf(out, `<g fill="%s" opacity=".%02d" transform="translate(%d %d) rotate(%d 12 12) scale(%.1f)">%s</g>`, d.palette[2], d.next(14)+8, x, y, d.next(60), size, d.motif)
	}
	fmt.Fprintf(out, `<g fill="%s" transform="translate(296 56) scale(6.6)">%s</g></svg>`, d.palette[2], d.motif)
	return out.Bytes()
}

// initials gives the first letters of the first two words, or the first two letters of one.
func initials(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	letters := []rune{}
	for _, word := range words {
		letters = append(letters, []rune(word)[0])
	}
	if len(words) == 1 {
		letters = []rune(words[0])
	}
	return strings.ToUpper(string(letters[:min(2, len(letters))]))
}
