package main

import (
	"context"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"krapao/server/app"
	"krapao/server/money"
	"krapao/server/spin"
)

// demoWheelFrom is when the demo's wheel opened: the same at each start, so that it is written once.
var demoWheelFrom = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// seedWheel writes a prize wheel and the rule by which deposits bring coins, in the edition's currency. What operators
// changed since stays, and is asked for anew by nobody: a wheel or a rule that is there is left alone.
func seedWheel(ctx context.Context, server *app.App, edition app.Edition) error {
	currency, unit := money.Baht, int64(1)
	if edition == app.Laos {
		currency, unit = money.Kip, 500
	}
	rules, err := server.Spin.Rules(ctx)
	if err != nil {
		return err
	}
	wheels, err := server.Spin.Wheels(ctx)
	if err != nil || len(rules) > 0 || len(wheels) > 0 {
		return err
	}
	if err := server.Spin.PutRule(ctx, spin.Rule{Currency: currency, PerAmount: money.Units(100 * unit), Coins: 1, MaxCoins: 20, ReviewAbove: money.Units(10 * unit)}); err != nil {
		return err
	}
	_, err = server.Spin.PutWheel(ctx, demoWheel(currency, unit))
	return err
}

// inWords is a whole amount as members read it: "250,000 kip".
func inWords(amount int64, currency money.Currency) spin.Text {
	number := message.NewPrinter(language.English).Sprint(amount)
	text := spin.Text{"en": number + " baht", "th": number + " บาท", "la": number + " ບາດ"}
	if currency == money.Kip {
		text = spin.Text{"en": number + " kip", "th": number + " กีบ", "la": number + " ກີບ"}
	}
	return text
}

// demoWheel is a wheel of eight sectors; unit is what a baht is about in the currency.
func demoWheel(currency money.Currency, unit int64) spin.Wheel {
	cash := func(amount int64) spin.Prize {
		return spin.Prize{Type: spin.Cash, Name: inWords(amount*unit, currency), Amount: money.Units(amount * unit), Days: 7}
	}
	coins := func(count int, en, th, la string) spin.Prize {
		return spin.Prize{Type: spin.Coins, Name: spin.Text{"en": en, "th": th, "la": la}, Coins: count, Days: 7}
	}
	sector := func(code string, weight int64, background, foreground string, prize spin.Prize) spin.Slice {
		return spin.Slice{Code: code, Label: prize.Name, Background: background, Foreground: foreground, Weight: weight, Prize: prize}
	}
	name := func(en, th, la string) spin.Text {
		amount := "+" + message.NewPrinter(language.English).Sprint(20*unit)
		return spin.Text{"en": en + " " + amount, "th": th + " " + amount, "la": la + " " + amount}
	}
	bound := spin.Prize{Type: spin.Bonus, Name: name("Bonus", "โบนัส", "ໂບນັດ"), Amount: money.Units(20 * unit), Terms: spin.Terms{SuccessPercent: 200, FailPercent: 10}, Days: 7}
	one, two := coins(1, "1 coin", "1 เหรียญ", "1 ຫຼຽນ"), coins(2, "2 coins", "2 เหรียญ", "2 ຫຼຽນ")
	return spin.Wheel{
		Code: "DEMO", Currency: currency, Name: spin.Text{"en": "Lucky wheel", "th": "วงล้อนำโชค", "la": "ວົງລໍ້ນຳໂຊກ"}, CoinPerSpin: 3, Open: true, From: demoWheelFrom,
		Slices: []spin.Slice{
			sector("S1", 200, "#f7b500", "#1a1a1a", cash(5)), sector("S2", 250, "#b3261e", "#ffffff", one),
			sector("S3", 150, "#1b5e20", "#ffffff", cash(10)), sector("S4", 200, "#0d47a1", "#ffffff", two),
			sector("S5", 120, "#f7b500", "#1a1a1a", cash(5)), sector("S6", 60, "#b3261e", "#ffffff", bound),
			sector("S7", 15, "#1b5e20", "#ffffff", cash(100)), sector("S8", 5, "#0d47a1", "#ffffff", cash(500)),
		},
	}
}
