// Package media serves files that members and operators see: slips, chat files, the contact page's image, the pictures
// of game providers.
package media

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/fault"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/slip"
)

const (
	// SlipImagePath is where slips' images are, before their ids.
	SlipImagePath = "/media/slip/"
	// slipLinkLife is how long the address of a slip's image works.
	slipLinkLife = 5 * time.Minute
)

// audience is who an address is for; it works on that one's listener only.
type audience string

// ToMember and ToOperator are the two listeners that show slips.
const (
	ToMember   audience = "member"
	ToOperator audience = "operator"
)

// SlipLinks makes addresses of slips' images that work without a token, for a few minutes and for one image.
type SlipLinks struct {
	// Keys sign them: the first signs, what any of them signed works.
	Keys [][]byte
	// Origin is where members reach this server, without a slash at its end.
	Origin string
	Now    func() time.Time
}

// Path gives an address of a slip's image that works from now on for a few minutes.
func (l SlipLinks) Path(who audience, slip id.ID) string {
	expires := l.Now().Add(slipLinkLife).Unix()
	return fmt.Sprintf("%s%v?expires=%d&sig=%s", SlipImagePath, slip, expires, l.sign(l.Keys[0], who, slip, expires))
}

func (SlipLinks) sign(key []byte, who audience, slip id.ID, expires int64) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "slip image\n%s\n%v\n%d", who, slip, expires)
	return hex.EncodeToString(mac.Sum(nil))
}

// slip gives the slip that an address is for. Errors: NO_DATA, also for one that ran out or that nobody signed.
func (l SlipLinks) slip(who audience, name string, query url.Values) (id.ID, error) {
	slip, err := id.Parse(name)
	if err != nil || slip.String() != name {
		return id.ID{}, fault.NoData.Withf("slip %.40q", name)
	}
	expires, err := strconv.ParseInt(query.Get("expires"), 10, 64)
	signed := slices.ContainsFunc(l.Keys, func(key []byte) bool {
		return hmac.Equal([]byte(query.Get("sig")), []byte(l.sign(key, who, slip, expires)))
	})
	if err != nil || !signed || l.Now().Unix() >= expires {
		return id.ID{}, fault.NoData.Withf("the address of slip %v is not signed or ran out", slip)
	}
	return slip, nil
}

// Serve answers a slip's image to whoever has its address. Opened by itself it runs nothing, and no cache keeps it.
func (l SlipLinks) Serve(b *middleware.Base, who audience, slips *slip.Service) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		slipID, err := l.slip(who, chi.URLParam(r, "id"), r.URL.Query())
		if err != nil {
			b.Fail(w, r, err)
			return
		}
		slip, image, err := slips.Image(r.Context(), slipID)
		if err != nil {
			b.Fail(w, r, err)
			return
		}
		defer func() { _ = image.Close() }() // read to its end, or the caller left
		header := w.Header()
		header.Set("Content-Type", slip.ImageType)
		header.Set("Content-Security-Policy", policy)
		header.Set("Cache-Control", "no-store")
		header.Set("Content-Disposition", `inline; filename="`+slip.Reference+`"`)
		_, _ = io.Copy(w, image)
	}
}
