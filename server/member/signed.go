package member

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"slices"
)

// keyed gives what is kept of a value: nothing without the key leads back to it.
func (s *Service) keyed(purpose, value string) []byte { return keyedWith(s.Keys[0], purpose, value) }

func keyedWith(key []byte, purpose, value string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose + "\x00" + value))
	return mac.Sum(nil)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// A token is randomness and a tag over it, so that a forged one is distinguished from one that is gone.
const (
	tokenRandom = 18
	tokenTag    = 12
)

func (s *Service) newOTPToken() string { return s.signed("token tag", s.random(tokenRandom), tokenTag) }

// otpTokenKey gives the key that signed a token; what is kept of the token and its code was made with the same.
func (s *Service) otpTokenKey(token string) (key []byte, signed bool) {
	return s.signer("token tag", token, tokenRandom, tokenTag)
}

// A device's cookie is randomness and a tag over it: a value that somebody else made is none.
const (
	deviceRandom = 32
	deviceTag    = 16
)

func (s *Service) newDevice(random []byte) string { return s.signed("device tag", random, deviceTag) }

// device gives what is kept of a device's cookie, made with the key that signed it, so that a device stays known while
// keys change; false: the cookie is none of ours.
func (s *Service) device(cookie string) (hash []byte, signed bool) {
	key, signed := s.signer("device tag", cookie, deviceRandom, deviceTag)
	if !signed {
		return nil, false
	}
	return keyedWith(key, "device", cookie), true
}

func (s *Service) signed(purpose string, random []byte, tag int) string {
	return encode(append(slices.Clone(random), s.keyed(purpose, string(random))[:tag]...))
}

// signer finds the key that signed a value.
func (s *Service) signer(purpose, value string, random, tag int) (key []byte, signed bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(value)
	if err != nil || len(raw) != random+tag {
		return nil, false
	}
	for _, key := range s.Keys {
		if subtle.ConstantTimeCompare(raw[random:], keyedWith(key, purpose, string(raw[:random]))[:tag]) == 1 {
			return key, true
		}
	}
	return nil, false
}
