package money

import "krapao/server/fault"

// maxText bounds the work on hostile input: no amount needs more characters than this.
const maxText = 64

// Parse reads a decimal number in the grammar of JSON (so no leading +, no leading zeros, an exponent allowed) exactly.
// Errors: KEY_INVALID.
func Parse(text string) (Amount, error) {
	number, ok := scan(text)
	if !ok {
		return 0, fault.KeyInvalid.Withf("money: %.70q is not an amount", text)
	}
	return number.minorUnits()
}

// decimal is digits × 10^exponent.
type decimal struct {
	negative bool
	digits   []byte // without leading zeros
	exponent int
}

// scan accepts exactly JSON's number grammar.
func scan(text string) (decimal, bool) {
	var number decimal
	if len(text) > maxText {
		return number, false
	}
	rest := text
	if rest != "" && rest[0] == '-' {
		number.negative, rest = true, rest[1:]
	}
	whole, rest := leadingDigits(rest)
	if whole == "" || (len(whole) > 1 && whole[0] == '0') {
		return number, false
	}
	fraction := ""
	if rest != "" && rest[0] == '.' {
		if fraction, rest = leadingDigits(rest[1:]); fraction == "" {
			return number, false
		}
	}
	exponent, ok := scanExponent(rest)
	if !ok {
		return number, false
	}
	number.exponent = exponent - len(fraction)
	for _, digit := range []byte(whole + fraction) {
		if digit != '0' || len(number.digits) > 0 {
			number.digits = append(number.digits, digit)
		}
	}
	return number, true
}

func leadingDigits(text string) (digits, rest string) {
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	return text[:end], text[end:]
}

// scanExponent reads what follows the digits: nothing, or e with an optional sign and digits. Beyond ±9999 the value is
// capped, which decides nothing: it is out of range or zero either way.
func scanExponent(text string) (int, bool) {
	if text == "" {
		return 0, true
	}
	if text[0] != 'e' && text[0] != 'E' {
		return 0, false
	}
	text = text[1:]
	sign := 1
	if text != "" && (text[0] == '+' || text[0] == '-') {
		if text[0] == '-' {
			sign = -1
		}
		text = text[1:]
	}
	digits, rest := leadingDigits(text)
	if digits == "" || rest != "" {
		return 0, false
	}
	value := 0
	for _, digit := range []byte(digits) {
		value = min(value*10+int(digit-'0'), 9999)
	}
	return sign * value, true
}

// minorUnits scales by 100; it refuses what does not come out whole or in range.
func (number decimal) minorUnits() (Amount, error) {
	digits, exponent := number.digits, number.exponent+2
	for exponent < 0 && len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits, exponent = digits[:len(digits)-1], exponent+1
	}
	if len(digits) == 0 {
		return 0, nil
	}
	if exponent < 0 {
		return 0, fault.KeyInvalid.Withf("money: more than two decimals")
	}
	if len(digits)+exponent > 16 {
		return 0, ErrOverflow
	}
	var value Amount
	for _, digit := range digits {
		value = value*10 + Amount(digit-'0')
	}
	for ; exponent > 0; exponent-- {
		value *= 10
	}
	if value > Max {
		return 0, ErrOverflow
	}
	if number.negative {
		value = -value
	}
	return value, nil
}
