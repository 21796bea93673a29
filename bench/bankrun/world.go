package main

import (
	"fmt"
	"math/rand/v2"

	"krapao/server/app"
	"krapao/server/money"
)

// till is how money of a currency comes in and goes out: through its gateways, the first of which pays out, and to an account of the house.
type till struct {
	gateways      []string
	bank, account string
}

// tills: PromptPay codes for baht, BCEL OnePay and LAO QR for kip.
var tills = map[money.Currency]till{
	money.Baht: {[]string{"PROMPTPAY1", "PROMPTPAY2"}, "SCB", "4051112223"},
	money.Kip:  {[]string{"BCELONE", "LAOQR1"}, "BCEL", "1601100001234"},
}

// The e-wallet's accounts of the house: where gift links are redeemed, and which its feed reports.
const giftPhone, feedPhone = "0890001122", "0890001133"

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
		list = append(list, tills[currency].gateways...)
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
	list := tills[m.currency].gateways
	return list[chance.IntN(len(list))]
}
