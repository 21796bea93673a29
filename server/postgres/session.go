package postgres

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/member"
)

// AddSession writes a session, the member's last two logins and language.
func (m Members) AddSession(ctx context.Context, session member.StoredSession) error {
	batch := &pgx.Batch{}
	batch.Queue(`insert into session (token_hash, id, member_id, address, device, created_at, expires_at, seen_at) values ($1, $2, $3, $4, $5, $6, $7, $6)`,
		session.TokenHash, session.ID, session.Member, session.Addr.String(), session.Device, session.CreatedAt, session.ExpiresAt)
	batch.Queue(`update member set previous_login_at = last_login_at, last_login_at = $2, locale = coalesce(nullif($3, ''), locale) where id = $1`,
		session.Member, session.CreatedAt, session.Locale)
	return m.DB.Querier(ctx).SendBatch(ctx, batch).Close()
}

// Session gives a session with the member's state; those who ask at the same moment share a statement. Errors:
// invalid-token.
func (m Members) Session(ctx context.Context, tokenHash []byte) (member.StoredSession, error) {
	session, found, err := m.DB.sessions.get(ctx, string(tokenHash))
	if err == nil && !found {
		err = member.ErrInvalidToken
	}
	return session, err
}

// SessionsByHash gives the sessions that there are, by their token's hash; a hash without a session is left out.
func (m Members) SessionsByHash(ctx context.Context, tokenHashes []string) (map[string]member.StoredSession, error) {
	querier, giveBack, err := m.DB.borrowShared(ctx)
	if err != nil {
		return nil, err
	}
	defer giveBack()
	return sessionRows(ctx, querier, tokenHashes)
}

// sessionRows reads sessions by the hashes of their tokens.
func sessionRows(ctx context.Context, querier Querier, hashes []string) (map[string]member.StoredSession, error) {
	given := make([][]byte, 0, len(hashes))
	for _, hash := range hashes {
		given = append(given, []byte(hash))
	}
	rows, err := querier.Query(ctx, `select s.token_hash, s.id, s.member_id, s.address, s.created_at, s.expires_at, coalesce(s.ended_by, ''),
		coalesce(m.status, ''), coalesce(m.currency, '') from session s left join member m on m.id = s.member_id where s.token_hash = any($1)`, given)
	if err != nil {
		return nil, err
	}
	sessions := make(map[string]member.StoredSession, len(hashes))
	var read member.StoredSession
	var address string
	_, err = pgx.ForEachRow(rows, []any{
		&read.TokenHash, &read.ID, &read.Member, &address, &read.CreatedAt, &read.ExpiresAt, &read.EndedBy, &read.Status, &read.Currency,
	}, func() error {
		read.Addr, _ = netip.ParseAddr(address) // one that was not known is the zero address
		sessions[string(read.TokenHash)] = read
		return nil
	})
	return sessions, err
}

// Sessions gives a member's sessions that are alive at a time, the latest used first. They have no token.
func (m Members) Sessions(ctx context.Context, of id.MemberID, now time.Time) ([]member.StoredSession, error) {
	rows, err := m.DB.Querier(ctx).Query(ctx, `select id, member_id, address, device, created_at, expires_at, seen_at from session
		where member_id = $1 and ended_at is null and expires_at > $2 order by seen_at desc, id`, of, now)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (found member.StoredSession, err error) {
		var address string
		err = row.Scan(&found.ID, &found.Member, &address, &found.Device, &found.CreatedAt, &found.ExpiresAt, &found.SeenAt)
		found.Addr, _ = netip.ParseAddr(address) // one that was not known is the zero address
		return found, err
	})
}

// EndSessions ends all sessions of a member but one, and gives the ids of those it ended.
func (m Members) EndSessions(ctx context.Context, in member.EndSessionsInput) ([]id.ID, error) {
	rows, err := m.DB.Querier(ctx).Query(ctx, `update session set ended_at = $4, ended_by = $3
		where member_id = $1 and id <> $2 and ended_at is null returning id`, in.Member, in.Keep, in.By, in.At)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[id.ID])
}

// EndSession ends one session of a member, and tells whether it was alive. Errors: NO_DATA.
func (m Members) EndSession(ctx context.Context, in member.EndSessionInput) (ended bool, err error) {
	err = m.DB.Querier(ctx).QueryRow(ctx, `with found as (
			select token_hash, ended_at is null and expires_at > $4 as alive from session where member_id = $1 and id = $2 for no key update),
		ended as (update session s set ended_at = $4, ended_by = $3 from found where s.token_hash = found.token_hash and found.alive)
		select alive from found`, in.Member, in.Session, in.By, in.At).Scan(&ended)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, fault.NoData.Withf("a session that the member does not have")
	}
	return ended, err
}

// SeenSessions notes when sessions were last used, all in one statement.
func (m Members) SeenSessions(ctx context.Context, seen map[id.ID]time.Time) error {
	ids, times := make([]string, 0, len(seen)), make([]time.Time, 0, len(seen))
	for session, at := range seen {
		ids, times = append(ids, session.String()), append(times, at)
	}
	// Rows that a login or a revocation holds are skipped: the next flush has them.
	_, err := m.DB.Querier(ctx).Exec(ctx, `
		with used as (select s.token_hash, u.at from unnest($1::uuid[], $2::timestamptz[]) u (id, at) join session s on s.id = u.id
			where s.seen_at < u.at order by s.token_hash for no key update of s skip locked)
		update session s set seen_at = used.at from used where s.token_hash = used.token_hash`, ids, times)
	return err
}

// ForgetSessions drops those that ran out before a time, and tells how many.
func (m Members) ForgetSessions(ctx context.Context, before time.Time) (int64, error) {
	return m.DB.Querier(ctx).Exec(ctx, `delete from session where expires_at < $1`, before)
}
