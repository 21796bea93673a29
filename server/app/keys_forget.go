package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krapao/server/audit"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// Forgotten is what Forget gave up.
type Forgotten struct {
	// Passwords are of members at game providers, Spins of members whose next spin was fixed.
	Passwords, Spins int
	// Operators lost their second factor, and were logged out.
	Operators []string
}

// unnamed stands for the key of values that name none.
const unnamed = "unnamed"

// Errors of Forget.
var (
	ErrKeyUnknown = errors.New("no sealed value names that key")
	ErrKeyKnown   = errors.New("that key is not lost: the server has it")
)

// Forget gives up every value that a lost key sealed, so that a server starts without it. A member's password at a
// provider becomes an empty one, until they have it changed there; the next spin is fixed anew; an operator has no
// second factor. Stopped, it goes on when it is run again. Errors: ErrKeyUnknown, ErrKeyKnown.
func (s SealedValues) Forget(ctx context.Context, key string) (gone Forgotten, err error) {
	uses, err := s.Uses(ctx)
	if err != nil {
		return gone, err
	}
	at := slices.IndexFunc(uses, func(use KeyUse) bool {
		return use.Key.String() == key && !use.Key.Empty() || key == unnamed && use.Key.Empty()
	})
	switch {
	case at < 0 || uses[at].Values == 0:
		return gone, fmt.Errorf("%w: %s", ErrKeyUnknown, key)
	case uses[at].Known:
		return gone, fmt.Errorf("%w: %s", ErrKeyKnown, key)
	}
	lost, store := uses[at].Key, postgres.Sealed{DB: s.DB}
	if err := s.note(ctx, lost, "forget"); err != nil {
		return gone, err
	}
	for _, column := range s.columns() {
		if lost.Empty() { // values without an id may have been sealed with several keys, and the ring opens some of them
			if opens, err := s.opensUnnamed(ctx, column); err != nil {
				return gone, err
			} else if opens {
				continue
			}
		}
		switch column.Purpose {
		case gamePurpose:
			gone.Passwords, err = s.forgetPasswords(ctx, store, lost)
		case spinPurpose:
			gone.Spins, err = store.ForgetSpins(ctx, lost)
		case seedPurpose:
			var operators []string
			operators, err = store.ForgetFactors(ctx, lost, s.Now()) // both of its columns
			gone.Operators = append(gone.Operators, operators...)
		}
		if err != nil {
			return gone, err
		}
	}
	return gone, nil
}

// forgetPasswords puts an empty password in the place of each that the key sealed.
func (s SealedValues) forgetPasswords(ctx context.Context, store postgres.Sealed, lost secret.KeyID) (done int, err error) {
	columns := s.columns()
	column := columns[slices.IndexFunc(columns, func(c postgres.SealedColumn) bool { return c.Purpose == gamePurpose })]
	box := s.Keys.Box(gamePurpose)
	for {
		old, err := store.With(ctx, column, lost, sealedBatch)
		if err != nil || len(old) == 0 {
			return done, err
		}
		sealed := make([][]byte, len(old))
		for i, value := range old {
			sealed[i] = box.Seal(secret.Text{}, value.Owner)
		}
		written, err := store.Replace(ctx, column, old, sealed)
		done += written
		if err != nil {
			return done, err
		}
	}
}

// note writes into the audit log what is about to be done with a key's values.
func (s SealedValues) note(ctx context.Context, key secret.KeyID, what string) error {
	subject := key.String()
	if key.Empty() {
		subject = unnamed
	}
	return postgres.Audit{DB: s.DB, Now: s.Now}.Record(ctx, audit.Change{Action: audit.ServerKey, Subject: subject, After: map[string]any{"values": what}})
}
