package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"krapao/server/app"
	"krapao/server/cashier"
	"krapao/server/game"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	opservice "krapao/server/operator"
	"krapao/server/secret"
)

// What everybody uses: it is a closed world.
const password = "bank run 2026"

var (
	secretKey     = strings.Repeat("b5", 32)
	operatorNames = [2]string{"first", "second"}
)

// reviewAbove has a part of the withdrawals wait for a second operator.
var reviewAbove = money.Units(101)

// furnish puts in what an operator would set up, starts the processes, and has the members register and pay in.
func (b *bank) furnish(ctx context.Context, s settings) error {
	if err := b.setUp(ctx); err != nil {
		return fmt.Errorf("setting up: %w", err)
	}
	if err := b.place.start(ctx); err != nil {
		return err
	}
	for i, name := range operatorNames {
		answer, err := b.operators[0].LogInOperatorWithResponse(as(ctx, identity{address: fmt.Sprintf("10.255.0.%d", i+1)}), operator.OperatorLoginRequest{Username: name, Password: password})
		if err != nil {
			return err
		}
		if answer.JSON200 == nil {
			return fmt.Errorf("logging an operator in: %d %s", answer.StatusCode(), answer.Body)
		}
		b.tokens[i] = answer.JSON200.Token
	}
	b.members = make([]*member, s.members)
	var next atomic.Int64
	errs := make([]error, 4)
	var group sync.WaitGroup
	for worker := range errs {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(s.members) && errs[worker] == nil; i = next.Add(1) - 1 {
				b.members[i], errs[worker] = b.join(ctx, int(i))
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// setUp writes the settings through the product's own services.
func (b *bank) setUp(ctx context.Context) error {
	office, err := app.New(ctx, app.Config{
		Edition: b.edition, DatabaseURL: secret.NewText(b.place.url), DatabaseConnections: 4, SecretKey: secret.NewText(secretKey), DataDir: b.place.folder,
		PublicURL: "http://localhost", BodyLimit: 1 << 16, UploadLimit: 1 << 20, RequestTimeout: 1e9, LogLevel: "warn",
		Slip: app.SlipConfig{ImageRetention: 1e9, CheckTries: 1, CheckRetry: 1e9, CheckEvery: 1e9},
	})
	if err != nil {
		return err
	}
	errs := []error{b.openChannels(ctx, office.Cashier), b.openGames(ctx, office.Games)}
	settings, err := office.Site.Settings(ctx)
	if err == nil {
		settings.RegisterOTP = false
		err = office.Site.PutSettings(ctx, settings)
	}
	errs = append(errs, err)
	for _, name := range operatorNames {
		_, err := office.Operators.Create(ctx, opservice.CreateInput{Username: name, Password: secret.NewText(password)})
		errs = append(errs, err)
	}
	return errors.Join(append(errs, office.Close())...)
}

func (b *bank) openChannels(ctx context.Context, desk *cashier.Service) error {
	var list []cashier.Channel
	for _, currency := range b.edition.Currencies() {
		till := tills[currency]
		for _, code := range till.gateways {
			made := cashier.Channel{Code: code, Kind: cashier.Payment, BankCode: till.qrAccount.bank, Mode: cashier.Auto, TakesQR: true, Currency: currency}
			if at := till.settlesAt(code); at.number != "" {
				made.Kind, made.AccountNo = cashier.Bank, at.number
			}
			list = append(list, made)
		}
		for _, account := range till.accounts {
			list = append(list, cashier.Channel{Code: account.bank + "1", Kind: cashier.Bank, BankCode: account.bank, Mode: cashier.Auto, AccountNo: account.number, Currency: currency})
		}
	}
	list = append(list,
		cashier.Channel{Code: "TRUELINK", Kind: cashier.Wallet, BankCode: walletBank, Mode: cashier.Link, AccountNo: giftPhone, Currency: money.Baht},
		cashier.Channel{Code: "TRUEAUTO", Kind: cashier.Wallet, BankCode: walletBank, Mode: cashier.Auto, AccountNo: feedPhone, Currency: money.Baht})
	for i := range list {
		one := &list[i]
		one.NameTH, one.NameEN, one.MinDeposit, one.Position, one.Open = one.Code, one.Code, money.Units(2), i+1, true
		if one.AccountNo != "" {
			one.AccountName = "THE HOUSE"
		}
		if one.TakesQR {
			one.QuickAmounts = []money.Amount{money.Units(100)}
		}
	}
	if err := desk.PutChannels(ctx, list...); err != nil {
		return err
	}
	above := reviewAbove
	rules, err := desk.SlipRules(ctx)
	if err == nil {
		rules.SlipOpenTo = rules.SlipOpenFrom // at any time
		err = desk.PutSettings(ctx, rules)
	}
	if err != nil {
		return err
	}
	for _, currency := range b.edition.Currencies() {
		_, err = desk.PutWithdrawLimits(ctx, currency, cashier.WithdrawLimitsChange{
			Min: money.Units(100), Max: money.Units(50_000), ReviewAbove: &above, PayoutGateway: &tills[currency].gateways[0],
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bank) openGames(ctx context.Context, games *game.Service) error {
	var list []game.Provider
	for i, code := range providers {
		launch := game.Launch{Kind: []game.LaunchKind{game.AutoLogin, game.AutoLogin, game.FormPost, game.WebURL}[i]}
		if launch.Kind != game.AutoLogin {
			launch.URL = "http://" + b.place.at(partiesPort) + "/provider/" + code + "/signin"
		}
		list = append(list, game.Provider{
			Code: code, Name: code, Category: game.Slot, Currencies: money.Currencies(), Logo: game.LogoPath(code), Background: game.BackgroundPath(code),
			FTWallet: 1, Launch: launch, Position: i + 1, Open: true,
		})
	}
	return games.PutProviders(ctx, list...)
}

// join registers a member, who logs in and pays in.
func (b *bank) join(ctx context.Context, i int) (*member, error) {
	m := &member{
		phone: phoneOf(b.edition, i), bankAccount: fmt.Sprintf("40%08d", i), name: "MEMBER " + letters(i), usernames: map[string]string{},
		currency: b.edition.Currencies()[i%len(b.edition.Currencies())],
		address:  fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255),
	}
	ctx = as(ctx, identity{address: m.address})
	currency := portal.Currency(m.currency)
	made, err := b.portals[i%2].RegisterAccountWithResponse(ctx, &portal.RegisterAccountParams{}, portal.RegisterRequest{
		Name: "Member", Username: m.phone, Password: password, BankCode: homeBank(b.edition), BankAccountNo: m.bankAccount, BankAccountName: m.name,
		Currency: &currency,
	})
	if err != nil || made.JSON200 == nil {
		return nil, errors.Join(err, fmt.Errorf("registering: %v", refusal(made)))
	}
	remember := true
	opened, err := b.portals[i%2].LogInWithResponse(ctx, nil, portal.LoginRequest{Username: m.phone, Password: password, IsRemember: &remember})
	if err != nil || opened.JSON200 == nil {
		return nil, errors.Join(err, fmt.Errorf("logging in: %v", refusal(opened)))
	}
	m.token = opened.JSON200.Token
	overview, err := b.portals[i%2].GetWalletWithResponse(m.as(ctx))
	if err != nil || overview.JSON200 == nil {
		return nil, errors.Join(err, fmt.Errorf("the wallet: %v", refusal(overview)))
	}
	m.id = overview.JSON200.Profile.UnderscoreID
	b.payers.add(m)
	b.payBank(ctx, m, transfer{amount: money.Units(20_000), to: tills[m.currency].accounts[0]})
	b.activate(ctx, b.chance(chanceOfArrivals+uint64(i)), m, providers[i%len(providers)])
	return m, nil
}

func (m *member) as(ctx context.Context) context.Context {
	return as(ctx, identity{token: m.token, address: m.address})
}

// letters is a number as a name.
func letters(i int) string {
	text := ""
	for ; i >= 0; i = i/26 - 1 {
		text = string(rune('A'+i%26)) + text
	}
	return text
}

// refusal shows an answer that is not the wanted one; nil shows nothing.
func refusal(answer interface{ StatusCode() int }) string {
	return fmt.Sprintf("%+v", answer)
}
