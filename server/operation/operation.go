// Package operation has the name of every operation that we serve, generated from the contracts. A name is stored with
// idempotency keys, written in logs and metrics, and compared in checks: whoever compares one uses its constant, so
// that a name which no contract has does not compile.
package operation

// Name is an operationId as the generated servers spell it, in upper camel case: TransferFunds. It is the only spelling
// in this program, and in the database.
type Name string
