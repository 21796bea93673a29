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

// minPasswordMemory is the least memory of a password hash in KiB that OWASP's list of argon2id settings has.
const minPasswordMemory = 7168

// refuseWeakKey refuses a key that nobody drew at random: one byte again and again. Old keys may be such ones, or they
// could not be changed.
func refuseWeakKey(config app.Config) error {
	key, err := config.SecretKey.Key(secret.KeySize)
	if err == nil && bytes.Count(key, key[:1]) == len(key) {
		return errors.New("KRAPAO_SECRET_KEY is one byte again and again; take a random one, from `openssl rand -hex 32`")
	}
	return nil // a wrong length is refused elsewhere
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
	if memory := config.Member.PasswordMemory; memory != 0 && memory < minPasswordMemory {
		all = append(all, fmt.Sprintf("KRAPAO_PASSWORD_MEMORY is below %d KiB: passwords of a stolen database are guessed quickly", minPasswordMemory))
	}
	return all
}

// warn logs them.
func warn(ctx context.Context, log *slog.Logger, all []string) {
	for _, text := range all {
		log.WarnContext(ctx, text)
	}
}
