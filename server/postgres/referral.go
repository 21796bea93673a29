package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/server/daily"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/referral"
)

// Referral keeps what members earn by those whom they invited; it is a referral.Store.
type Referral struct{ *DB }

var _ referral.Store = Referral{}

// LockMember keeps others from the member's receipts until the transaction ends.
func (r Referral) LockMember(ctx context.Context, member id.MemberID) error {
	return Deposits(r).LockMember(ctx, member)
}

// counts tells whether inviter i earns by invitee m: another member, who was there before them (so that no circle
// closes), counts the same currency, may use their account, and is not paid into a bank account with the same number.
const counts = `coalesce(i.id <> m.id and i.created_at < m.created_at and i.currency = m.currency and i.status = 'ACTIVE' and not exists (
		select from member_bank own join member_bank other on other.account_no = own.account_no where own.member_id = m.id and other.member_id = i.id), false)`

// Players gives the next of who played on a day, by member number. Who has bets open does not count: what they staked
// may not be lost.
func (r Referral) Players(ctx context.Context, day daily.Day, after id.MemberID, limit int) ([]referral.Played, error) {
	rows, err := r.Querier(ctx).Query(ctx, `select d.member_id, coalesce(m.inviter_id, 0), m.currency, `+counts+` and not exists (
				select from invite_earning e where e.invitee_id = d.member_id and e.day = $1) and not `+betsOpen("d.member_id", "$4")+`, d.result, coalesce(d.brought_forward, 0)
		from (select member_id, result, brought_forward from game_day where day = $1 and member_id > $2 order by member_id limit $3) d
			join member m on m.id = d.member_id left join member i on i.id = m.inviter_id
		order by d.member_id`, day.Time, after, limit, openBetsSince(day.Time))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[referral.Played])
}

// AddEarnings writes new ones, each with its inviter's next number, and adds them to what waits.
func (r Referral) AddEarnings(ctx context.Context, earnings []referral.Earning) error {
	// Inviters are locked in one order, whoever adds.
	ordered := slices.Clone(earnings)
	slices.SortStableFunc(ordered, func(a, b referral.Earning) int { return int(a.Member - b.Member) })
	var inviters, sums, counted []int64
	var currencies []string
	for _, earning := range ordered {
		if last := len(inviters) - 1; last >= 0 && inviters[last] == int64(earning.Member) {
			sums[last] += int64(earning.Amount)
			counted[last]++
			continue
		}
		inviters, sums = append(inviters, int64(earning.Member)), append(sums, int64(earning.Amount))
		counted, currencies = append(counted, 1), append(currencies, string(earning.Currency))
	}
	rows, err := r.Querier(ctx).Query(ctx, `insert into invite_balance (member_id, currency, amount, earned, received)
		select member_id, currency, amount, earned, 0 from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) new (member_id, currency, amount, earned) order by member_id
		on conflict (member_id) do update set amount = invite_balance.amount + excluded.amount, earned = invite_balance.earned + excluded.earned
		returning member_id, earned`, inviters, currencies, sums, counted)
	if err != nil {
		return err
	}
	next := make(map[id.MemberID]int64, len(inviters))
	var inviter id.MemberID
	var earned int64
	if _, err := pgx.ForEachRow(rows, []any{&inviter, &earned}, func() error {
		at, _ := slices.BinarySearch(inviters, int64(inviter))
		next[inviter] = earned - counted[at] + 1
		return nil
	}); err != nil {
		return err
	}
	return r.insertEarnings(ctx, ordered, next)
}

// insertEarnings writes earnings; next has the number of each inviter's first one.
func (r Referral) insertEarnings(ctx context.Context, earnings []referral.Earning, next map[id.MemberID]int64) error {
	members, numbers, invitees := make([]int64, len(earnings)), make([]int64, len(earnings)), make([]int64, len(earnings))
	losses, amounts, caps := make([]int64, len(earnings)), make([]int64, len(earnings)), make([]int64, len(earnings))
	ids, percents, currencies, forward := make([]string, len(earnings)), make([]int64, len(earnings)), make([]string, len(earnings)), make([]int64, len(earnings))
	for i, of := range earnings {
		members[i], numbers[i], invitees[i], ids[i] = int64(of.Member), next[of.Member], int64(of.Invitee), of.ID.String()
		losses[i], amounts[i], caps[i], percents[i], currencies[i] = int64(of.Loss), int64(of.Amount), int64(of.Cap), int64(of.Percent), string(of.Currency)
		forward[i] = int64(of.BroughtForward)
		next[of.Member]++
	}
	_, err := r.Querier(ctx).Exec(ctx, `insert into invite_earning (member_id, number, id, invitee_id, day, currency, loss, percent, cap, amount, brought_forward, at)
		select member_id, number, id, invitee_id, $1, currency, loss, percent, cap, amount, forward, $2
		from unnest($3::bigint[], $4::bigint[], $5::uuid[], $6::bigint[], $7::text[], $8::bigint[], $9::int[], $10::bigint[], $11::bigint[], $12::bigint[])
			new (member_id, number, id, invitee_id, currency, loss, percent, cap, amount, forward)`,
		earnings[0].Day.Time, earnings[0].At, members, numbers, ids, invitees, currencies, losses, percents, caps, amounts, forward)
	return err
}

