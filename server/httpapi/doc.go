// Package httpapi is the transport: it turns HTTP into calls of the features and their answers into HTTP.
//
// Every listener is one middleware.Base around a router that is generated from a contract. Each operation passes the
// gates of middleware/gates.go before its handler runs, in this order: old GET forms (guard.go), site shut (gone),
// session, strict body (strict.go), the contract's schema (validate.go). What a gate refuses is written by
// middleware/fault.go, and by nobody else.
//
// Handlers stand with who calls them: portal (members), operator, webhook. There is one struct a domain (`<domain>.go`,
// `<domain>Handlers`), embedded into the audience's Server; a call that no struct answers fails the build. What the
// handlers of two audiences share is in convert and media. The tests of this folder call the running server, whoever
// answers.
package httpapi
