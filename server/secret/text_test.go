package secret_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"krapao/server/secret"
)

func TestASecretIsNeverPrinted(t *testing.T) {
	const canary = "canary-7f3a"
	holder := struct {
		Name string
		Key  secret.Text
		Ptr  *secret.Text
	}{Name: "n", Key: secret.NewText(canary)}
	holder.Ptr = &holder.Key

	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	logger.Info("x", "key", holder.Key, "holder", holder)
	encoded, err := json.Marshal(holder)
	if err != nil {
		t.Fatal(err)
	}
	printed := fmt.Sprintf("%v %+v %#v %s %q %x %d", holder.Key, holder, holder, holder.Key, holder.Key, holder.Key, holder.Key) +
		fmt.Sprint(holder.Ptr, *holder.Ptr) + string(encoded) + log.String()
	if strings.Contains(printed, canary) || strings.Contains(printed, fmt.Sprintf("%x", canary)) {
		t.Fatalf("a secret was printed: %s", printed)
	}
	if holder.Key.Reveal() != canary {
		t.Fatal("Reveal must give the value")
	}
}

func TestAKeyHasExactlyItsLength(t *testing.T) {
	if _, err := secret.NewText(strings.Repeat("ab", 32)).Key(32); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "ab", strings.Repeat("zz", 32), strings.Repeat("ab", 33)} {
		if _, err := secret.NewText(bad).Key(32); err == nil {
			t.Fatalf("%q must be refused", bad)
		}
	}
}
