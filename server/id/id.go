// Package id has the identifiers that several domains share.
package id

import (
	"crypto/rand"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"

	"github.com/google/uuid"
)

// ID is a UUIDv7: unique, and ordered by the time it was made, which keeps index inserts at the right edge.
type ID [16]byte

// NewID makes an ID. Within one process each is greater than the one before.
func NewID() ID {
	made, err := uuid.NewV7()
	if err != nil {
		panic("id: no randomness: " + err.Error()) // crypto/rand does not fail on a working machine
	}
	return ID(made)
}

// Parse reads the usual 36 character form only; anything else is an error.
func Parse(text string) (ID, error) {
	if len(text) != 36 {
		return ID{}, fmt.Errorf("id: %d characters are not a UUID", len(text))
	}
	parsed, err := uuid.Parse(text)
	return ID(parsed), err
}

// IsZero tells whether no ID was set.
func (i ID) IsZero() bool { return i == ID{} }

// String gives the 36 character form.
func (i ID) String() string { return uuid.UUID(i).String() }

// MarshalText writes the 36 character form.
func (i ID) MarshalText() ([]byte, error) { return uuid.UUID(i).MarshalText() }

// UnmarshalText reads what MarshalText writes.
func (i *ID) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err == nil {
		*i = parsed
	}
	return err
}

// Value stores the ID in a uuid column.
func (i ID) Value() (driver.Value, error) { return i.String(), nil }

// Scan reads a uuid column.
func (i *ID) Scan(source any) error { return (*uuid.UUID)(i).Scan(source) }

// MemberID is a member's number: 8 digits, drawn at random so that it says nothing about how many members there are or
// who came when. It shows in the profile, the invite code (PR{id}) and the chat room. 0 means no member.
type MemberID int64

// The smallest and the largest member number.
const (
	minMember MemberID = 10_000_000
	maxMember MemberID = 99_999_999
)

// NewMember draws a member number. It may be taken: the member's table keeps it unique, and the caller draws again.
func NewMember() MemberID { return DrawMember(rand.Reader) }

// DrawMember is NewMember with the randomness given, for tests of the taken number.
func DrawMember(source io.Reader) MemberID {
	const span = uint64(maxMember - minMember + 1)
	const limit = (1 << 32) / span * span // above it the remainder would favour small numbers
	for {
		var four [4]byte
		if _, err := io.ReadFull(source, four[:]); err != nil {
			panic("id: no randomness: " + err.Error())
		}
		if drawn := uint64(binary.BigEndian.Uint32(four[:])); drawn < limit {
			return minMember + MemberID(drawn%span)
		}
	}
}

// ParseMember reads a member number as String writes it; anything else is an error.
func ParseMember(text string) (MemberID, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	member := MemberID(number)
	if err != nil || !member.Valid() || member.String() != text {
		return 0, fmt.Errorf("id: %.20q is not a member number", text)
	}
	return member, nil
}

// Valid tells whether the number can be a member's.
func (m MemberID) Valid() bool { return m >= minMember && m <= maxMember }

// String gives the 8 digits.
func (m MemberID) String() string { return strconv.FormatInt(int64(m), 10) }
