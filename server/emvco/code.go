package emvco

import (
	"fmt"
	"regexp"

	"krapao/server/money"
)

// Scheme is the payment scheme of a code.
type Scheme string

// The schemes that Read tells apart.
const (
	SchemeUnknown       Scheme = ""
	SchemePromptPay     Scheme = "PROMPTPAY"
	SchemePromptPayBill Scheme = "PROMPTPAY_BILL"
	SchemeOnePay        Scheme = "BCEL_ONEPAY"
	SchemeLaoQR         Scheme = "LAO_QR"
)

// Code is what a payment QR code says.
type Code struct {
	// Scheme is the first one known.
	Scheme Scheme
	// Account has the sub-fields of the scheme's account; empty for an unknown scheme.
	Account Fields
	// Dynamic: made for one payment (tag 01 is 12).
	Dynamic bool
	// Currency is "" for one that is not ours.
	Currency money.Currency
	// Amount is in minor units; 0 when the payer is to type it.
	Amount money.Amount
	// Fields has everything.
	Fields Fields
}

// MaxAmount is the largest amount that a code can ask for: 9999999999.99 fills the 13 characters of its field (EMVCo,
// tag 54).
const MaxAmount money.Amount = 999_999_999_999

var amountForm = regexp.MustCompile(`^[0-9]{1,13}(\.[0-9]{0,2})?$`)

// Read decodes a payment QR code and checks its checksum. Errors wrap ErrMalformed.
func Read(payload string) (Code, error) {
	fields, err := Decode(payload)
	if err != nil {
		return Code{}, err
	}
	code := Code{Fields: fields, Dynamic: fields.Get(tagInitiation) == "12"}
	for currency, number := range currencyNumbers {
		if fields.Get(tagCurrency) == number {
			code.Currency = currency
		}
	}
	if text := fields.Get(tagAmount); text != "" {
		if code.Amount, err = amountOf(text); err != nil {
			return Code{}, err
		}
	}
	return code, code.readAccount()
}

func amountOf(text string) (money.Amount, error) {
	if !amountForm.MatchString(text) || len(text) > 13 {
		return 0, fmt.Errorf("%w: amount", ErrMalformed)
	}
	for len(text) > 1 && text[0] == '0' && text[1] != '.' {
		text = text[1:]
	}
	if text[len(text)-1] == '.' {
		text = text[:len(text)-1]
	}
	amount, err := money.Parse(text)
	if err != nil {
		return 0, fmt.Errorf("%w: amount: %w", ErrMalformed, err)
	}
	return amount, nil
}

var schemes = []struct {
	tag, aid string
	scheme   Scheme
}{
	{tagPromptPay, aidPromptPay, SchemePromptPay},
	{tagPromptPayBill, aidPromptPayBill, SchemePromptPayBill},
	{tagOnePay, "BCEL", SchemeOnePay},
	{tagLaoQR, aidLaoQR, SchemeLaoQR},
}

func (c *Code) readAccount() error {
	for _, known := range schemes {
		value := c.Fields.Get(known.tag)
		if value == "" {
			continue
		}
		account, err := parse(value)
		if err != nil {
			return err
		}
		if account.Get("00") == known.aid {
			c.Scheme, c.Account = known.scheme, account
			return nil
		}
	}
	return nil
}

// Verify tells whether a code asks for exactly this amount of this currency; nil means it does. It is asked before a
// code that somebody else made is shown to a member.
func Verify(payload string, amount money.Amount, currency money.Currency) error {
	code, err := Read(payload)
	switch {
	case err != nil:
		return err
	case code.Currency != currency:
		return fmt.Errorf("emvco: currency %.3q instead of %s", code.Fields.Get(tagCurrency), currency)
	case code.Amount != amount || amount <= 0:
		return fmt.Errorf("emvco: amount %v instead of %v", code.Amount, amount)
	}
	return nil
}