// Waits tells whether anything waits for a member.
func (r Referral) Waits(ctx context.Context, member id.MemberID) (waits bool, err error) {
	err = r.Querier(ctx).QueryRow(ctx, "select exists (select from invite_balance where member_id = $1 and amount > 0)", member).Scan(&waits)
	return waits, err
}

// LockWaiting gives what waits for a member, and keeps others from it until the transaction ends.
func (r Referral) LockWaiting(ctx context.Context, member id.MemberID) (waiting referral.Waiting, err error) {
	if err := requireTx(ctx); err != nil {
		return waiting, err
	}
	err = oneRow(r.Querier(ctx).QueryRow(ctx, "select amount, received + 1, earned from invite_balance where member_id = $1 for update", member).
		Scan(&waiting.Amount, &waiting.First, &waiting.Last))
	if errors.Is(err, fault.NoData) {
		return referral.Waiting{}, nil
	}
	return waiting, err
}

// errReceiptMoved is that what waits is not what a receipt takes, although the balance is locked.
var errReceiptMoved = errors.New("postgres: what waits was received before")

// AddReceipt takes what waits for a receipt.
func (r Referral) AddReceipt(ctx context.Context, receipt referral.Receipt) error {
	changed, err := r.Querier(ctx).Exec(ctx, `with taken as (
			update invite_balance set amount = amount - $5::bigint, received = $4::bigint
				where member_id = $1 and received = $3::bigint - 1 and amount = $5::bigint and earned = $4::bigint returning member_id
		)
		insert into invite_receipt (member_id, id, first, last, amount, currency, success_percent, fail_percent, is_automatic, at)
		select member_id, $2, $3::bigint, $4::bigint, $5::bigint, $6, $7, $8, $9, $10 from taken`,
		receipt.Member, receipt.ID, receipt.First, receipt.Last, receipt.Amount, receipt.Currency, receipt.SuccessPercent, receipt.FailPercent, receipt.Automatic, receipt.At)
	if err == nil && changed == 0 {
		err = errReceiptMoved
	}
	return err
}

// WaitingMembers gives the next members of a currency for whom something waits, by number.
func (r Referral) WaitingMembers(ctx context.Context, currency money.Currency, after id.MemberID, limit int) ([]id.MemberID, error) {
	rows, err := r.Querier(ctx).Query(ctx, `select member_id from invite_balance where amount > 0 and currency = $1 and member_id > $2 order by member_id limit $3`, currency, after, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[id.MemberID])
}

// InviteesPlayed tells whether anybody whom the member invited has ever played.
func (r Referral) InviteesPlayed(ctx context.Context, member id.MemberID) (played bool, err error) {
	err = r.Querier(ctx).QueryRow(ctx, "select exists (select from member m join game_day d on d.member_id = m.id where m.inviter_id = $1)", member).Scan(&played)
	return played, err
}

// Receipt gives one. Errors: NO_DATA.
func (r Referral) Receipt(ctx context.Context, member id.MemberID, receipt id.ID) (found referral.Receipt, err error) {
	err = oneRow(r.Querier(ctx).QueryRow(ctx, `select member_id, id, first, last, amount, currency, success_percent, fail_percent, is_automatic, at
		from invite_receipt where member_id = $1 and id = $2`, member, receipt).
		Scan(&found.Member, &found.ID, &found.First, &found.Last, &found.Amount, &found.Currency, &found.SuccessPercent, &found.FailPercent, &found.Automatic, &found.At))
	return found, err
}

// Earnings gives a page, newest first, and how many there are: the numbers have no gap, so a page is a range of them.
func (r Referral) Earnings(ctx context.Context, member id.MemberID, offset, limit int) (earnings []referral.Earning, total int, err error) {
	err = oneRow(r.Querier(ctx).QueryRow(ctx, "select earned from invite_balance where member_id = $1", member).Scan(&total))
	if err != nil || offset >= total {
		if errors.Is(err, fault.NoData) {
			err = nil
		}
		return nil, total, err
	}
	rows, err := r.Querier(ctx).Query(ctx, `select e.member_id, e.number, e.id, e.invitee_id, e.day, m.name, e.currency, e.loss, e.brought_forward, e.percent, e.cap, e.amount, e.at
		from invite_earning e join member m on m.id = e.invitee_id where e.member_id = $1 and e.number > $2 and e.number <= $3 order by e.number desc`,
		member, max(total-offset-limit, 0), total-offset)
	if err != nil {
		return nil, 0, err
	}
	earnings, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (of referral.Earning, err error) {
		err = row.Scan(&of.Member, &of.Number, &of.ID, &of.Invitee, &of.Day.Time, &of.Name, &of.Currency, &of.Loss, &of.BroughtForward, &of.Percent, &of.Cap, &of.Amount, &of.At)
		return of, err
	})
	return earnings, total, err
}
