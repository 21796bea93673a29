package main

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"krapao/server/app"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

// demoProvider is a game provider of the demo. None is anybody's: names and pictures are ours.
type demoProvider struct {
	code, name string
	category   game.Category
	kind       game.LaunchKind
	apps       bool // there are apps for Android and iOS
}

// providerNames are the providers' names by code.
func providerNames() map[string]string {
	names := make(map[string]string, len(demoProviders))
	for _, provider := range demoProviders {
		names[provider.code] = provider.name
	}
	return names
}

var demoProviders = []demoProvider{
	{"NAGA", "Naga Reels", game.Slot, game.AutoLogin, true},
	{"PURSE", "Purse Palace", game.Slot, game.AutoLogin, false},
	{"LOTUS", "Lotus Spin", game.Slot, game.WebURL, true},
	{"TUKTUK", "Tuk Tuk Slots", game.Slot, game.AutoLogin, true},
	{"CHANG", "Golden Elephant", game.Slot, game.FormPost, false},
	{"MANGO", "Mango Fruits", game.Slot, game.AutoLogin, false},
	{"ORCHID", "Orchid Gems", game.Slot, game.AutoLogin, true},
	{"RIVER", "River Dragon", game.Slot, game.WebURL, false},
	{"GOAL", "Goalpost", game.Sport, game.FormPost, true},
	{"MUAY", "Muay Arena", game.Sport, game.AutoLogin, false},
	{"SILK", "Silk Cards", game.Sport, game.AutoLogin, true},
	{"BLUE", "Blue Baccarat", game.Sport, game.FormPost, false},
	{"RACE", "Racecourse", game.Sport, game.WebURL, false},
	{"SIX", "Lucky Six", game.Lotto, game.WebURL, false},
	{"DAWN", "Dawn Draw", game.Lotto, game.AutoLogin, false},
	{"MOON", "Full Moon Lotto", game.Lotto, game.FormPost, false},
}

func providerCodes() []string {
	codes := make([]string, 0, len(demoProviders))
	for _, provider := range demoProviders {
		codes = append(codes, provider.code)
	}
	return codes
}

// signInAt is a provider's own way in, at the parties of an origin.
func signInAt(origin, code string) string { return origin + "/provider/" + code + "/signin" }

func (d demoProvider) provider(position int, currencies []money.Currency, origin string) game.Provider {
	made := game.Provider{
		Code: d.code, Name: d.name, Category: d.category, Currencies: currencies, Logo: game.LogoPath(d.code), Background: game.BackgroundPath(d.code),
		FTWallet: 1, Web: signInAt(origin, d.code), Launch: game.Launch{Kind: d.kind}, Position: position, Open: true,
	}
	if d.kind != game.AutoLogin {
		made.Launch.URL = made.Web
	}
	if d.kind == game.FormPost {
		made.Launch.UsernameField, made.Launch.PasswordField = "txtUser", "txtPass"
	}
	if d.apps {
		made.Android, made.IOS = "https://"+d.code+".krapao.example/android", "https://"+d.code+".krapao.example/ios"
	}
	return made
}

// seedProviders puts the demo's providers in. One that is there stays as the operator left it, but for where the
// parties are now.
func seedProviders(ctx context.Context, server *app.App, origin string) error {
	known, err := server.Games.AllProviders(ctx)
	if err != nil {
		return err
	}
	var changed []game.Provider
	for i, demo := range demoProviders {
		at := slices.IndexFunc(known, func(provider game.Provider) bool { return provider.Code == demo.code })
		if at < 0 {
			changed = append(changed, demo.provider(i+1, server.Config.Edition.Currencies(), origin))
			continue
		}
		moved := known[at]
		moved.Web, moved.Launch.URL = movedTo(moved.Web, origin, demo.code), movedTo(moved.Launch.URL, origin, demo.code)
		if moved.Web != known[at].Web || moved.Launch.URL != known[at].Launch.URL {
			changed = append(changed, moved)
		}
	}
	return server.Games.PutProviders(ctx, changed...)
}

// movedTo gives the parties' present address in place of an earlier one; any other stays.
func movedTo(address, origin, code string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Path != "/provider/"+code+"/signin" {
		return address
	}
	return signInAt(origin, code)
}

