// Package emvco reads and writes the text of payment QR codes (EMVCo merchant-presented mode) and draws it: PromptPay
// (tags 29 and 30), BCEL OnePay (33) and LAO QR (38). It is floor: rules of nobody, no HTTP, no storage.
package emvco

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrMalformed says that a text is no EMVCo QR code, or that its checksum does not fit. Errors of this package wrap it.
var ErrMalformed = errors.New("emvco: malformed")

// maxPayload is the most characters a payment QR code may have (EMVCo QRCPS 1.1, section 3.2).
const maxPayload = 512

const (
	tagFormat = "00"
	tagCRC    = "63"
	crcHead   = tagCRC + "04"
)

// Field is one tag with its value: two digits, and at most 99 characters.
type Field struct {
	Tag, Value string
}

// Fields is a template: tags in their order, each at most once.
type Fields []Field

// Get gives the value of a tag, "" when it is not there.
func (f Fields) Get(tag string) string {
	for _, field := range f {
		if field.Tag == tag {
			return field.Value
		}
	}
	return ""
}

// text writes the fields as tag, length, value.
func (f Fields) text() (string, error) {
	var out strings.Builder
	for _, field := range f {
		length := utf8.RuneCountInString(field.Value)
		if !digits(field.Tag) || len(field.Tag) != 2 || length < 1 || length > 99 {
			return "", fmt.Errorf("%w: tag %.4q with %d characters", ErrMalformed, field.Tag, length)
		}
		fmt.Fprintf(&out, "%s%02d%s", field.Tag, length, field.Value)
	}
	return out.String(), nil
}

// Encode writes the fields and the checksum after them.
func Encode(fields Fields) (string, error) {
	text, err := fields.text()
	if err != nil {
		return "", err
	}
	text += crcHead
	text += fmt.Sprintf("%04X", CRC(text))
	if utf8.RuneCountInString(text) > maxPayload {
		return "", fmt.Errorf("%w: longer than %d characters", ErrMalformed, maxPayload)
	}
	return text, nil
}

// Decode reads what Encode writes, without the checksum field, which it verifies. The checksum must be the last field
// and the format indicator the first.
func Decode(text string) (Fields, error) {
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxPayload || len(text) < len(crcHead)+4 {
		return nil, fmt.Errorf("%w: length", ErrMalformed)
	}
	body, sum := text[:len(text)-4], text[len(text)-4:]
	if !strings.HasSuffix(body, crcHead) || !strings.EqualFold(sum, fmt.Sprintf("%04X", CRC(body))) {
		return nil, fmt.Errorf("%w: checksum", ErrMalformed)
	}
	fields, err := parse(body[:len(body)-len(crcHead)])
	if err != nil {
		return nil, err
	}
	if len(fields) == 0 || fields[0] != (Field{Tag: tagFormat, Value: "01"}) {
		return nil, fmt.Errorf("%w: format indicator", ErrMalformed)
	}
	return fields, nil
}

// parse reads a run of tag, length, value. Lengths count characters.
func parse(text string) (Fields, error) {
	var fields Fields
	seen := map[string]bool{}
	for rest := []rune(text); len(rest) > 0; {
		if len(rest) < 4 || !digits(string(rest[:4])) {
			return nil, fmt.Errorf("%w: field head", ErrMalformed)
		}
		tag := string(rest[:2])
		length, _ := strconv.Atoi(string(rest[2:4])) // two digits
		if length == 0 || len(rest) < 4+length || seen[tag] {
			return nil, fmt.Errorf("%w: tag %s", ErrMalformed, tag)
		}
		seen[tag] = true
		fields = append(fields, Field{Tag: tag, Value: string(rest[4 : 4+length])})
		rest = rest[4+length:]
	}
	return fields, nil
}

func digits(text string) bool {
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return text != ""
}

// CRC is CRC-16/CCITT-FALSE (polynomial 1021, initial FFFF, no reflection): "123456789" gives 29B1.
func CRC(text string) uint16 {
	crc := uint16(0xFFFF)
	for _, c := range []byte(text) {
		crc ^= uint16(c) << 8
		for range 8 {
			carry := crc & 0x8000
			crc <<= 1
			if carry != 0 {
				crc ^= 0x1021
			}
		}
	}
	return crc
}
