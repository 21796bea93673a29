// Package sliptest holds uploaded slips against the whole product: real database, real files, real HTTP to the simulated bank.
package sliptest
