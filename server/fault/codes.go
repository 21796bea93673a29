package fault

// Faults that no single domain owns. A domain's own codes are package values of that domain.
var (
	// KeyMissing: a required input is absent.
	KeyMissing = New(Invalid, "KEY_MISSING")
	// KeyInvalid: an input is malformed.
	KeyInvalid = New(Invalid, "KEY_INVALID")
	// NoData: nothing there, or not the asker's.
	NoData = New(NotFound, "NO_DATA")
	// Unauthorized: no token was sent.
	Unauthorized = New(Unauthenticated, "UNAUTHORIZED")
	// RequestLimit: asked too often; use After.
	RequestLimit = New(TooMany, "REQUEST_LIMIT")
	// RequestLimit1Min: asked too often, a minute will do; use After.
	RequestLimit1Min = New(TooMany, "REQUEST_LIMIT_1MIN")
	// SiteGone: the operator has shut the site.
	SiteGone = New(Gone, "gone")
	// IdempotencyConflict: the key was used for another body or path.
	IdempotencyConflict = New(Conflict, "IDEMPOTENCY_CONFLICT")
	// IdempotencyInProgress: the first request with the key is still running, or what it began is not done yet; asked
	// again it gives that one's effect.
	IdempotencyInProgress = New(Conflict, "IDEMPOTENCY_IN_PROGRESS")
	// InternalServerError: a defect; the cause is in the log.
	InternalServerError = New(Internal, "INTERNAL_SERVER_ERROR")
	// ServiceUnavailable: a part we need is down (503 with the same code as a defect, reliability.md "PostgreSQL
	// down").
	ServiceUnavailable = New(Unavailable, "INTERNAL_SERVER_ERROR")
	// ServerBusy: more is under way than the server takes on; in a moment it will do.
	ServerBusy = New(Unavailable, "SERVER_BUSY")
)
