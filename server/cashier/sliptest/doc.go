// Package sliptest holds the tests of uploaded slips, which need a simulated bank and a queue beside the cashier.
package sliptest
