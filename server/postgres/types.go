package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"krapao/server/id"
)

// knowTypes tells a new connection how to send our ids: as the sixteen bytes that they are. Without it each would be
// written as text and read again.
func knowTypes(_ context.Context, conn *pgx.Conn) error {
	types := conn.TypeMap()
	types.TryWrapEncodePlanFuncs = slices.Insert(types.TryWrapEncodePlanFuncs, 0, wrapID)
	return nil
}

func wrapID(value any) (plan pgtype.WrappedEncodePlanNextSetter, nextValue any, ok bool) {
	given, ok := value.(id.ID)
	if !ok {
		return nil, nil, false
	}
	return &idPlan{}, pgtype.UUID{Bytes: given, Valid: true}, true
}

// idPlan encodes an ID as a UUID.
type idPlan struct{ next pgtype.EncodePlan }

func (p *idPlan) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *idPlan) Encode(value any, buffer []byte) ([]byte, error) {
	return p.next.Encode(pgtype.UUID{Bytes: value.(id.ID), Valid: true}, buffer)
}
