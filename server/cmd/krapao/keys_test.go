package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/operator"
	"krapao/server/portaltest"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
)

// printed gives what work writes to standard output.
func printed(t *testing.T, work func() error) (string, error) {
	t.Helper()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdout
	os.Stdout = out
	failed := work()
	os.Stdout = before
	_ = out.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), failed
}

func TestKeysAreListedAndValuesSealedAnew(t *testing.T) {
	test := postgrestest.New(t)
	services, err := app.NewServices(t.Context(), test.DB, app.ServicesConfig{Config: app.Config{Edition: app.Thai}, Keys: portaltest.TestKeys, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	operators := services.Operators
	if _, err := operators.Create(t.Context(), operator.CreateInput{Username: "noi", Password: secret.NewText("correct horse battery")}); err != nil {
		t.Fatal(err)
	}
	if _, err := operators.EnrolHere(t.Context(), "noi"); err != nil {
		t.Fatal(err)
	}
	next := secret.NewText(strings.Repeat("c3", 32))
	with := func(sealing secret.Text, old ...secret.Text) keyed {
		return keyed{database{DatabaseURL: secret.NewText(test.URL)}, keyFlags{SecretKey: sealing, OldSecretKeys: old}, byFlag{By: "tester"}}
	}
	list := func(keys keyed) string {
		text, err := printed(t, func() error { return (&listKeysCommand{keys}).Run(context.Background()) })
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if text := list(with(next)); !strings.Contains(text, ": 1 values (missing)\n") {
		t.Errorf("without the old key: %s", text)
	}
	if err := (&resealCommand{with(next)}).Run(context.Background()); err == nil || !strings.Contains(err.Error(), "1 values cannot be opened") {
		t.Errorf("sealing anew without the old key: %v", err)
	}
	if err := (&resealCommand{with(next, portaltest.TestKey)}).Run(context.Background()); err != nil {
		t.Error(err)
	}
	if text := list(with(next)); !strings.HasSuffix(text, ": 1 values (seals)\n") || strings.Contains(text, "missing") {
		t.Errorf("afterwards: %s", text)
	}
	if err := (&listKeysCommand{with(secret.Text{})}).Run(context.Background()); !errors.Is(err, errNoKey) {
		t.Errorf("without a key: %v", err)
	}
}
