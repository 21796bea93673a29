// Package portaltest is what tests of the whole product need: a database of their own (NewDB), the product of
// production's wiring in the process (Start), a client that holds every exchange against the contract (Client), and the
// record of which error codes were exercised (coverage.go, judged by cmd/codecoverage).
package portaltest
