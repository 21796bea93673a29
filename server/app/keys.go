package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/server/postgres"
	"krapao/server/secret"
)

// What the keys derived from the server's are for.
const (
	gamePurpose = "game credentials"
	spinPurpose = "spin seeds"
	seedPurpose = "second factors of operators"
)

// ReadKeys reads the server's keys: the one that seals, and those that only open. An error names the variable and no
// value.
func ReadKeys(sealing secret.Text, old []secret.Text) (secret.Keyring, error) {
	if _, err := secret.NewKeyring(sealing); err != nil {
		return secret.Keyring{}, fmt.Errorf("KRAPAO_SECRET_KEY: %w", err)
	}
	ring, err := secret.NewKeyring(sealing, old...)
	if err != nil {
		return secret.Keyring{}, fmt.Errorf("KRAPAO_OLD_SECRET_KEYS: %w", err)
	}
	return ring, nil
}

// SealedValues is what the server's keys keep in the database.
type SealedValues struct {
	DB   *postgres.DB
	Keys secret.Keyring
	// Now is the clock of what changes them.
	Now func() time.Time
}

// KeyUse tells how many sealed values name a key.
type KeyUse struct {
	// Key is its id, empty for values from before keys had ids.
	Key secret.KeyID
	// Seals: new values are sealed with it. Known: the keyring has it, or for values without an id: it opened those
	// that were tried.
	Seals, Known bool
	Values       int
}

// String says it for the operator.
func (u KeyUse) String() string {
	name, state := "key "+u.Key.String(), "missing"
	if u.Key.Empty() {
		name = "no key id"
	}
	switch {
	case u.Seals:
		state = "seals"
	case u.Known:
		state = "opens"
	}
	return fmt.Sprintf("%s: %d values (%s)", name, u.Values, state)
}

// sealedSample is how many values without a key's id are tried at a server's start, of each kind.
const sealedSample = 100

func (s SealedValues) columns() []postgres.SealedColumn {
	return postgres.SealedColumns(gamePurpose, spinPurpose, seedPurpose)
}

// Uses lists the keys of the ring and those that values name besides, each with its values.
func (s SealedValues) Uses(ctx context.Context) ([]KeyUse, error) {
	var uses []KeyUse
	for i, key := range s.Keys.IDs() {
		uses = append(uses, KeyUse{Key: key, Seals: i == 0, Known: true})
	}
	store := postgres.Sealed{DB: s.DB}
	for _, column := range s.columns() {
		named, err := store.Keys(ctx, column)
		if err != nil {
			return nil, err
		}
		for _, key := range named {
			at := slices.IndexFunc(uses, func(use KeyUse) bool { return use.Key == key })
			if at < 0 {
				at, uses = len(uses), append(uses, KeyUse{Key: key, Known: key.Empty()})
			}
			count, err := store.Count(ctx, column, key)
			if err != nil {
				return nil, err
			}
			uses[at].Values += count
			if key.Empty() && uses[at].Known {
				if uses[at].Known, err = s.opensUnnamed(ctx, column); err != nil {
					return nil, err
				}
			}
		}
	}
	return uses, nil
}

// opensUnnamed tells whether a key of the ring opens the first values without an id, or one of them at least: a spoiled
// one is no reason.
func (s SealedValues) opensUnnamed(ctx context.Context, column postgres.SealedColumn) (bool, error) {
	values, err := postgres.Sealed{DB: s.DB}.With(ctx, column, secret.KeyID{}, sealedSample)
	box := s.Keys.Box(column.Purpose)
	return slices.ContainsFunc(values, func(value postgres.SealedValue) bool {
		_, err := box.Open(value.Sealed, value.Owner)
		return err == nil
	}), err
}

// ErrKeyMissing is that the database has values that no key of the server opens.
var ErrKeyMissing = errors.New("a key is missing")

