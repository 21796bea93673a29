package httpapi_test

import (
	"errors"
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

func TestALostKeyKeepsNoServerFromStarting(t *testing.T) {
	t.Parallel()
	city := open(t)
	ctx, lost := t.Context(), portaltest.TestKey
	city.join(t, "0812345678", nil)
	number, err := id.ParseMember(city.one(t, "select id::text from member"))
	if err != nil {
		t.Fatal(err)
	}
	enrol(t, city, city.Operator(t, "noi"), "noi")
	for _, code := range []string{"NAGA", "JOK"} {
		if err := city.App.Games.PutProviders(ctx, game.Provider{Code: code, Name: code, Category: game.Slot, Launch: game.Launch{Kind: game.AutoLogin},
			FTWallet: 1, Logo: game.LogoPath(code), Background: game.BackgroundPath(code), Currencies: []money.Currency{money.Baht}, Open: true}); err != nil {
			t.Fatal(err)
		}
	}
	owner := number.String() + "/"
	city.query(t, "insert into game_account (member_id, provider, username, password, opened_at) values ($1, 'NAGA', 'n1', $2, now()), ($1, 'JOK', 'j1', $3, now())",
		number, sealedWithoutID(t, lost, "game credentials", "naga-pass", owner+"NAGA"), portaltest.TestKeys.Box("game credentials").Seal(secret.NewText("jok-pass"), owner+"JOK"))
	city.query(t, "insert into spin_pending values ($1, 'W', 1, $2, 'c')", number, portaltest.TestKeys.Box("spin seeds").Seal(secret.NewText("seed"), "spin:"+number.String()))

	why := city.whyNot(t, newKey)
	for _, way := range []string{"`krapao keys forget " + keyID(t, lost) + "`", "`krapao keys forget unnamed`"} {
		if !errors.Is(why, app.ErrKeyMissing) || !strings.Contains(why.Error(), way) {
			t.Errorf("a start without the key names no way round it (%s): %v", way, why)
		}
	}
	if _, err := (app.SealedValues{DB: city.Database.DB, Keys: ring(t, newKey, lost), Now: time.Now}).Forget(ctx, keyID(t, lost)); !errors.Is(err, app.ErrKeyKnown) {
		t.Errorf("a key that the server has: %v", err)
	}
	values := app.SealedValues{DB: city.Database.DB, Keys: ring(t, newKey), Now: time.Now}
	gone, err := values.Forget(ctx, keyID(t, lost))
	if err != nil || gone.Passwords != 1 || gone.Spins != 1 || !slices.Equal(gone.Operators, []string{"noi"}) {
		t.Errorf("%+v %v", gone, err)
	}
	if gone, err := values.Forget(ctx, "unnamed"); err != nil || gone.Passwords != 1 {
		t.Errorf("%+v %v", gone, err)
	}
	if _, err := values.Forget(ctx, keyID(t, lost)); !errors.Is(err, app.ErrKeyUnknown) {
		t.Errorf("once more: %v", err)
	}

	server := city.withKeys(t, newKey)
	for _, code := range []string{"NAGA", "JOK"} {
		if got, err := server.App.Games.Credentials(ctx, number, code, "en"); err != nil || got.Username == "" || !got.Password.Empty() {
			t.Errorf("%s: %+v %v", code, got, err)
		}
	}
	want(t, "the operator, without a second factor", logIn(server.OperatorClient(t), "noi", portaltest.OperatorPassword), "")
}
