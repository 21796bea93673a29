package middleware

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the counters of the listeners, in a registry of their own.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	duration   *prometheus.HistogramVec
	inFlight   prometheus.Gauge
	faults     *prometheus.CounterVec
	undeclared *prometheus.CounterVec
	unknown    *prometheus.CounterVec
	shed       *prometheus.CounterVec
	// Signed has labels of parties that share a secret with us only.
	Signed *prometheus.CounterVec
	// ClientErrors has labels of what was published only: a browser cannot make new ones.
	ClientErrors *prometheus.CounterVec
	misfits      *prometheus.CounterVec
}

// NewMetrics makes the counters and those of the Go runtime.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_http_requests_total", Help: "Answers, by operation and status."}, []string{"operation", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "krapao_http_request_seconds", Help: "Time from the request to the end of its answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}}, []string{"operation"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "krapao_http_in_flight", Help: "Requests under way."}),
		faults: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_faults_total", Help: "Failed calls, by operation and error code."}, []string{"operation", "code"}),
		undeclared: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_undeclared_codes_total", Help: "Error codes that the contract does not list for the operation."}, []string{"operation", "code"}),
		unknown: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_unknown_fields_total", Help: "Fields in requests that the contract does not know and that were ignored."}, []string{"operation"}),
		ClientErrors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_client_errors_total", Help: "Errors that members' pages reported, by micro-frontend and version."}, []string{"remote", "version"}),
		misfits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_remote_misfits_total", Help: "Pages that were to use a micro-frontend whose React or kit the shell lacks, and do without it."},
			[]string{"remote", "version"}),
		Signed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_webhooks_signed_total", Help: "Webhooks signed as agreed, by operation, party and secret: present, or old, which can be left out once this stands still."},
			[]string{"operation", "party", "secret"}),
		shed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_shed_requests_total", Help: "Requests refused because too many were under way, by budget; of one caller or of all."}, []string{"budget", "of"}),
	}
	m.registry.MustRegister(m.requests, m.duration, m.inFlight, m.faults, m.undeclared, m.unknown, m.shed, m.Signed, m.ClientErrors, m.misfits,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Register adds another part's collector.
func (m *Metrics) Register(collector prometheus.Collector) { m.registry.MustRegister(collector) }

// CountMisfit counts a page that does without a published version.
func (m *Metrics) CountMisfit(name, version string) { m.misfits.WithLabelValues(name, version).Inc() }

// Handler answers the metrics in the form of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
