package remote

import (
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"
)

// Tile is an entry of the home screen that the page draws from these data, so that a remote costs nothing until it is
// tapped.
type Tile struct {
	// Slot is the place that it stands in.
	Slot string `json:"slot"`
	// Icon is one of the kit's.
	Icon string `json:"icon"`
	// To is the route that it leads to, Opens the place of the dialog that it opens: one of both, and the build's own.
	To    string `json:"to,omitempty"`
	Opens string `json:"opens,omitempty"`
	// When is the property of its place that tells whether it is shown, Count the one whose number stands in its
	// detail; empty: it is always shown, and has no detail.
	When  string `json:"when,omitempty"`
	Count string `json:"count,omitempty"`
	// Texts are its words by language: th, la, en.
	Texts map[string]TileText `json:"texts"`
}

// TileText is a tile's words in one language.
type TileText struct {
	Label string `json:"label"`
	// Detail has a sentence with {{count}} for each plural category of the language, as CLDR names them.
	Detail map[string]string `json:"detail,omitempty"`
}

// Limits of a build's tiles, which stand in every page.
const (
	maxTiles     = 8
	maxTileText  = 80 // characters
	tileLocales  = 3
	otherNumbers = "other"
)

var (
	iconForm     = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	propertyForm = regexp.MustCompile(`^[a-z][A-Za-z0-9]{0,31}$`)
	plurals      = []string{"zero", "one", "two", "few", "many", otherNumbers}
)

// checkTile tells what is wrong with a tile. A tile leads nowhere but into its own build. Errors: ErrDescription.
func (d Description) checkTile(tile Tile) error {
	isRoute := slices.ContainsFunc(d.Routes, func(route Route) bool { return route.Path == tile.To })
	isSlot := slices.ContainsFunc(d.Slots, func(slot Slot) bool { return slot.Slot == tile.Opens })
	isProperty := func(name string) bool { return name == "" || propertyForm.MatchString(name) }
	switch {
	case len(d.Tiles) > maxTiles:
		return fmt.Errorf("%w: %d tiles, at most %d", ErrDescription, len(d.Tiles), maxTiles)
	case !slotForm.MatchString(tile.Slot) || !iconForm.MatchString(tile.Icon) || !isProperty(tile.When) || !isProperty(tile.Count):
		return fmt.Errorf("%w: the tile %.200q", ErrDescription, tile)
	case isRoute == isSlot || tile.To != "" && tile.Opens != "":
		return fmt.Errorf("%w: the tile of %s leads to %q and opens %q; it takes one of its build's own", ErrDescription, tile.Slot, tile.To, tile.Opens)
	case len(tile.Texts) != tileLocales:
		return fmt.Errorf("%w: the tile of %s has texts in %d languages", ErrDescription, tile.Slot, len(tile.Texts))
	}
	for locale, text := range tile.Texts {
		if !slices.Contains([]string{"th", "la", "en"}, locale) || !text.holds(tile.Count != "") {
			return fmt.Errorf("%w: the text %q of the tile of %s: %.500q", ErrDescription, locale, tile.Slot, text)
		}
	}
	return nil
}

// holds tells whether there is a label, and a detail where one is needed, of a length that a tile can show.
func (t TileText) holds(needsDetail bool) bool {
	if n := utf8.RuneCountInString(t.Label); n == 0 || n > maxTileText {
		return false
	}
	for plural, text := range t.Detail {
		if !slices.Contains(plurals, plural) || utf8.RuneCountInString(text) > maxTileText {
			return false
		}
	}
	return (t.Detail[otherNumbers] != "") == needsDetail
}
