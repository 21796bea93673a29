package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"krapao/server/app"
	"krapao/server/channel"
	"krapao/server/game"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	opservice "krapao/server/operator"
	"krapao/server/secret"
	"krapao/server/withdrawal"
)

// What everybody uses: it is a closed world.
const password = "bank run 2026"

var (
	secretKey     = strings.Repeat("b5c6", 16)
	operatorNames = [2]string{"first", "second"}
)

// reviewAbove has a part of the withdrawals wait for a second operator.
var reviewAbove = money.Units(101)

// setup puts in what an operator would set up, starts the processes, and has the members register and pay in.
func (b *bank) setup(ctx context.Context, s settings) error {
	if err := b.setUp(ctx); err != nil {
		return fmt.Errorf("setting up: %w", err)
	}
	if err := b.cluster.start(ctx); err != nil {
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
	if err := b.joinAll(ctx, func(i int) bool { return !isInvited(i) }); err != nil {
		return err
	}
	if err := b.joinAll(ctx, isInvited); err != nil {
		return err
	}
	return b.loseYesterday(ctx)
}

// joinAll has members join, a few at a time.
func (b *bank) joinAll(ctx context.Context, who func(i int) bool) error {
	var next atomic.Int64
	errs := make([]error, 4)
	var group sync.WaitGroup
	for worker := range errs {
		group.Go(func() {
			for i := int(next.Add(1) - 1); i < len(b.members) && errs[worker] == nil; i = int(next.Add(1) - 1) {
				if who(i) {
					b.members[i], errs[worker] = b.join(ctx, i)
				}
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// setUp writes the settings through the product's own services.
func (b *bank) setUp(ctx context.Context) error {
	server, err := app.New(ctx, app.Config{
		Edition: b.edition, DatabaseURL: secret.NewText(b.cluster.url), DatabaseConnections: 4, SecretKey: secret.NewText(secretKey), DataDir: b.cluster.folder,
		PublicURL: "http://localhost", BodyLimit: 1 << 16, UploadLimit: 1 << 20, RequestTimeout: 1e9, LogLevel: "warn",
		Slip: app.SlipConfig{ImageRetention: 1e9, CheckTries: 1, CheckRetry: 1e9, CheckEvery: 1e9}, Chat: app.ChatConfig{GuestUploads: 1, FileRetention: 1e9},
	})
	if err != nil {
		return err
	}
	errs := []error{b.openChannels(ctx, server), b.openGames(ctx, server.Games), b.openWheels(ctx), b.openBonuses(ctx)}
	settings, err := server.Site.Settings(ctx)
	if err == nil {
		settings.RegisterOTP = false
		err = server.Site.PutSettings(ctx, settings)
	}
	errs = append(errs, err)
	for _, name := range operatorNames {
		_, err := server.Operators.Create(ctx, opservice.CreateInput{Username: name, Password: secret.NewText(password)})
		errs = append(errs, err)
	}
	return errors.Join(append(errs, server.Close())...)
}

func (b *bank) openChannels(ctx context.Context, server *app.App) error {
	var list []channel.Channel
	for _, currency := range b.edition.Currencies() {
		payment := waysIn[currency]
		for _, code := range payment.gateways {
			made := channel.Channel{Code: code, Kind: channel.Payment, BankCode: payment.qrAccount.bank, Mode: channel.Auto, TakesQR: true, Currency: currency}
			if at := payment.settlesAt(code); at.number != "" {
				made.Kind, made.AccountNo = channel.Bank, at.number
			}
			list = append(list, made)
		}
		for _, account := range payment.accounts {
			list = append(list, channel.Channel{Code: account.bank + "1", Kind: channel.Bank, BankCode: account.bank, Mode: channel.Auto, AccountNo: account.number, Currency: currency})
		}
	}
	list = append(list,
		channel.Channel{Code: "TRUELINK", Kind: channel.Wallet, BankCode: walletBank, Mode: channel.Link, AccountNo: giftPhone, Currency: money.Baht},
		channel.Channel{Code: "TRUEAUTO", Kind: channel.Wallet, BankCode: walletBank, Mode: channel.Auto, AccountNo: feedPhone, Currency: money.Baht})
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
	if err := server.Channels.PutChannels(ctx, list...); err != nil {
		return err
	}
	above := reviewAbove
	rules, err := server.Channels.Settings(ctx)
	if err == nil {
		rules.SlipOpenTo = rules.SlipOpenFrom // at any time
		err = server.Channels.PutSettings(ctx, rules)
	}
	if err != nil {
		return err
	}
	for _, currency := range b.edition.Currencies() {
		_, err = server.Withdrawals.PutWithdrawLimits(ctx, currency, withdrawal.LimitsChange{
			Min: money.Units(100), Max: money.Units(50_000), ReviewAbove: &above, PayoutGateway: &waysIn[currency].gateways[0],
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
			launch.URL = "http://" + b.cluster.at(partiesPort) + "/provider/" + code + "/signin"
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
		address:  fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255), takesBonuses: takesBonuses(i),
	}
	ctx = as(ctx, identity{address: m.address})
	currency, invitation := portal.Currency(m.currency), (*string)(nil)
	if isInvited(i) {
		code, err := b.inviteCode(ctx, b.members[i-inviteeAfter])
		if err != nil {
			return nil, err
		}
		invitation = &code
	}
	made, err := b.portals[i%2].RegisterAccountWithResponse(ctx, &portal.RegisterAccountParams{}, portal.RegisterRequest{
		Name: "Member", Username: m.phone, Password: password, BankCode: homeBank(b.edition), BankAccountNo: m.bankAccount, BankAccountName: m.name,
		Currency: &currency, InviteCode: invitation,
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
	overview, err := b.portals[i%2].GetWalletWithResponse(m.as(ctx), nil)
	if err != nil || overview.JSON200 == nil {
		return nil, errors.Join(err, fmt.Errorf("the wallet: %v", refusal(overview)))
	}
	m.id = overview.JSON200.Profile.UnderscoreID
	b.payers.add(m)
	first := transfer{amount: firstDeposit, to: waysIn[m.currency].accounts[0]}
	if m.takesBonuses {
		first.amount = smallDeposit
	}
	b.payBank(ctx, m, first)
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
