package simulator

import (
	"net/http"
	"slices"
	"strings"

	"krapao/server/money"
	"krapao/server/simulator/api/payment"
)

// kept bounds what a page lists.
const kept = 100

// latest forgets all but the newest entries of a list that grows at its end.
func latest[T any](list []T) []T {
	if len(list) > 2*kept {
		list = slices.Clone(list[len(list)-kept:])
	}
	return list
}

// newest gives the newest entries first.
func newest[T any](list []T) []T {
	out := slices.Clone(list[max(0, len(list)-kept):])
	slices.Reverse(out)
	return out
}

// shownQR is a payment as the page and GET /gateway/qr show it.
type shownQR struct {
	payment.QrPayment
	GatewayCode string `json:"gatewayCode"`
}

func (g *gateways) qrList() []shownQR {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	out := []shownQR{}
	for _, qr := range newest(g.qrs) {
		out = append(out, shownQR{qr.at(g.config.Now()), qr.gateway.code})
	}
	return out
}

// shownPayout is a payout as the page and GET /gateway/payouts show it.
type shownPayout struct {
	payment.Payout
	GatewayCode string                    `json:"gatewayCode"`
	Destination payment.PayoutDestination `json:"destination"`
}

func (g *gateways) payoutList() []shownPayout {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	out := []shownPayout{}
	for _, order := range newest(g.outs) {
		out = append(out, shownPayout{order.Payout, order.gateway.code, order.destination})
	}
	return out
}

func (g *gateways) listQR(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, g.qrList())
}

func (g *gateways) listPayouts(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, g.payoutList())
}

type floatLine struct {
	Code     string
	Currency money.Currency
	Amount   money.Amount
}

func (g *gateways) floats() []floatLine {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	lines := []floatLine{}
	for code, at := range g.byCode {
		for currency, amount := range at.balance {
			if amount != openingFloat {
				lines = append(lines, floatLine{code, currency, amount})
			}
		}
	}
	slices.SortFunc(lines, func(a, b floatLine) int { return strings.Compare(a.Code+string(a.Currency), b.Code+string(b.Currency)) })
	return lines
}

func (g *gateways) page(w http.ResponseWriter, _ *http.Request) {
	deliveries := g.webhooks.list()
	render(w, "gateway.html", view{Title: "Payment gateways", Refresh: 3, Data: map[string]any{
		"QRs": g.qrList(), "Payouts": g.payoutList(), "Webhooks": deliveries[:min(len(deliveries), kept)], "Floats": g.floats(),
	}})
}
