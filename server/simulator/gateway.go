package simulator

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
	"krapao/server/simulator/api/payment"
)

// openingFloat is what the house holds at a gateway in each currency before the first payment, so that payouts can be
// tried.
var openingFloat = money.Units(10_000_000)

// gateways are all payment gateways: any code is one, made at its first call.
type gateways struct {
	notServed
	config   *Config
	webhooks *webhooks
	bank     *bank // where what is paid arrives

	mutex  sync.Mutex // guards everything below, of every gateway
	byCode map[string]*gateway
	qrs    []*qrPayment // the latest, oldest first, for the page
	outs   []*payout
}

// gateway is one payment gateway's book.
type gateway struct {
	code    string
	balance map[money.Currency]money.Amount // what the house holds here
	qrs     map[string]*qrPayment           // by Krapao's reference
	waiting []*qrPayment                    // not ended yet, oldest first
	payouts map[string]*payout
	due     []*payout // not settled yet, oldest first
}

type qrPayment struct {
	payment.QrPayment
	gateway *gateway
	asked   payment.CreateQrPaymentRequest
}

func (g *gateways) mount(router chi.Router) {
	router.Get("/gateway", g.page)
	router.Get("/gateway/qr", g.listQR)
	router.Post("/gateway/qr/{reference}/pay", control("/gateway", g.pay))
	router.Get("/gateway/payouts", g.listPayouts)
	router.Get("/gateway/webhooks", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, g.webhooks.list()) })
	router.Route(GatewayPath("{code:[A-Z0-9_]{2,32}}"), func(router chi.Router) {
		router.Use(g.config.Credentials.requireKey(GatewayParty), g.config.faults.onCalls(faultOfGateway))
		mountPayment(router, g)
	})
}

// of gives the gateway of a code. The mutex is held.
func (g *gateways) of(code string) *gateway {
	known, ok := g.byCode[code]
	if !ok {
		known = &gateway{code: code, qrs: map[string]*qrPayment{}, payouts: map[string]*payout{}, balance: map[money.Currency]money.Amount{}}
		for _, currency := range money.Currencies() {
			known.balance[currency] = openingFloat
		}
		g.byCode[code] = known
	}
	return known
}

