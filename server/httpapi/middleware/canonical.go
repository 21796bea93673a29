package middleware

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// canonicalJSON gives one text for all texts of the same JSON value: fields in order, numbers by value, no white space.
// What is not one JSON value stays as it is.
func canonicalJSON(text []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return text
	}
	canonical, err := json.Marshal(canonicalNumbers(value))
	if err != nil {
		return text
	}
	return canonical
}

// canonicalNumbers replaces every number of a decoded value by its canonical form.
func canonicalNumbers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, field := range value {
			value[name] = canonicalNumbers(field)
		}
	case []any:
		for i, element := range value {
			value[i] = canonicalNumbers(element)
		}
	case json.Number:
		return canonicalNumber(value)
	}
	return value
}

// canonicalNumber writes a number as an integer without zeros at its end and a power of ten: 20.50 is 205e-1. It never
// writes the digits out that an exponent stands for, so 1e999999999 costs nothing.
func canonicalNumber(number json.Number) json.Number {
	text, sign := string(number), ""
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		text, sign = rest, "-"
	}
	mantissa, power := text, 0
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		parsed, err := strconv.ParseInt(text[at+1:], 10, 32)
		if err != nil {
			return number
		}
		mantissa, power = text[:at], int(parsed)
	}
	whole, decimals, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+decimals, "0")
	power -= len(decimals)
	shortened := strings.TrimRight(digits, "0")
	if shortened == "" {
		return "0"
	}
	power += len(digits) - len(shortened)
	return json.Number(sign + shortened + "e" + strconv.Itoa(power))
}
