package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// keysCommand is the change of the server's key.
type keysCommand struct {
	List   listKeysCommand `cmd:"" help:"List the server's keys by id, and those that sealed values need, with how many."`
	Reseal resealCommand   `cmd:"" help:"Seal every stored value with KRAPAO_SECRET_KEY. Servers go on serving; stopped, run it again."`
	Forget forgetCommand   `cmd:"" help:"Give up what a lost key sealed, so that servers start again; OPERATIONS.md says what that costs."`
}

type keyed struct {
	database
	keyFlags
	byFlag
}

var errNoKey = errors.New("KRAPAO_SECRET_KEY is required")

func (k keyed) do(ctx context.Context, work func(ctx context.Context, values app.SealedValues) error) error {
	return k.withKeys(ctx, k.keyFlags, func(ctx context.Context, db *postgres.DB, keys secret.Keyring) error {
		if keys.Empty() {
			return errNoKey
		}
		return work(audit.WithActor(ctx, typist(ctx, k.name())), app.SealedValues{DB: db, Keys: keys, Now: time.Now})
	})
}

type listKeysCommand struct{ keyed }

// Run prints them.
func (c *listKeysCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, values app.SealedValues) error {
		uses, err := values.Uses(ctx)
		for _, use := range uses {
			fmt.Println(use)
		}
		return err
	})
}

type resealCommand struct{ keyed }

// Run seals the values anew, and fails where some could not be opened.
func (c *resealCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, values app.SealedValues) error {
		done, err := values.Reseal(ctx, func(so app.Resealed) { say("%d values sealed anew", so.Done) })
		if err != nil {
			return err
		}
		say("Done: %d values sealed anew with key %v.", done.Done, values.Keys.IDs()[0])
		if done.Left > 0 {
			return fmt.Errorf("%d values cannot be opened with the keys given: `krapao keys list` says which key is missing", done.Left)
		}
		return nil
	})
}

type forgetCommand struct {
	keyed
	Key string `arg:"" help:"The lost key's id, as keys list and the refused start say it; 'unnamed': of the values that name no key."`
}

// Run gives the values up.
func (c *forgetCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, values app.SealedValues) error {
		gone, err := values.Forget(ctx, c.Key)
		if err != nil {
			return err
		}
		say("Given up: %d passwords at game providers, %d next spins, and the second factors of %d operators %v.", gone.Passwords, gone.Spins, len(gone.Operators), gone.Operators)
		return nil
	})
}
