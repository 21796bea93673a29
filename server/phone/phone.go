// Package phone writes phone numbers of Thailand and Laos in one form, so that one phone is one member, one limit and
// one payer however it was typed: with its country's code, with or without the 0 before it, with blanks and dashes.
package phone

import (
	"regexp"
	"strings"
)

// laoNumber is a Lao number after its country's code and 0: a mobile (20 and eight digits), or what a fixed or wireless
// line has.
var (
	laoNumber  = regexp.MustCompile(`^[1-9][0-9]{7,9}$`)
	laoMobile  = regexp.MustCompile(`^20[2-9][0-9]{7}$`)
	laoShort   = regexp.MustCompile(`^[2-9][0-9]{7}$`)
	laoCountry = regexp.MustCompile(`^(?:00)?856([0-9]{8,})$`)
	separators = strings.NewReplacer(" ", "", "-", "", ".", "", "(", "", ")", "")
)

// Lao gives a Lao number with 0 before it: 020 and eight digits for a mobile, 030 and seven for a wireless line. Eight
// digits without a 0 are a mobile's. ok is false where the text is no number.
func Lao(text string) (number string, ok bool) {
	digits, foreign := strings.CutPrefix(separators.Replace(text), "+")
	if parts := laoCountry.FindStringSubmatch(digits); parts != nil {
		digits, foreign = parts[1], false
	}
	bare, hasZero := strings.CutPrefix(digits, "0")
	switch {
	case foreign, !laoNumber.MatchString(bare):
		return "", false
	case laoMobile.MatchString(bare):
		return "0" + bare, true
	case !hasZero && laoShort.MatchString(bare):
		return "020" + bare, true
	}
	return "0" + bare, true
}

// laoBare is a mobile's or a wireless line's number whose 0 was left out. Eight digits may as well be an account's.
var laoBare = regexp.MustCompile(`^(?:20[2-9][0-9]{7}|30[0-9]{7})$`)

var thaiCountry = regexp.MustCompile(`^(?:00)?66([0-9]{9})$`)

// Local writes a number that another party tells, of Thailand or Laos, as members register it. What has another form is
// given as its digits.
func Local(text string) string {
	digits := strings.Map(func(letter rune) rune {
		if letter >= '0' && letter <= '9' {
			return letter
		}
		return -1
	}, text)
	if parts := thaiCountry.FindStringSubmatch(digits); parts != nil {
		return "0" + parts[1]
	}
	if number, ok := Lao(digits); ok && (laoCountry.MatchString(digits) || laoBare.MatchString(digits)) {
		return number
	}
	return digits
}
