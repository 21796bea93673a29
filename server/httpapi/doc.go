// Package httpapi is the transport: it turns HTTP into calls of the features and their answers into HTTP.
//
// Every listener is one Base (request ids, client address, log, metrics, shedding, headers, compression) around a router
// that is generated from a contract. Each operation passes the gates of admission.go before its handler runs, in this
// order: old GET forms (guard.go), site shut (gone), session, strict body (strict.go), the contract's schema
// (validate.go). What a gate refuses is written by fault.go, and by nobody else.
//
// Handlers are one struct per domain (`<domain>.go`, `<domain>Handlers`), embedded into Server; what no struct answers
// falls through to the generated Unimplemented. An answer that members ask for again and again may be sent as it was last time while nothing of
// it changed (again.go).
package httpapi