// Check refuses a ring that lacks a key which values need. Errors: ErrKeyMissing with its id and how many need it.
func (s SealedValues) Check(ctx context.Context) error {
	named, err := s.unknown(ctx)
	if err != nil || !named {
		return err
	}
	uses, err := s.Uses(ctx)
	if err != nil {
		return err
	}
	var missing []error
	for _, use := range uses {
		switch {
		case use.Known:
		case use.Key.Empty():
			missing = append(missing, fmt.Errorf("%w: KRAPAO_SECRET_KEY and KRAPAO_OLD_SECRET_KEYS open none of %d values that were sealed before keys had ids; where that one is lost, `krapao keys forget unnamed`", ErrKeyMissing, use.Values))
		default:
			missing = append(missing, fmt.Errorf("%w: %d values were sealed with key %v; add it to KRAPAO_OLD_SECRET_KEYS, then run `krapao keys reseal`; where it is lost, `krapao keys forget %v`", ErrKeyMissing, use.Values, use.Key, use.Key))
		}
	}
	return errors.Join(missing...)
}

// unknown tells whether a value names a key that the ring lacks, or none that was tried.
func (s SealedValues) unknown(ctx context.Context) (bool, error) {
	store, ids := postgres.Sealed{DB: s.DB}, s.Keys.IDs()
	for _, column := range s.columns() {
		named, err := store.Keys(ctx, column)
		if err != nil {
			return false, err
		}
		for _, key := range named {
			opens := slices.Contains(ids, key)
			if key.Empty() {
				if opens, err = s.opensUnnamed(ctx, column); err != nil {
					return false, err
				}
			}
			if !opens {
				return true, nil
			}
		}
	}
	return false, nil
}

// sealedBatch is how many values are sealed anew in one statement.
const sealedBatch = 500

// Resealed is what Reseal did.
type Resealed struct {
	// Done were sealed anew; Left cannot be opened with any key of the ring.
	Done, Left int
}

// Reseal seals every value with the sealing key, in batches of a statement each: stopped, it goes on where it was when
// it is run again. Servers go on serving; what they write meanwhile stays. say is told after each batch. The audit log
// is told before the first.
func (s SealedValues) Reseal(ctx context.Context, say func(Resealed)) (done Resealed, err error) {
	if err := s.note(ctx, s.Keys.IDs()[0], "reseal"); err != nil {
		return done, err
	}
	for {
		pass, err := s.resealOnce(ctx, func(so Resealed) { say(Resealed{done.Done + so.Done, so.Left}) })
		done = Resealed{done.Done + pass.Done, pass.Left}
		if err != nil || pass.Done == 0 {
			return done, err
		}
	}
}

func (s SealedValues) resealOnce(ctx context.Context, say func(Resealed)) (done Resealed, err error) {
	store, sealing := postgres.Sealed{DB: s.DB}, s.Keys.IDs()[0]
	for _, column := range s.columns() {
		box := s.Keys.Box(column.Purpose)
		for place := postgres.FirstPlace; ; {
			values, err := store.After(ctx, column, sealing, place, sealedBatch)
			if err != nil {
				return done, err
			}
			if len(values) == 0 {
				break
			}
			place = values[len(values)-1].Place
			var old []postgres.SealedValue
			var sealed [][]byte
			for _, value := range values {
				text, err := box.Open(value.Sealed, value.Owner)
				if err != nil {
					done.Left++
					continue
				}
				old, sealed = append(old, value), append(sealed, box.Seal(text, value.Owner))
			}
			written, err := store.Replace(ctx, column, old, sealed)
			done.Done += written
			if err != nil {
				return done, err
			}
			say(done)
		}
	}
	return done, nil
}

// checkDatabase refuses a start on a database that another cluster numbered, and one in which members could not use
// what is sealed for them.
func checkDatabase(ctx context.Context, db *postgres.DB, keys secret.Keyring) error {
	if err := db.CheckNumbers(ctx); err != nil {
		return err
	}
	return SealedValues{DB: db, Keys: keys}.Check(ctx)
}
