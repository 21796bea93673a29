package media

import (
	"io"
	"net/http"
	"os"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/chat"
	"krapao/server/httpapi/middleware"
)

// ServeChatFile answers a file of a message to whoever has its name, in parts where they are asked for: telephones play
// no video otherwise. Opened by itself it runs nothing.
func ServeChatFile(b *middleware.Base, from *chat.Service) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		upload, content, err := from.Open(r.Context(), chi.URLParam(r, "name"))
		if err != nil {
			b.Fail(w, r, err)
			return
		}
		defer func() { _ = content.Close() }() // read to its end, or the caller left
		whole, spooled, err := seekable(content, b.TempDir)
		if err != nil {
			b.Fail(w, r, err)
			return
		}
		if spooled != nil {
			defer func() { _ = spooled.Close() }() // it has no name any more
		}
		header := w.Header()
		header.Set("Content-Type", upload.ContentType)
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "private, max-age=31536000, immutable")
		header.Set("Content-Disposition", `inline; filename="`+upload.Name+`"`)
		http.ServeContent(w, r, "", time.Time{}, whole)
	}
}

// seekable gives content that can be read in parts: itself, or a copy in a file without a name.
func seekable(content io.Reader, folder string) (whole io.ReadSeeker, spooled *os.File, err error) {
	if direct, ok := content.(io.ReadSeeker); ok {
		return direct, nil, nil
	}
	if spooled, err = os.CreateTemp(folder, "file-*"); err != nil {
		return nil, nil, err
	}
	if err = os.Remove(spooled.Name()); err == nil {
		_, err = io.Copy(spooled, content)
	}
	if err != nil {
		_ = spooled.Close()
		return nil, nil, err
	}
	return spooled, spooled, nil
}
