package spin_test

import (
	"fmt"
	"net/http"
	"testing"
)

func TestAWheelThatMakesACoinWorthMoreTakesTwoPeople(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.put("/operator/spin/rules/BAHT", `{"perAmount":0,"coins":0,"maxCoins":0,"reviewAbove":1}`)
	wheel := func(coins int, isOpen bool) string {
		const half = `{"code":"S%d","label":{"en":"S"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":%s}`
		return fmt.Sprintf(`{"currency":"BAHT","name":{"en":"W"},"coinPerSpin":%d,"isOpen":%t,"openFrom":"2020-01-01T00:00:00Z","slices":[%s,%s]}`,
			coins, isOpen, fmt.Sprintf(half, 1, cash), fmt.Sprintf(half, 2, cash))
	}
	for i, c := range []struct {
		coins  int
		isOpen bool
		status int
	}{
		{100, true, http.StatusOK}, {99, true, http.StatusAccepted}, {1, true, http.StatusAccepted}, {1, false, http.StatusOK}, {100, true, http.StatusOK},
	} {
		if answer := e.Operator(t, "noi").Do(http.MethodPut, "/operator/spin/wheels/DEAR", wheel(c.coins, c.isOpen)); answer.Status != c.status {
			t.Errorf("%d: 100.00 for %d coins, open %t: %d %s", i, c.coins, c.isOpen, answer.Status, answer.Body)
		}
	}
}
