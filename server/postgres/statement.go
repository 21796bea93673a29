package postgres

import (
	"context"

	"krapao/server/id"
	"krapao/server/statement"
)

// Statement knows who was on the other side of a member's transactions. The lines themselves are Ledger's.
type Statement struct{ DB *DB }

var _ statement.Parties = Statement{}

// Parties gives the bank for each reference of a QR payment: the one that paid, else the channel's.
func (s Statement) Parties(ctx context.Context, member id.MemberID, references []string) (map[string]string, error) {
	ids := make([]id.ID, 0, len(references))
	for _, reference := range references {
		if parsed, err := id.Parse(reference); err == nil {
			ids = append(ids, parsed)
		}
	}
	rows, err := s.DB.Querier(ctx).Query(ctx, `select q.id::text, coalesce(nullif(q.payer_bank, ''), c.bank_code, '')
		from qr_payment q left join deposit_channel c on c.code = q.gateway_code
		where q.member_id = $1 and q.id = any($2)`, member, ids)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	parties := map[string]string{}
	for rows.Next() {
		var reference, party string
		if err := rows.Scan(&reference, &party); err != nil {
			return nil, err
		}
		parties[reference] = party
	}
	return parties, rows.Err()
}
