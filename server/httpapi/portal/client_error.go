package portal

import (
	"context"
	"log/slog"
	"net/netip"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/middleware"
)

// PublishedRemotes knows which micro-frontends there are; remote.Service is one.
type PublishedRemotes interface {
	// Published tells whether that version was ever published; false while nobody can tell.
	Published(ctx context.Context, name, version string) bool
}

// ClientErrors is what the reports of browsers need.
type ClientErrors struct {
	Remotes PublishedRemotes
	Metrics *middleware.Metrics
	Log     *slog.Logger
}

// shellName is what the shell calls itself in a report.
const shellName = "shell"

// otherRemote stands in the metrics for what was never published, so that nobody can make labels.
const otherRemote = "other"

// clientErrorLines is how many reports a minute are logged; the others are only counted.
const clientErrorLines = 60

type clientErrorHandlers struct {
	ClientErrors
	lines *middleware.Throttle
}

// ReportClientError counts an error of a member's page. Errors: none of its own.
func (h clientErrorHandlers) ReportClientError(ctx context.Context, request portal.ReportClientErrorRequestObject) (portal.ReportClientErrorResponseObject, error) {
	report := request.Body
	remote, version := report.Remote, report.Version
	switch {
	case remote == shellName:
		version = ""
	case !h.Remotes.Published(ctx, remote, version):
		remote, version = otherRemote, otherRemote
	}
	h.Metrics.ClientErrors.WithLabelValues(remote, version).Inc()
	if h.lines.Allow(netip.Addr{}) == nil {
		h.Log.LogAttrs(ctx, slog.LevelWarn, "a member's page ran into an error", slog.String("remote", remote), slog.String("version", version),
			slog.String("route", report.Route), slog.String("error", report.Error))
	}
	return portal.ReportClientError200JSONResponse{Body: ok}, nil
}
