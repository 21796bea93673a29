package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	chimiddleware "github.com/go-chi/chi/v5/middleware"

	"krapao/server/httpapi/middleware"
)

// readyTimeout is how long the readiness check may take before it counts as a no.
const readyTimeout = time.Second

// NewOps makes the handler of the operations listener, which belongs on the loopback or a private network:
// /livez (the process runs), /readyz (it can serve: ready answers nil), /metrics (Prometheus).
func NewOps(metrics *middleware.Metrics, ready func(ctx context.Context) error) http.Handler {
	router := chi.NewRouter()
	router.Use(chimiddleware.GetHead)
	router.Get("/livez", func(w http.ResponseWriter, _ *http.Request) {
		middleware.WriteJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	router.Get("/readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
		defer cancel()
		if err := ready(ctx); err != nil {
			middleware.WriteJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "not ready", "reason": err.Error()})
			return
		}
		middleware.WriteJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	router.Method(http.MethodGet, "/metrics", metrics.Handler())
	return router
}
