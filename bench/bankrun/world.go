package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"krapao/server/app"
	"krapao/server/money"
)

// wayIn is how money of a currency comes in and goes out: through its gateways, the first of which pays out, and to
// accounts of the house.
type wayIn struct {
	gateways []string
	// accounts are those whose lines credit; qrAccount is where the payments of the last gateway's QR codes arrive, and
	// direct transfers too.
	accounts  []houseAccount
	qrAccount houseAccount
}

// houseAccount is a deposit account of the house.
type houseAccount struct{ bank, number string }

// waysIn: PromptPay codes for baht, BCEL OnePay and LAO QR for kip.
var waysIn = map[money.Currency]wayIn{
	money.Baht: {[]string{"PROMPTPAY1", "PROMPTPAY2"}, []houseAccount{{"SCB", "4051112223"}, {"KBANK", "1231112223"}}, houseAccount{"SCB", "4051112230"}},
	money.Kip:  {[]string{"BCELONE", "LAOQR1"}, []houseAccount{{"BCEL", "1601100001234"}, {"LDB", "0301100001234"}}, houseAccount{"BCEL", "1601100001235"}},
}

// settlesAt gives the account where a gateway's QR payments arrive; none for a gateway that keeps them.
func (w wayIn) settlesAt(gateway string) (account houseAccount) {
	if gateway == w.gateways[len(w.gateways)-1] {
		account = w.qrAccount
	}
	return account
}

// everyAccount are the accounts that a transfer may go to.
func (w wayIn) everyAccount() []houseAccount {
	return append([]houseAccount{w.qrAccount}, w.accounts...)
}

// walletBank is the e-wallet's code among the banks.
const walletBank = "TRUE"

// The e-wallet's accounts of the house: where gift links are redeemed, and which its feed credits. Both have a feed.
const giftPhone, feedPhone = "0890001122", "0890001133"

// feedBanks are the banks whose feeds are reported.
func feedBanks() (list []string) {
	for _, payment := range waysIn {
		for _, account := range payment.everyAccount() {
			if !slices.Contains(list, account.bank) {
				list = append(list, account.bank)
			}
		}
	}
	return append(list, walletBank)
}

// deposits is the pool that every deposit's amount is drawn from, whoever pays and however: nothing is known by its
// amount. It is small, so that equal amounts meet all the time; none has satang that are magic at the parties.
var deposits = []money.Amount{money.Units(100), money.Units(150) + 50, money.Units(301) + 17}

func drawDeposit(chance *rand.Rand) money.Amount { return deposits[chance.IntN(len(deposits))] }

// entryOf is an amount as a member can name it: kip has no att.
func entryOf(currency money.Currency, amount money.Amount) money.Amount {
	if currency == money.Kip {
		return amount - amount%100
	}
	return amount
}

// providers are entered by a link, but for the last two: a form that is posted, and a page that is opened.
var providers = []string{"NAGA", "LOTUS", "GOAL", "SIX"}

// editions are what a run may be of.
var editions = []app.Edition{app.Thai, app.Laos}

// parseEdition reads the flag; empty: the seed draws one.
func parseEdition(text string, seed uint64) (app.Edition, error) {
	if text == "" {
		return editions[seed%2], nil
	}
	for _, edition := range editions {
		if text == string(edition) {
			return edition, nil
		}
	}
	return "", fmt.Errorf("-edition %q is neither thai nor laos", text)
}

// gatewaysOf are all gateways of an edition.
func gatewaysOf(edition app.Edition) (list []string) {
	for _, currency := range edition.Currencies() {
		list = append(list, waysIn[currency].gateways...)
	}
	return list
}

// homeBank is where the members of an edition have their bank accounts.
func homeBank(edition app.Edition) string {
	if edition == app.Laos {
		return "BCEL"
	}
	return "SCB"
}

// phoneOf is the number of the i-th member.
func phoneOf(edition app.Edition, i int) string {
	if edition == app.Laos {
		return fmt.Sprintf("020%08d", i)
	}
	return fmt.Sprintf("08%08d", i)
}

func (m *member) gateway(chance *rand.Rand) string {
	list := waysIn[m.currency].gateways
	return list[chance.IntN(len(list))]
}
