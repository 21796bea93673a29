package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"krapao/server/app"
	"krapao/server/secret"
)

func TestAKeyThatNobodyDrewAtRandomIsRefused(t *testing.T) {
	t.Parallel()
	weak := secret.NewText(strings.Repeat("5a", 32))
	if err := refuseWeakKey(app.Config{SecretKey: weak}); err == nil {
		t.Error("one byte again and again is taken")
	}
	changed := app.Config{SecretKey: secret.NewText(strings.Repeat("b5c6", 16)), OldSecretKeys: []secret.Text{weak}}
	if err := refuseWeakKey(changed); err != nil {
		t.Errorf("a weak key cannot be changed: %v", err)
	}
}

func TestADatabaseThatWasNeverPreparedIsMetWithTheRemedy(t *testing.T) {
	t.Parallel()
	for code, message := range map[string]string{"22023": `role "krapao_app" does not exist`, "42P01": `relation "site" does not exist`} {
		said := fmt.Errorf("opening: %w", &pgconn.PgError{Code: code, Message: message})
		if err := withHint(said); !errors.Is(err, said) || !strings.Contains(err.Error(), "krapao migrate --prepare") {
			t.Errorf("%s: %v", code, err)
		}
	}
	if err := withHint(errNoDatabase); !errors.Is(err, errNoDatabase) || strings.Contains(err.Error(), "--prepare") {
		t.Error(err)
	}
}

func TestAMisspeltVariableAndAWeakHashAreWarnedOf(t *testing.T) {
	t.Parallel()
	config := app.Config{Member: app.MemberConfig{PasswordMemory: 19456}}
	got := warnings(config, []string{"KRAPAO_PUBLIC_UR=x", "KRAPAO_EDITION=laos", "KRAPAO_POSTGRES_BIN=/x", "KRAPAO_OPERATOR=noi", "HOME=/"})
	want := []string{"KRAPAO_PUBLIC_UR is no variable of this server, and is ignored: is it misspelt?"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	config.Member.PasswordMemory = 64
	if got := warnings(config, nil); len(got) != 1 || !strings.Contains(got[0], "KRAPAO_PASSWORD_MEMORY") {
		t.Errorf("%q", got)
	}
}
