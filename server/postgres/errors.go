package postgres

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"krapao/server/fault"
)

// mapped turns "the database is down, shutting down or too slow" into Unavailable with the error as its cause, and
// leaves everything else as it is.
func mapped(err error) error {
	if err == nil || !unavailable(err) {
		return err
	}
	var already *fault.Fault
	if errors.As(err, &already) {
		return err
	}
	return fault.ServiceUnavailable.With(err)
}

func unavailable(err error) bool {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		switch {
		case strings.HasPrefix(server.Code, "08"): // connection exceptions
			return true
		case strings.HasPrefix(server.Code, "57P"): // shutting down, crashed, starting
			return true
		case strings.HasPrefix(server.Code, "53"): // out of connections, memory, disk
			return true
		case strings.HasPrefix(server.Code, "40"): // lost a deadlock or a serialization conflict, in InTx after every try
			return true
		}
		return server.Code == "57014" || server.Code == "25P03" // statement or idle time-out
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, puddle.ErrClosedPool) ||
		pgconn.SafeToRetry(err) || strings.Contains(err.Error(), "conn closed") || strings.Contains(err.Error(), "unexpected EOF")
}

// retryable: PostgreSQL chose this transaction to lose a deadlock or a serialization conflict.
func retryable(err error) bool { return isCode(err, "40001") || isCode(err, "40P01") }

// refusal gives the reason of a statement that refused to go on (the function refuse).
func refusal(err error) (reason string, refused bool) {
	var server *pgconn.PgError
	if errors.As(err, &server) && server.Code == "KR001" {
		return server.Message, true
	}
	return "", false
}

// IsUnique tells whether err is a violation of the named unique constraint or index.
func IsUnique(err error, constraint string) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "23505" && server.ConstraintName == constraint
}

func isCode(err error, code string) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == code
}
