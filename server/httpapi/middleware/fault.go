package middleware

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"krapao/server/fault"
)

// statusOf is the one table from kinds to statuses.
var statusOf = map[fault.Kind]int{
	fault.Internal:        http.StatusInternalServerError,
	fault.Invalid:         http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Gone:            http.StatusGone,
	fault.TooMany:         http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
}

// statusClosed is what the log shows for a caller who left before the answer.
const statusClosed = 499

// faultWriter writes a fault in the form of one contract.
type faultWriter func(w http.ResponseWriter, r *http.Request, status int, f *fault.Fault)

// Fail writes err as the contract's error: kind to status, code to body. An error without a fault is a defect: it is
// logged in full and shown as INTERNAL_SERVER_ERROR. 429 and 503 carry Retry-After in seconds.
func (b *Base) Fail(w http.ResponseWriter, r *http.Request, err error) {
	x := RequestInfoFrom(r.Context())
	f := asFault(r.Context(), err)
	x.Fault = f
	status, known := statusOf[f.Kind]
	if !known {
		status = http.StatusInternalServerError
	}
	if errors.Is(r.Context().Err(), context.Canceled) {
		b.Log.LogAttrs(r.Context(), slog.LevelInfo, "the caller left before the answer", slog.String("requestId", x.requestID), slog.Any("error", err))
		w.WriteHeader(statusClosed)
		return
	}
	x.shed = errors.Is(err, fault.ServerBusy)
	if !x.shed && status >= http.StatusInternalServerError {
		b.Log.LogAttrs(r.Context(), slog.LevelError, "request failed", slog.String("requestId", x.requestID), slog.String("operation", x.operation.Name()), slog.Any("error", err))
	}
	if wait := retryAfter(f); wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(wait))
	}
	write := x.Write
	if write == nil {
		write = WriteAPIError
	}
	write(w, r, status, f)
}

// asFault gives the fault in err; a deadline that passed is a part that is down, not a defect.
func asFault(ctx context.Context, err error) *fault.Fault {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.ServiceUnavailable.With(err)
	}
	return fault.From(err)
}

// retryAfter gives whole seconds, rounded up, for the kinds that ask the caller to come back; 0 for the others.
func retryAfter(f *fault.Fault) int {
	if f.Kind != fault.TooMany && f.Kind != fault.Unavailable {
		return 0
	}
	wait := f.RetryAfter
	switch {
	case wait > 0:
	case errors.Is(f, fault.RequestLimit1Min):
		wait = time.Minute
	default:
		wait = time.Second
	}
	return int((wait + time.Second - 1) / time.Second)
}

// WriteAPIError writes ApiError{message, requestId, field} of the portal's and the operator's contract.
func WriteAPIError(w http.ResponseWriter, r *http.Request, status int, f *fault.Fault) {
	answer := map[string]string{"message": string(f.Code), "requestId": RequestID(r.Context())}
	if f.Field != "" {
		answer["field"] = f.Field
	}
	WriteJSON(w, status, answer)
}

// WriteJSON answers a small value that always encodes.
func WriteJSON(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic("middleware: an answer that cannot be encoded: " + err.Error())
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // the caller may be gone; the log has the status
}

// FailInput answers what the generated code could not read: the caller's doing, never a defect.
func (b *Base) FailInput(w http.ResponseWriter, r *http.Request, err error) {
	b.Fail(w, r, AsInputFault(err))
}
