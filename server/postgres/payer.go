package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

const ownerSQL = `select m.id, m.currency, coalesce(b.bank_code, ''), coalesce(b.account_no, ''), coalesce(b.account_name, ''), m.phone from member m left join member_bank b on b.member_id = m.id `

func scanOwner(row pgx.CollectableRow) (owner bankaccount.Owner, err error) {
	err = row.Scan(&owner.Member, &owner.Currency, &owner.Bank, &owner.Number, &owner.Holder, &owner.Phone)
	return owner, err
}

func (d Deposits) owners(ctx context.Context, sql string, args ...any) ([]bankaccount.Owner, error) {
	rows, err := d.Querier(ctx).Query(ctx, ownerSQL+sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanOwner)
}

// owner gives the first of the owners that a condition finds, if any.
func (d Deposits) owner(ctx context.Context, sql string, args ...any) (bankaccount.Owner, bool, error) {
	owners, err := d.owners(ctx, sql, args...)
	if err != nil || len(owners) == 0 {
		return bankaccount.Owner{}, false, err
	}
	return owners[0], true, nil
}

// OwnerOfAccount gives who registered a bank account.
func (d Deposits) OwnerOfAccount(ctx context.Context, bankCode, accountNo string) (bankaccount.Owner, bool, error) {
	return d.owner(ctx, "where b.bank_code = $1 and b.account_no = $2 and m.id = (select member_id from member_bank_owner where bank_code = $1 and account_no = $2)",
		bankCode, accountNo)
}

// OwnerOfPhone gives who registered a phone number.
func (d Deposits) OwnerOfPhone(ctx context.Context, phone string) (bankaccount.Owner, bool, error) {
	return d.owner(ctx, "where m.id = (select member_id from member_phone where phone = $1)", phone)
}

// AccountOf gives a member as the owner of their account. Errors: NO_DATA.
func (d Deposits) AccountOf(ctx context.Context, member id.MemberID) (bankaccount.Owner, error) {
	owner, found, err := d.owner(ctx, "where m.id = $1", member)
	if err == nil && !found {
		err = fault.NoData
	}
	return owner, err
}

// AccountsOf gives those of members who are there as the owners of their accounts.
func (d Deposits) AccountsOf(ctx context.Context, members []id.MemberID) ([]bankaccount.Owner, error) {
	return d.owners(ctx, "where m.id = any($1)", members)
}

// OwnersLike gives up to limit members whose account at a bank fits a masked number. The digits that it ends with find
// them in member_bank_owner_end.
func (d Deposits) OwnersLike(ctx context.Context, bankCode, masked string, limit int) ([]bankaccount.Owner, error) {
	end := []byte(masked[strings.LastIndexAny(masked, "_%")+1:])
	slices.Reverse(end)
	return d.owners(ctx, `where m.id in (select member_id from member_bank_owner
			where bank_code = $1 and reverse(account_no) >= $4 and reverse(account_no) < $4 || ':' and account_no like $2 limit $3)`, bankCode, masked, limit, string(end))
}

// CurrencyOf gives a member's currency. Errors: NO_DATA.
func (d Deposits) CurrencyOf(ctx context.Context, member id.MemberID) (currency money.Currency, err error) {
	return currency, oneRow(d.Querier(ctx).QueryRow(ctx, "select currency from member where id = $1", member).Scan(&currency))
}

// PhoneOf gives a member's registered phone number. Errors: NO_DATA.
func (d Deposits) PhoneOf(ctx context.Context, member id.MemberID) (phone string, err error) {
	err = oneRow(d.Querier(ctx).QueryRow(ctx, "select phone from member where id = $1", member).Scan(&phone))
	return phone, err
}