// stake is money that a member brings into a game, and what playing makes of it.
type stake struct {
	code          string
	brought, left money.Amount
}

// stakes are one account for each way to start a game, in multiples of a unit.
func stakes(unit int64) []stake {
	return []stake{
		{"NAGA", money.Units(5 * unit), money.Units(6 * unit)},
		{"GOAL", money.Units(3 * unit), money.Units(2 * unit)},
		{"SIX", money.Units(2 * unit), money.Units(2 * unit)},
	}
}

// play opens the member's games, brings money in, and plays; a game that was refreshed once has been played.
func (b *browser) play(ctx context.Context, who demoMember) error {
	if len(who.games) == 0 {
		return nil
	}
	if _, err := b.logIn(ctx, who); err != nil {
		return err
	}
	slots, err := b.slots(ctx)
	if err != nil {
		return err
	}
	begun := false
	for _, into := range who.games {
		at := slices.IndexFunc(slots, func(slot portal.GameAccount) bool { return slot.Code == into.code })
		if at < 0 || slots[at].RefreshedAt != nil {
			continue
		}
		begun = true
		if err := b.bring(ctx, slots[at], into); err != nil {
			return err
		}
	}
	if !begun {
		return nil
	}
	refreshed, err := b.portal.RefreshGameAccountsWithResponse(ctx, &portal.RefreshGameAccountsParams{})
	if err == nil && refreshed.JSON200 == nil {
		err = refused("refreshing", refreshed.StatusCode(), refreshed.Body)
	}
	return err
}

func (b *browser) bring(ctx context.Context, slot portal.GameAccount, into stake) error {
	if !slot.IsActive {
		opened, err := b.portal.ActivateGameAccountWithResponse(ctx, into.code, &portal.ActivateGameAccountParams{})
		if err != nil {
			return err
		}
		if opened.JSON200 == nil {
			return refused("opening "+into.code, opened.StatusCode(), opened.Body)
		}
	}
	if slot.Amount == 0 {
		moved, err := b.portal.TransferFundsWithResponse(ctx, &portal.TransferFundsParams{}, portal.TransferRequest{From: "WALLET", To: into.code, Amount: into.brought})
		if err != nil {
			return err
		}
		if moved.JSON200 == nil && moved.JSON202 == nil {
			return refused("bringing money to "+into.code, moved.StatusCode(), moved.Body)
		}
		if moved.JSON202 != nil {
			if err := b.arrived(ctx, into.code); err != nil {
				return err
			}
		}
	}
	credentials, err := b.portal.GetGameCredentialsWithResponse(ctx, into.code, &portal.GetGameCredentialsParams{})
	if err != nil {
		return err
	}
	if credentials.JSON200 == nil {
		return refused("the credentials at "+into.code, credentials.StatusCode(), credentials.Body)
	}
	return b.press(ctx, "/provider/"+into.code+"/players/"+url.PathEscape(credentials.JSON200.Username)+"/balance", url.Values{"amount": {into.left.String()}})
}

// arrived waits until a game has the money of a transfer that was still under way when it was answered.
func (b *browser) arrived(ctx context.Context, code string) error {
	return eventually(ctx, "money did not arrive at "+code, func() (bool, error) {
		slots, err := b.slots(ctx)
		return slices.ContainsFunc(slots, func(slot portal.GameAccount) bool { return slot.Code == code && slot.Amount > 0 }), err
	})
}

// press submits a form of the parties' pages.
func (b *browser) press(ctx context.Context, path string, fields url.Values) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.parties+path, strings.NewReader(fields.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := b.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return refused(path, response.StatusCode, nil)
	}
	return nil
}

func (b *browser) slots(ctx context.Context) ([]portal.GameAccount, error) {
	overview, err := b.portal.GetWalletWithResponse(ctx, nil)
	if err != nil {
		return nil, err
	}
	if overview.JSON200 == nil {
		return nil, refused("the wallet", overview.StatusCode(), overview.Body)
	}
	return overview.JSON200.Slots, nil
}

// inGames gives what the member has at all providers.
func (b *browser) inGames(ctx context.Context) (total money.Amount, err error) {
	slots, err := b.slots(ctx)
	for _, slot := range slots {
		total += slot.Amount
	}
	return total, err
}
