package emvco

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// ErrNotSlip says that a text is none of a transfer slip at all; ErrMalformed that it is one, but cannot be relied on.
var ErrNotSlip = errors.New("emvco: not a slip")

const (
	tagSlip     = "00"     // the template of a slip
	slipAPI     = "000001" // its sub-tag 00
	slipCRCHead = "9104"
)

var (
	slipBank      = regexp.MustCompile(`^[0-9]{3}$`)
	slipReference = regexp.MustCompile(`^[0-9A-Za-z]{4,64}$`)
)

// Slip is what the QR code on a Thai transfer slip tells. It holds no amount, receiver or time.
type Slip struct {
	// Bank is the sending bank's number of three digits, Reference its own reference of the transfer.
	Bank, Reference string
}

// ReadSlip reads the QR code of a transfer slip and checks its checksum. Errors: ErrNotSlip, ErrMalformed.
func ReadSlip(text string) (Slip, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxPayload || len(text) < 24 || !strings.HasPrefix(text, tagSlip) || text[4:14] != "0006"+slipAPI {
		return Slip{}, ErrNotSlip
	}
	body, sum := text[:len(text)-4], text[len(text)-4:]
	if !strings.HasSuffix(body, slipCRCHead) || !strings.EqualFold(sum, fmt.Sprintf("%04X", CRC(body))) {
		return Slip{}, fmt.Errorf("%w: checksum", ErrMalformed)
	}
	outer, err := parse(body[:len(body)-len(slipCRCHead)])
	if err != nil {
		return Slip{}, err
	}
	inner, err := parse(outer.Get(tagSlip))
	if err != nil {
		return Slip{}, err
	}
	slip := Slip{Bank: inner.Get("01"), Reference: inner.Get("02")}
	if outer.Get("51") != "TH" || !slipBank.MatchString(slip.Bank) || !slipReference.MatchString(slip.Reference) {
		return Slip{}, fmt.Errorf("%w: bank %.4q, reference %.70q", ErrMalformed, slip.Bank, slip.Reference)
	}
	return slip, nil
}