// CreateQrPayment makes a code to pay, once per reference.
func (g *gateways) CreateQrPayment(ctx context.Context, request payment.CreateQrPaymentRequestObject) (payment.CreateQrPaymentResponseObject, error) {
	body := *request.Body
	if err := checkReference(request.Reference); err != nil {
		return nil, err
	}
	if err := checkMoney(body.Amount, string(body.Currency)); err != nil {
		return nil, err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	at := g.of(codeOf(ctx))
	if made, repeated := at.qrs[request.Reference]; repeated {
		if made.asked.Amount != body.Amount || made.asked.Currency != body.Currency || !made.asked.ExpireAt.Equal(body.ExpireAt) {
			return nil, errConflict
		}
		return payment.CreateQrPayment200JSONResponse(made.at(g.config.Now())), nil
	}
	if !body.ExpireAt.After(g.config.Now()) {
		return nil, malformed("expireAt is past")
	}
	name := "QR" + random(capitals, 12)
	made := &qrPayment{gateway: at, asked: body, QrPayment: payment.QrPayment{
		Reference: request.Reference, QrReference: name, Status: payment.QrPaymentStatusPENDING, Amount: body.Amount,
		Currency: body.Currency, ExpireAt: body.ExpireAt, Payload: qrPayload(at.code, name, body.Amount, money.Currency(body.Currency)),
	}}
	at.qrs[request.Reference] = made
	at.waiting = append(at.waiting, made)
	g.qrs = latest(append(g.qrs, made))
	g.config.journal.put(made.record())
	return payment.CreateQrPayment200JSONResponse(made.QrPayment), nil
}

// GetQrPayment tells what became of a payment.
func (g *gateways) GetQrPayment(ctx context.Context, request payment.GetQrPaymentRequestObject) (payment.GetQrPaymentResponseObject, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	known, ok := g.of(codeOf(ctx)).qrs[request.Reference]
	if !ok {
		return nil, errNoPayment
	}
	return payment.GetQrPayment200JSONResponse(known.at(g.config.Now())), nil
}

// CancelQrPayment ends a payment that is not paid yet.
func (g *gateways) CancelQrPayment(ctx context.Context, request payment.CancelQrPaymentRequestObject) (payment.CancelQrPaymentResponseObject, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	known, ok := g.of(codeOf(ctx)).qrs[request.Reference]
	if !ok {
		return nil, errNoPayment
	}
	if known.at(g.config.Now()).Status == payment.QrPaymentStatusPENDING {
		known.Status = payment.QrPaymentStatusCANCELLED
		g.config.journal.put(known.record())
	}
	return payment.CancelQrPayment200JSONResponse(known.at(g.config.Now())), nil
}

// at gives the payment as it is at a moment: settle notes the end of one that ran out a little later.
func (q *qrPayment) at(now time.Time) payment.QrPayment {
	seen := q.QrPayment
	if seen.Status == payment.QrPaymentStatusPENDING && !now.Before(seen.ExpireAt) {
		seen.Status = payment.QrPaymentStatusEXPIRED
	}
	return seen
}

// find looks for a payment at every gateway: Krapao's references are unique. The mutex is held.
func (g *gateways) find(reference string) *qrPayment {
	for _, at := range g.byCode {
		if known, ok := at.qrs[reference]; ok {
			return known
		}
	}
	return nil
}

// pay is the payer's side: POST /gateway/qr/{reference}/pay with an optional payer. With an account of the house the
// money arrives there too, as a line of its bank's feed, which tells the transfer's reference only where withReference
// says so.
func (g *gateways) pay(r *http.Request, in input) (any, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	known := g.find(chi.URLParam(r, "reference"))
	if known == nil {
		return nil, errNoPayment
	}
	now := g.config.Now()
	if status := known.at(now).Status; status != payment.QrPaymentStatusPENDING {
		return nil, &refusal{http.StatusConflict, "NOT_PAYABLE", "The code is " + string(status) + " and cannot be paid."}
	}
	bank, name := "KBANK", "SOMCHAI JAIDEE"
	if money.Currency(known.Currency) == money.Kip {
		bank, name = "BCEL", "SOMPHONE VONG"
	}
	bankCode, accountNo, accountName := in.or("bankCode", bank), in.or("accountNo", "1234567890"), in.or("accountName", name)
	known.Status, known.PaidAt = payment.QrPaymentStatusPAID, &now
	known.Payer = &payment.PaymentParty{BankCode: &bankCode, AccountNo: &accountNo, AccountName: &accountName}
	known.gateway.balance[money.Currency(known.Currency)] += known.Amount
	changed := []record{known.record(), known.gateway.float(money.Currency(known.Currency))}
	paid := struct {
		payment.QrPayment
		TransactionReference string `json:"transactionReference,omitempty"`
	}{QrPayment: known.QrPayment}
	if account := in.or("toAccountNo", ""); account == "" {
		g.config.journal.put(changed...)
	} else {
		made := &bankTransfer{
			LineID: "Q-" + known.Reference, Reference: random(capitals, 20), Unnamed: in.or("withReference", "") == "", Amount: known.Amount, Currency: money.Currency(known.Currency),
			FromBank: bankCode, FromNo: accountNo, FromName: accountName, ToBank: in.or("toBankCode", "KBANK"), ToNo: account, At: now,
		}
		if number, has := bankNumbers[bankCode]; has {
			made.SlipPayload = slipPayload(number, made.Reference)
		}
		paid.TransactionReference = made.Reference
		g.bank.take(made, changed...)
	}
	g.reportPayment(known)
	return paid, nil
}
