package media

import (
	"bytes"
	"net/http"
	"time"

	"krapao/server/httpapi/middleware"
	"krapao/server/site"
)

// policy is the content security policy of images that operators uploaded: they are shown, and run nothing even when
// opened by themselves.
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'"

// ServeContactQR answers the contact page's image. Browsers ask each time whether it is the same: a new one shows
// without a restart.
func ServeContactQR(b *middleware.Base, from *site.Service) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		image, err := from.ContactQR(r.Context())
		switch {
		case err != nil:
			b.Fail(w, r, err)
			return
		case len(image.Content) == 0:
			b.NotFound(w, r)
			return
		}
		header := w.Header()
		header.Set("Content-Type", "image/png")
		header.Set("Content-Security-Policy", policy)
		header.Set("Cache-Control", "no-cache")
		header.Set("ETag", `"`+image.Hash+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(image.Content))
	}
}
