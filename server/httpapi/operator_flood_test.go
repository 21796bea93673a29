package httpapi_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/server/app"
)

func TestAFloodOfOperatorLoginsStopsNeitherOperatorsNorMembers(t *testing.T) {
	t.Parallel()
	city := open(t, productionHash, func(c *app.Config) { c.MaxInFlight, c.MaxLogins = 12, 4 })
	member := city.join(t, "0812345678", nil)
	noi := city.Operator(t, "noi")
	var flood sync.WaitGroup
	var logins, busy atomic.Int64
	stop := make(chan struct{})
	for i := range 40 {
		flood.Go(func() {
			client := city.OperatorClient(t)
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				answer := client.Do(http.MethodPost, "/operator/login", `{"username":"noi","password":"wrong horse battery"}`, at(fmt.Sprintf("198.%d.%d.7", i, n%250)))
				if logins.Add(1); answer.Code() == "SERVER_BUSY" {
					busy.Add(1)
				}
			}
		})
	}
	for logins.Load() < 100 {
		if answer := noi.Do(http.MethodGet, "/operator/settings", ""); answer.Status != http.StatusOK {
			t.Errorf("an operator who is logged in: %d %s", answer.Status, answer.Body)
			break
		}
	}
	want(t, "a member's login", member.post("/api/login", fields{"username": "0812345678", "password": password}), "")
	close(stop)
	flood.Wait()
	if busy.Load() == 0 {
		t.Error("the flood was no flood")
	}
}
