package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/member"
)

var _ member.AdminStore = Members{}

var likeEscape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// FindMembers gives a page of members, newest first, and how many match in all.
func (m Members) FindMembers(ctx context.Context, search member.Search) (found []member.Found, total int, err error) {
	var where []string
	var args []any
	add := func(condition string, value any) {
		args = append(args, value)
		where = append(where, fmt.Sprintf(condition, len(args)))
	}
	if search.Phone != "" {
		add("m.phone like $%d", search.Phone+"%")
	}
	if search.Number != 0 {
		add("m.id = $%d", search.Number)
	}
	if search.Name != "" {
		add(`m.id in (select f.id from member f where lower(f.name) like $%[1]d
			union all select f.member_id from member_bank f where lower(f.account_name) like $%[1]d)`, likeEscape.Replace(strings.ToLower(search.Name))+"%")
	}
	if search.AccountNo != "" {
		add("b.account_no like $%d", search.AccountNo+"%")
	}
	from := " from member m left join member_bank b on b.member_id = m.id left join ledger_wallet w on w.member_id = m.id where " + strings.Join(where, " and ")
	batch := &pgx.Batch{}
	batch.Queue("select count(*)"+from, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	batch.Queue(`select m.id, m.name, m.phone, m.currency, coalesce(w.main, 0), m.status, m.created_at`+from+
		fmt.Sprintf(" order by m.created_at desc, m.id offset %d limit %d", search.Offset, search.Limit), args...).Query(func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (f member.Found, err error) {
			err = row.Scan(&f.ID, &f.Name, &f.Phone, &f.Currency, &f.Main, &f.Status, &f.CreatedAt)
			return f, err
		})
		return err
	})
	err = m.DB.Querier(ctx).SendBatch(ctx, batch).Close()
	return found, total, err
}

// OpenMoney counts the member's withdrawals and deposits that are not decided.
func (m Members) OpenMoney(ctx context.Context, of id.MemberID) (open member.Open, err error) {
	err = m.DB.Querier(ctx).QueryRow(ctx, `select
		(select count(*) from withdrawal where member_id = $1 and step in ('GATHERING', 'REQUESTED', 'APPROVED', 'SENT')),
		(select count(*) from qr_payment where member_id = $1 and status in ('REQUESTED', 'ACTIVE'))
			+ (select count(*) from deposit_claim where member_id = $1 and status = 'PENDING')
			+ (select count(*) from gift_link where member_id = $1 and status in ('CLAIMED', 'REVIEW'))
			+ (select count(*) from slip where member_id = $1 and status = 'PENDING')`, of).Scan(&open.Withdrawals, &open.Deposits)
	return open, err
}

// PutStatus changes whether a member may use the site.
func (m Members) PutStatus(ctx context.Context, changed id.MemberID, status member.Status) error {
	_, err := m.DB.Querier(ctx).Exec(ctx, "update member set status = $2 where id = $1", changed, status)
	return err
}

// PutPhone changes the phone number. Errors: EXISTING_USER.
func (m Members) PutPhone(ctx context.Context, changed id.MemberID, phone string) error {
	batch := &pgx.Batch{}
	batch.Queue("update member_phone p set phone = $2 from member m where m.id = $1 and p.phone = m.phone", changed, phone)
	batch.Queue("update member set phone = $2 where id = $1", changed, phone)
	err := m.DB.Querier(ctx).SendBatch(ctx, batch).Close()
	if IsUnique(err, "member_phone_pkey") {
		return member.ErrExistingUser
	}
	return err
}

// AddNotice writes down that a phone is to be told something.
func (m Members) AddNotice(ctx context.Context, notice member.Notice) error {
	_, err := m.DB.Querier(ctx).Exec(ctx, "insert into member_notice (id, member_id, phone, kind, created_at, due_at) values ($1, $2, $3, $4, $5, $5)",
		notice.ID, notice.Member, notice.Phone, notice.Kind, notice.CreatedAt)
	return err
}

// TakeNotices gives up to limit messages that are due, and puts each off for longer with every try, until it is given
// up after a day.
func (m Members) TakeNotices(ctx context.Context, now time.Time, limit int) ([]member.Notice, error) {
	rows, err := m.DB.Querier(ctx).Query(ctx, `update member_notice set tries = tries + 1, due_at = $1 + interval '20 s' * power(2, least(tries, 8)) where id in (
			select id from member_notice where sent_at is null and due_at <= $1 and created_at > $1 - interval '1 day' order by due_at limit $2 for no key update skip locked)
		returning id, member_id, phone, kind, created_at, coalesce((select locale from member where id = member_id), '')`, now, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (n member.Notice, err error) {
		err = row.Scan(&n.ID, &n.Member, &n.Phone, &n.Kind, &n.CreatedAt, &n.Locale)
		return n, err
	})
}

// NoticeSent notes that a message was sent.
func (m Members) NoticeSent(ctx context.Context, notice id.ID, at time.Time) error {
	_, err := m.DB.Querier(ctx).Exec(ctx, "update member_notice set sent_at = $2 where id = $1", notice, at)
	return err
}
