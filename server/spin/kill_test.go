package spin_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/httpapi/api/portal"
)

// killing ends the server's database connections, one every few milliseconds, whatever they are at, until the test has
// done its work.
func (e *env) killing(work func()) {
	e.t.Helper()
	super, err := pgx.Connect(e.t.Context(), e.Database.SuperURL)
	if err != nil {
		e.t.Fatal(err)
	}
	defer func() { _ = super.Close(context.WithoutCancel(e.t.Context())) }()
	done := make(chan struct{})
	var killer sync.WaitGroup
	killed := 0
	killer.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(15 * time.Millisecond):
			}
			var ended bool
			err := super.QueryRow(e.t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity
				where application_name = 'krapao' and datname = current_database() order by state = 'idle', random() limit 1`).Scan(&ended)
			if err == nil && ended {
				killed++
			}
		}
	})
	work()
	close(done)
	killer.Wait()
	for range 32 { // the pools find out which connections are gone, so that what is read next is no dead one's error
		_ = e.Database.DB.Ping(e.t.Context())
		_, _ = e.book.Wallet(e.t.Context(), somchai)
	}
	if killed == 0 {
		e.t.Error("no connection was ended")
	}
}

// until asks until the answer is an effect, as a member does who presses again.
func until[T any](e *env, path, body string, done func(answer T) bool) (answer T) {
	client := e.Client(e.t).As(somchai.String())
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		reply, err := client.Try(http.MethodPost, path, body)
		if err != nil || reply.Status != http.StatusOK || json.Unmarshal(reply.Body, &answer) != nil {
			continue
		}
		if done(answer) {
			return answer
		}
	}
	e.t.Errorf("%s %s never succeeded", path, body)
	return answer
}

func TestConnectionsThatDieAtAnyPointLoseNeitherCoinNorCoupon(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", coin, coin)
	const players, each = 4, 6
	e.earn(somchai, 3*players*each)
	coupons := make([]string, players*each)
	e.killing(func() {
		var playing sync.WaitGroup
		for player := range players {
			playing.Go(func() {
				for n := range each {
					at := player*each + n
					won := until(e, "/api/spinwheel/spin", fmt.Sprintf(`{"requestId":"spin-%d"}`, at), func(response portal.SpinResponse) bool { return response.Success })
					if !won.Success {
						return
					}
					coupons[at] = won.Result.CouponID
					until(e, "/api/spinwheel/coupon/claim", `{"coupon":"`+coupons[at]+`"}`, func(response portal.SpinClaimResponse) bool {
						return response.Success || *response.Error == portal.SpinErrorNOCLAIMABLECOUPON
					})
				}
			})
		}
		playing.Wait()
	})
	if got := e.wallet(somchai).Coins; got != 2*players*each {
		t.Errorf("I12: %d coins after %d spins that each gave two back, not %d", got, players*each, 2*players*each)
	}
	seen := map[string]bool{}
	for _, coupon := range coupons {
		seen[coupon] = true
	}
	history := until(e, "/api/spinwheel/history", `{"page":1,"limit":1}`, func(portal.SpinHistory) bool { return true })
	if len(seen) != players*each || history.Total != players*each {
		t.Errorf("I12: %d coupons and %d spins of %d asked for", len(seen), history.Total, players*each)
	}
	e.sound()
}

func TestTheCheckerFindsCoinsThatFitNoEvent(t *testing.T) {
	t.Parallel()
	for name, breakage := range map[string]string{
		"nothing":                             "select 1",
		"a spin that took no coins":           "insert into spin select member_id, gen_random_uuid(), 'x', wheel, version, slice, seed, commitment, coins, at from spin limit 1",
		"a spin that took other coins":        "update spin set coins = coins + 1 where request = 'first'",
		"a coupon that gave no coins":         "update spin_coupon set status = 'CLAIMED', claimed_at = now() where status = 'OPEN'",
		"a coupon that gave them and is open": "update spin_coupon set status = 'OPEN', claimed_at = null where status = 'CLAIMED'",
		"coins from nowhere":                  "select ledger_post(gen_random_uuid(), 'x', 'BONUS', $1, 'BAHT', '', now(), 7, 0, 0, 0, 5, null, 0, '{house:spin}', '{COIN}', '{-5}', null, null)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEnv(t)
			e.wheel("LUCKY", coin, coin)
			e.earn(somchai, 6)
			e.spin(somchai, `{"requestId":"first"}`)
			e.claim(somchai, e.spin(somchai, `{"requestId":"second"}`).Result.CouponID)
			owner, err := pgx.Connect(t.Context(), e.Database.OwnerURL)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = owner.Close(context.WithoutCancel(t.Context())) }()
			var args []any
			if name == "coins from nowhere" {
				args = append(args, somchai)
			}
			if _, err := owner.Exec(t.Context(), breakage, args...); err != nil {
				t.Fatal(err)
			}
			findings, err := e.Database.DB.Check(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, finding := range findings {
				if want := finding.Invariant != "I12" || name == "nothing"; finding.OK != want && finding.Invariant != "I6" {
					t.Errorf("%s holds: %v, want %v: %v", finding.Invariant, finding.OK, want, finding.Sample)
				}
			}
		})
	}
}
