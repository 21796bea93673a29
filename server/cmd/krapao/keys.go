package main

import (
	"context"
	"errors"
	"fmt"

	"krapao/server/app"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// keysCommand is the change of the server's key.
type keysCommand struct {
	List   listKeysCommand `cmd:"" help:"List the server's keys by id, and those that sealed values need, with how many."`
	Reseal resealCommand   `cmd:"" help:"Seal every stored value with KRAPAO_SECRET_KEY. Servers go on serving; stopped, run it again."`
}

type keyed struct {
	database
	keyFlags
}

var errNoKey = errors.New("KRAPAO_SECRET_KEY is required")

func (k keyed) do(ctx context.Context, work func(ctx context.Context, values app.SealedValues) error) error {
	return k.withKeys(ctx, k.keyFlags, func(ctx context.Context, db *postgres.DB, keys secret.Keyring) error {
		if keys.Empty() {
			return errNoKey
		}
		return work(ctx, app.SealedValues{DB: db, Keys: keys})
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
