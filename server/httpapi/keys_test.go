package httpapi_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

var newKey = secret.NewText(strings.Repeat("c3", 32))

// sealedWithoutID seals as releases did before keys had ids: nonce, ciphertext, tag.
func sealedWithoutID(t *testing.T, key secret.Text, purpose, text, owner string) []byte {
	t.Helper()
	raw, err := hex.DecodeString(key.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, raw)
	mac.Write([]byte(purpose))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		t.Fatal(err)
	}
	seal, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		t.Fatal(err)
	}
	return seal.Seal(nil, nil, []byte(text), []byte(owner))
}

// withKeys starts another server over the same database.
func (s town) withKeys(t *testing.T, sealing secret.Text, old ...secret.Text) town {
	t.Helper()
	return town{portaltest.Start(t, portaltest.WithApp(app.WithSMS(s.phones), app.WithClock(s.Clock.Now)), portaltest.WithConfig(func(c *app.Config) {
		*c = s.App.Config
		c.DatabaseURL, c.SecretKey, c.OldSecretKeys = secret.NewText(s.Database.URL), sealing, old
	})), s.phones}
}

// whyNot gives what a start with these keys fails with.
func (s town) whyNot(t *testing.T, sealing secret.Text, old ...secret.Text) error {
	t.Helper()
	config := s.App.Config
	config.DatabaseURL, config.DataDir, config.SecretKey, config.OldSecretKeys = secret.NewText(s.Database.URL), t.TempDir(), sealing, old
	server, err := app.New(t.Context(), config, app.WithLog(app.NewLog(io.Discard, "error")))
	if err == nil {
		err = server.Close()
	}
	return err
}

func keyID(t *testing.T, key secret.Text) string {
	t.Helper()
	ring, err := secret.NewKeyring(key)
	if err != nil {
		t.Fatal(err)
	}
	return ring.IDs()[0].String()
}

