package middleware

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"krapao/server/fault"
)

// maxDepth is how deep a body may nest; the contract needs four levels.
const maxDepth = 16

// checkJSON holds the JSON body of an operation against what JSON readers disagree about: text after the value, bytes
// that are not UTF-8, keys that are double or differ in case only, and zero characters. It gives nil for an empty body
// that may be; unknown is how many fields the contract does not know. It is our own because encoding/json takes most of
// these, and encoding/json/v2, an experiment, takes zero characters and knows no contract. Errors: KEY_MISSING,
// KEY_INVALID.
func checkJSON(r *http.Request, op *Operation, body []byte) (checked []byte, unknown int, err error) {
	if len(bytes.TrimSpace(body)) == 0 {
		if op.bodyNeeded {
			return nil, 0, fault.KeyMissing.Withf("no body")
		}
		return nil, 0, nil
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return nil, 0, fault.KeyInvalid.Withf("content type %.40q", r.Header.Get("Content-Type"))
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return nil, 0, fault.KeyInvalid.Withf("content encoding %.40q", encoding)
	}
	if !utf8.Valid(body) {
		return nil, 0, fault.KeyInvalid.Withf("the body is not UTF-8")
	}
	if !json.Valid(body) {
		return nil, 0, fault.KeyInvalid.Withf("the body is not one JSON value")
	}
	scan := scanner{text: body}
	if err := scan.value(op.shape, 0); err != nil {
		return nil, 0, fault.KeyInvalid.With(err)
	}
	return body, scan.unknown, nil
}

// scanner walks over a text that is valid JSON.
type scanner struct {
	text    []byte
	at      int
	unknown int
}

func (s *scanner) value(known *shape, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("nested deeper than %d", maxDepth)
	}
	switch s.next() {
	case '{':
		return s.object(known, depth)
	case '[':
		return s.array(known, depth)
	case '"':
		_, err := s.text8()
		return err
	default:
		for s.at < len(s.text) && !bytes.ContainsRune([]byte(",]} \t\r\n"), rune(s.text[s.at])) {
			s.at++
		}
		return nil
	}
}

func (s *scanner) object(known *shape, depth int) error {
	seen := map[string]bool{}
	s.at++
	for s.next() != '}' {
		name, err := s.text8()
		if err != nil {
			return err
		}
		key := fold(name)
		if seen[key] {
			return fmt.Errorf("the key %.40q is there twice, perhaps in another case", name)
		}
		seen[key] = true
		if err := s.judge(known, name); err != nil {
			return err
		}
		s.next()
		s.at++ // the colon
		if err := s.value(known.field(name), depth+1); err != nil {
			return err
		}
		if s.next() == ',' {
			s.at++
		}
	}
	s.at++
	return nil
}

// judge refuses a name that differs from a field of the contract in case only (encoding/json would take it for the
// field), and counts names that the contract does not know.
func (s *scanner) judge(known *shape, name string) error {
	if known == nil || known.fields[name] != nil {
		return nil
	}
	if meant, ok := known.folded[fold(name)]; ok {
		return fmt.Errorf("the key %.40q, where %q is meant", name, meant)
	}
	if len(known.fields) > 0 {
		s.unknown++
	}
	return nil
}

func (s *scanner) array(known *shape, depth int) error {
	s.at++
	for s.next() != ']' {
		if err := s.value(known.element(), depth+1); err != nil {
			return err
		}
		if s.next() == ',' {
			s.at++
		}
	}
	s.at++
	return nil
}

// next skips white space and gives the byte that follows; 0 at the end.
func (s *scanner) next() byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return c
		}
	}
	return 0
}

// text8 reads a string and refuses a zero character (PostgreSQL has none) and half a surrogate pair (no text has one).
func (s *scanner) text8() (string, error) {
	start := s.at
	for s.at++; s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] != '\\' {
			continue
		}
		s.at++
		if s.text[s.at] == 'u' {
			if err := s.escape(); err != nil {
				return "", err
			}
		}
	}
	s.at++
	raw := s.text[start:s.at]
	if !bytes.ContainsRune(raw, '\\') {
		return string(raw[1 : len(raw)-1]), nil
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err
}

// escape checks a \uXXXX (s.at is on the u) and, for the first half of a pair, the second; it ends on the last digit.
func (s *scanner) escape() error {
	code := s.hex4(s.at + 1)
	s.at += 4
	switch {
	case code == 0:
		return errors.New("a zero character")
	case code >= 0xDC00 && code <= 0xDFFF:
		return errors.New("half a surrogate pair")
	case code < 0xD800 || code > 0xDBFF:
		return nil
	}
	if !strings.HasPrefix(string(s.text[s.at+1:min(s.at+3, len(s.text))]), `\u`) {
		return errors.New("half a surrogate pair")
	}
	if low := s.hex4(s.at + 3); low < 0xDC00 || low > 0xDFFF {
		return errors.New("half a surrogate pair")
	}
	s.at += 6
	return nil
}

func (s *scanner) hex4(from int) uint64 {
	code, _ := strconv.ParseUint(string(s.text[from:from+4]), 16, 32) // four hex digits: the text is valid JSON
	return code
}
