package httpapi

import (
	"bytes"
	"net/http"
	"time"

	"krapao/server/site"
)

// mediaPolicy is the content security policy of images that operators uploaded: they are shown, and run nothing even when opened by themselves.
const mediaPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

// serveContactQR answers the contact page's image. Browsers ask each time whether it is the same: a new one shows without a restart.
func (b *Base) serveContactQR(from *site.Service) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		image, err := from.ContactQR(r.Context())
		switch {
		case err != nil:
			b.Fail(w, r, err)
			return
		case len(image.Content) == 0:
			b.notFound(w, r)
			return
		}
		header := w.Header()
		header.Set("Content-Type", "image/png")
		header.Set("Content-Security-Policy", mediaPolicy)
		header.Set("Cache-Control", "no-cache")
		header.Set("ETag", `"`+image.Hash+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(image.Content))
	}
}
