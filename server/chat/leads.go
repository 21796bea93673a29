package chat

import (
	"context"
	"slices"
	"unicode"

	"krapao/server/audit"
	"krapao/server/fault"
)

const (
	// accountDigits is how many digits in a row look like an account number; phone numbers have more.
	accountDigits = 6
	// apart is how many letters between two digits set them apart.
	apart = 3
)

// ErrLeads says that what everybody is told may lead somewhere to pay. One stolen password must not be enough for that:
// it is written by a command on the server.
var ErrLeads = fault.New(fault.Invalid, "KEY_INVALID")

// mayLead refuses, of whoever writes it through the back office, what may lead members to another account or number.
// Links is for sites. Errors: KEY_INVALID.
func mayLead(ctx context.Context, texts []string, buttons []Button) error {
	if audit.ActorFrom(ctx).Via != audit.Console {
		return nil
	}
	if slices.ContainsFunc(texts, tellsNumber) || slices.ContainsFunc(buttons, func(button Button) bool { return button.Type == "call" }) {
		return ErrLeads.Withf("chat: what leads members to an account or a number is written by a command on the server")
	}
	return nil
}

// leading gives what of an entry may lead somewhere.
func (e Entry) leading() (texts []string, buttons []Button) {
	for _, answers := range e.Answers {
		for _, content := range answers {
			read, pressed := content.parts()
			texts, buttons = append(texts, read...), append(buttons, pressed...)
		}
	}
	return texts, buttons
}

// tellsNumber tells whether a text may name an account or a phone: digits of any script with blanks, signs or a letter
// or two between them.
func tellsNumber(text string) bool {
	digits, letters := 0, 0
	for _, letter := range plain(text) {
		switch {
		case unicode.IsNumber(letter):
			digits, letters = digits+1, 0
		case unicode.IsLetter(letter):
			if letters++; letters >= apart {
				digits = 0
			}
		}
		if digits >= accountDigits {
			return true
		}
	}
	return false
}