func TestTheServersKeyChangesAndNothingSealedIsLost(t *testing.T) {
	t.Parallel()
	city := open(t)
	ctx, oldKey := t.Context(), portaltest.TestKey
	member := city.join(t, "0812345678", nil)
	number, err := id.ParseMember(city.one(t, "select id::text from member"))
	if err != nil {
		t.Fatal(err)
	}
	device := city.resetting(member, "0812345678")
	seed := enrol(t, city, city.Operator(t, "noi"), "noi")
	for _, code := range []string{"NAGA", "JOK"} {
		if err := city.App.Games.PutProviders(ctx, game.Provider{Code: code, Name: code, Category: game.Slot, Launch: game.Launch{Kind: game.AutoLogin},
			FTWallet: 1, Logo: game.LogoPath(code), Background: game.BackgroundPath(code), Currencies: []money.Currency{money.Baht}, Open: true}); err != nil {
			t.Fatal(err)
		}
	}
	owner := number.String() + "/"
	city.query(t, "insert into game_account (member_id, provider, username, password, opened_at) values ($1, 'NAGA', 'n1', $2, now()), ($1, 'JOK', 'j1', $3, now())",
		number, sealedWithoutID(t, oldKey, "game credentials", "naga-pass", owner+"NAGA"), portaltest.TestKeys.Box("game credentials").Seal(secret.NewText("jok-pass"), owner+"JOK"))
	city.query(t, "insert into spin_pending values ($1, 'W', 1, $2, 'c')", number, sealedWithoutID(t, oldKey, "spin seeds", "seed", "spin:"+number.String()))

	works := func(what, device string, server town, codeOfSend string) {
		t.Helper()
		for code, password := range map[string]string{"NAGA": "naga-pass", "JOK": "jok-pass"} {
			if got, err := server.App.Games.Credentials(ctx, number, code, "en"); err != nil || got.Password.Reveal() != password {
				t.Errorf("%s: the password at %s: %q %v", what, code, got.Password.Reveal(), err)
			}
		}
		city.Clock.Advance(11 * time.Minute) // the bound on tries of codes
		want(t, what+": an operator's code", logInWith(server.OperatorClient(t), "noi", codeAt(t, seed, city.Clock.Now())), "")
		sent := (&person{Client: server.Client(t), t: t, from: member.from}).post("/api/otp/send", fields{"phoneNumber": "0812345678", "purpose": "RESET_PASSWORD"}, planted(device))
		if code := read[struct{ Code string }](t, sent).Code; code != codeOfSend {
			t.Errorf("%s: a device that proved its number: %s", what, sent.Body)
		}
	}
	works("with the old key", device, city, "OTP_VERIFIED")

	if err := city.whyNot(t, newKey); err == nil || !strings.Contains(err.Error(), "2 values were sealed with key "+keyID(t, oldKey)) {
		t.Errorf("a start without the old key, when two values name it: %v", err)
	}
	changing := city.withKeys(t, newKey, oldKey)
	works("with both keys", device, changing, "OTP_VERIFIED")

	values := app.SealedValues{DB: city.Database.DB, Keys: ring(t, newKey, oldKey), Now: time.Now}
	var progress []int
	done, err := values.Reseal(ctx, func(so app.Resealed) { progress = append(progress, so.Done) })
	if err != nil || done != (app.Resealed{Done: 4}) || !slices.Contains(progress, 4) {
		t.Errorf("sealed anew: %+v %v %v", done, progress, err)
	}
	if done, err = values.Reseal(ctx, func(app.Resealed) {}); err != nil || done.Done != 0 {
		t.Errorf("once more: %+v %v", done, err)
	}
	uses, err := values.Uses(ctx)
	if err != nil || fmt.Sprint(uses) != fmt.Sprintf("[key %s: 4 values (seals) key %s: 0 values (opens)]", keyID(t, newKey), keyID(t, oldKey)) {
		t.Errorf("keys: %v %v", uses, err)
	}
	works("with both keys, afterwards", device, changing, "OTP_VERIFIED")
	works("without the old key, whose devices are forgotten", device, city.withKeys(t, newKey), "SUCCESS")
	if opened, err := ring(t, newKey).Box("spin seeds").Open(city.sealedSeed(t), "spin:"+number.String()); err != nil || opened.Reveal() != "seed" {
		t.Errorf("the next spin's seed: %v", err)
	}
	if err := city.whyNot(t, oldKey); err == nil || !strings.Contains(err.Error(), "4 values were sealed with key "+keyID(t, newKey)) {
		t.Errorf("a start with the old key alone: %v", err)
	}
}

func ring(t *testing.T, sealing secret.Text, old ...secret.Text) secret.Keyring {
	t.Helper()
	made, err := secret.NewKeyring(sealing, old...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (s town) one(t *testing.T, sql string) (text string) {
	t.Helper()
	if err := s.Database.DB.Querier(t.Context()).QueryRow(t.Context(), sql).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

func (s town) sealedSeed(t *testing.T) (sealed []byte) {
	t.Helper()
	if err := s.Database.DB.Querier(t.Context()).QueryRow(t.Context(), "select sealed from spin_pending").Scan(&sealed); err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestAWrongKeyIsSeenAtTheStartAlsoWhereValuesNameNone(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.Operator(t, "noi")
	city.query(t, "update operator set totp_seed = $1", sealedWithoutID(t, portaltest.TestKey, "second factors of operators", "SEED", "operator-totp:"+city.one(t, "select id::text from operator")))
	if err := city.whyNot(t, portaltest.TestKey); err != nil {
		t.Error(err)
	}
	if err := city.whyNot(t, newKey); err == nil || !strings.Contains(err.Error(), "open none of 1 values that were sealed before keys had ids") {
		t.Error(err)
	}
	if err := city.whyNot(t, newKey, secret.NewText("zz")); err == nil || !strings.Contains(err.Error(), "KRAPAO_OLD_SECRET_KEYS") || errors.Is(err, app.ErrKeyMissing) {
		t.Error(err)
	}
}
