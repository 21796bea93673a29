package simulator

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"math/big"
	"net/http"

	"github.com/go-chi/chi/v5"
)

// The parties' names in Credentials; a gateway's, a bank's and a provider's carry its code.
const (
	SMSParty     = "sms"
	BankParty    = "bank"
	EWalletParty = "ewallet"
)

// GatewayParty names one payment gateway.
func GatewayParty(code string) string { return "gateway/" + code }

// BankFeedParty names the feed of one bank.
func BankFeedParty(bankCode string) string { return "bank-feed/" + bankCode }

// ProviderParty names one game provider.
func ProviderParty(code string) string { return "provider/" + code }

// The base paths of the contracts' calls, below the simulator's origin.
const (
	SMSPath     = "/sms/v1"
	BankPath    = "/bank/v1"
	EWalletPath = "/ewallet/v1"
)

// GatewayPath is the base path of one payment gateway.
func GatewayPath(code string) string { return "/gateway/" + code + "/v1" }

// ProviderPath is the base path of one game provider.
func ProviderPath(code string) string { return "/provider/" + code + "/v1" }

// Credentials are the keys and secrets that the parties share with Krapao, all derived from one seed: whoever knows the
// seed configures both sides alike. For demo and tests only.
type Credentials struct{ Seed string }

// Key is what the party expects in X-Api-Key.
func (c Credentials) Key(party string) string { return c.derive("key " + party) }

// Secret is what the party signs its webhooks with.
func (c Credentials) Secret(party string) string { return c.derive("secret " + party) }

func (c Credentials) derive(name string) string {
	mac := hmac.New(sha256.New, []byte(c.Seed))
	mac.Write([]byte(name))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// requireKey answers 401 to a call without the party's key. The party may depend on the path's {code}.
func (c Credentials) requireKey(party func(code string) string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			want := c.Key(party(chi.URLParam(r, "code")))
			if subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Api-Key")), []byte(want)) != 1 {
				writeFailure(w, r, errWrongKey)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func one(name string) func(string) string { return func(string) string { return name } }

const (
	capitals = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	letters  = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
)

// random gives n characters of the alphabet. Names made with it never meet those of an earlier run, which Krapao may
// remember.
func random(alphabet string, n int) string {
	out := make([]byte, n)
	for i := range out {
		drawn, err := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet))))
		if err != nil {
			panic(err) // crypto/rand does not fail on a working machine
		}
		out[i] = alphabet[drawn.Int64()]
	}
	return string(out)
}
