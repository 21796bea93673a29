package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"krapao/server/app"
	"krapao/server/secret"
)

// saneMemory is the least memory of a password hash in KiB that OWASP's list of argon2id settings has.
const saneMemory = 7168

// refuseWeakKeys refuses a key that nobody drew at random: one byte again and again.
func refuseWeakKeys(config app.Config) error {
	for _, text := range append([]secret.Text{config.SecretKey}, config.OldSecretKeys...) {
		key, err := text.Key(secret.KeySize)
		if err == nil && bytes.Count(key, key[:1]) == len(key) {
			return errors.New("KRAPAO_SECRET_KEY, KRAPAO_OLD_SECRET_KEYS: a key is one byte again and again; take a random one, from `openssl rand -hex 32`")
		}
	}
	return nil
}

// warnings tell what a server starts with, and perhaps should not.
func warnings(config app.Config, environment []string) (all []string) {
	known := app.Variables()
	for _, pair := range environment {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, "KRAPAO_") || known[name] || strings.HasPrefix(name, "KRAPAO_TEST_") {
			continue
		}
		all = append(all, name+" is no variable of this server, and is ignored: is it misspelt?")
	}
	if config.Member.PasswordMemory < saneMemory {
		all = append(all, fmt.Sprintf("KRAPAO_PASSWORD_MEMORY is below %d KiB: passwords of a stolen database are guessed quickly", saneMemory))
	}
	return all
}

// warn logs them.
func warn(ctx context.Context, log *slog.Logger, all []string) {
	for _, text := range all {
		log.WarnContext(ctx, text)
	}
}
