package payment_test

import (
	"errors"
	"io"
	"net/http"
	"path"
	"testing"

	"krapao/server/bankaccount"
	"krapao/server/gateway/payment"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

func order() withdrawal.Withdrawal {
	return withdrawal.Withdrawal{
		ID: id.NewID(), Amount: money.Units(100), Currency: money.Baht, To: bankaccount.Account{Bank: "SCB", Number: "4051234567", Holder: "SOMCHAI JAIDEE"},
		Payout: &withdrawal.Payout{Gateway: code},
	}
}

// tells answers a payout's order with these fields beside its reference.
func tells(fields string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"reference":"`+path.Base(r.URL.Path)+`","amount":100,"currency":"BAHT",`+fields+`}`)
	}
}

func TestAPayoutThatCannotBeWrittenDownIsUnknown(t *testing.T) {
	t.Parallel()
	for _, fields := range []string{
		`"payoutReference":"","status":"PENDING"`, `"payoutReference":"P\u0000","status":"PENDING"`, `"payoutReference":"P","status":"MAYBE"`, `"payoutReference":"P"`,
	} {
		if _, err := adapter(t, tells(fields), "key").CreatePayout(t.Context(), order()); !errors.Is(err, payment.ErrUnknown) || errors.Is(err, withdrawal.ErrPayoutRefused) {
			t.Errorf("%s: %v", fields, err)
		}
	}
}

// A member reads the reason: only the contract's words come through.
func TestAReasonOfTheGatewaysMakingIsNotPassedOn(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{"NO_ACCOUNT": "NO_ACCOUNT", `<b>\u0000`: ""} {
		reported, err := adapter(t, tells(`"payoutReference":"P","status":"REJECTED","reason":"`+said+`"`), "key").CreatePayout(t.Context(), order())
		if err != nil || reported.Status != withdrawal.PayoutRejected || reported.Reason != want {
			t.Errorf("%s: %+v, %v", said, reported, err)
		}
	}
}
