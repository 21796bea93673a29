package media

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/game"
	"krapao/server/httpapi/middleware"
)

// ServeProviderPicture answers the logos and backgrounds that we draw for game providers.
func ServeProviderPicture(b *middleware.Base, games *game.Service) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		providers, err := games.Providers(r.Context())
		if err != nil {
			b.Fail(w, r, err)
			return
		}
		file, draw := chi.URLParam(r, "file"), game.Logo
		code, isLogo := strings.CutSuffix(file, game.LogoEnding)
		if !isLogo {
			code, draw = strings.TrimSuffix(file, game.BackgroundEnding), game.Background
		}
		at := slices.IndexFunc(providers, func(provider game.Provider) bool { return strings.ToLower(provider.Code) == code })
		if at < 0 || code == file {
			b.NotFound(w, r)
			return
		}
		header := w.Header()
		header.Set("Content-Type", "image/svg+xml")
		header.Set("Content-Security-Policy", policy)
		header.Set("Cache-Control", "public, max-age=3600")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(draw(providers[at])))
	}
}
