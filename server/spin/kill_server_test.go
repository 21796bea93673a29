package spin_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/portaltest"
)

// process is the built server on the database of an env, which a test may kill.
type process struct {
	*portaltest.Process
	*env
	token string
}

func newProcess(e *env) *process {
	e.t.Helper()
	p := &process{Process: portaltest.NewProcess(e.t, e.Database.URL), env: e, token: base64.RawURLEncoding.EncodeToString(bytes.Repeat([]byte("t"), 32))}
	hash := sha256.Sum256([]byte(p.token))
	if _, err := e.Database.DB.Querier(e.t.Context()).Exec(e.t.Context(), `insert into session (token_hash, id, member_id, address, device, created_at, expires_at, seen_at)
		values ($1, $2, $3, '127.0.0.1', '', now(), now() + interval '1 day', now())`, hash[:], id.NewID(), somchai); err != nil {
		e.t.Fatal(err)
	}
	return p
}

// press asks the server once. false: nothing is known of what it did.
func (p *process) press(path, body string, answer any) bool {
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, "http://"+p.Origin+path, strings.NewReader(body))
	if err != nil {
		return false
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+p.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK && response.StatusCode < http.StatusInternalServerError {
		p.t.Logf("%s: %d %s", path, response.StatusCode, text)
	}
	return err == nil && response.StatusCode == http.StatusOK && json.Unmarshal(text, answer) == nil
}

// pressUntil asks again and again, as a member does who presses again, until the answer says that it is done.
func pressUntil[T any](p *process, path, body string, done func(answer T) bool) (answer T) {
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(3 * time.Millisecond) {
		var response T
		if p.press(path, body, &response) && done(response) {
			return response
		}
	}
	p.t.Errorf("%s %s never succeeded", path, body)
	return answer
}

func TestAServerThatIsKilledAtAnyPointLosesNeitherCoinNorCoupon(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", coin, cash)
	const kills, players = 12, 4
	e.earn(somchai, 3*20*kills) // each spin takes three
	p := newProcess(e)
	var mutex sync.Mutex
	won := map[string]string{} // the sector that was answered, by the coupon
	requests, stop := 0, make(chan struct{})
	p.Start()
	var playing sync.WaitGroup
	for player := range players {
		playing.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				if n >= 20*kills/players {
					return
				}
				response := pressUntil(p, "/api/spinwheel/spin", fmt.Sprintf(`{"requestId":"spin-%d-%d"}`, player, n), func(response portal.SpinResponse) bool { return response.Success })
				if response.Result == nil {
					return
				}
				mutex.Lock()
				won[response.Result.CouponID] = response.Result.Code
				requests++
				mutex.Unlock()
				pressUntil(p, "/api/spinwheel/coupon/claim", `{"coupon":"`+response.Result.CouponID+`"}`, func(response portal.SpinClaimResponse) bool {
					return response.Success || response.Error != nil && *response.Error == portal.SpinErrorNOCLAIMABLECOUPON
				})
			}
		})
	}
	spun := func() int {
		mutex.Lock()
		defer mutex.Unlock()
		return requests
	}
	// A busy machine lets little happen between two kills: then there are more of them, and later.
	for n := 0; n < kills || spun() < kills && n < 10*kills; n++ {
		time.Sleep(time.Duration(5+rand.IntN(80*(1+n/kills))) * time.Millisecond)
		p.Kill()
		p.Start()
	}
	close(stop)
	playing.Wait()
	var coins, paid int
	for _, code := range won {
		if code == "S1" {
			coins += 2
		} else {
			paid++
		}
	}
	var spins, claimed int
	if err := e.Database.DB.Querier(t.Context()).QueryRow(t.Context(), `select count(*), count(*) filter (where c.status = 'CLAIMED') from spin s
		join spin_coupon c on c.spin_id = s.id where s.member_id = $1`, somchai).Scan(&spins, &claimed); err != nil {
		t.Fatal(err)
	}
	if len(won) != requests || spins != requests || claimed != requests || requests < kills {
		t.Errorf("I12: %d requests won %d coupons; %d spins are there, %d coupons claimed", requests, len(won), spins, claimed)
	}
	wallet := e.wallet(somchai)
	if want := 3*20*kills - 3*requests + coins; wallet.Coins != int64(want) {
		t.Errorf("I12: %d coins after %d spins, not %d", wallet.Coins, requests, want)
	}
	if want := 1 + 100_00*paid; int64(wallet.Main) != int64(want) { // one satang came with the coins
		t.Errorf("I7: %v after %d prizes of 100.00, not %d", wallet.Main, paid, want)
	}
	e.sound()
}
