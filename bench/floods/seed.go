package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/server/secret"
)

const (
	firstMember = 30_000_001
	paid        = 10_000 // a QR code's amount: 100 baht
)

// serverKey is the server's.
var serverKey = strings.Repeat("5cc6", 16)

// token is the session's token of the n-th member.
func token(n int) string {
	sum := sha256.Sum256([]byte("floods" + strconv.Itoa(n)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Members have a bank account, a million baht, an account at the provider that hangs, and a QR code that waits for its
// payment.
const seedSQL = `
update cashier_setting set slip_open_from = '00:00', slip_open_to = '00:00';
insert into deposit_channel values ('` + gatewayCode + `', 'PAYMENT', 'SCB', 'AUTO', 'x', 'x', 'x', '', 'BAHT', '/x.svg', true, 100, '{100}', 1, true);
insert into game_provider values ('` + providerCode + `', '` + providerCode + `', 'slot', '{BAHT}', '/x.svg', '/x.svg', 1, 'https://game.example', '', '', 'webUrl', 'https://game.example', '', '', 1, true);
create temp table someone as select 30000001::bigint + n as id, n from generate_series(0, $members - 1) n;
insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) select id, '09' || lpad(n::text, 8, '0'), 'Flood', 'x', 'BAHT', now(), now() from someone;
insert into member_phone (phone, member_id) select '09' || lpad(n::text, 8, '0'), id from someone;
insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) select id, 'SCB', id::text, 'FLOOD', now() from someone;
insert into game_account (member_id, provider, username, password, opened_at) select id, '` + providerCode + `', 'kr' || id, '$sealed', now() from someone;
insert into game_member (member_id, synced_at, code, sequence, refreshed_at) select id, now(), '{` + providerCode + `}', '{1}', array[now()] from someone;
insert into ledger_wallet (member_id, currency, main, game_code, game_balance, game_seq, opened_at) select id, 'BAHT', 100000000, '{` + providerCode + `}', '{0}', '{1}', now() from someone;
with made as (
	insert into qr_payment (member_id, id, gateway_code, amount, currency, status, created_at, expires_at, payload)
	select id, uuidv7(), '` + gatewayCode + `', 10000, 'BAHT', 'ACTIVE', now() - interval '1 hour', now() + interval '1 day', 'x' from someone returning id, member_id
) insert into qr_reference select id, member_id from made;
create temp table opened (token_hash bytea, member_id bigint)`

// seed writes the members past the product's functions: what others meet is measured, not the book.
func (e *environment) seed(ctx context.Context) error {
	keys, err := secret.NewKeyring(secret.NewText(serverKey))
	if err != nil {
		return err
	}
	sealed := fmt.Sprintf(`\x%x`, keys.Box("floods").Seal(secret.NewText("x"), "")) // it names the server's key, and nobody opens it
	db, err := pgx.Connect(ctx, e.admin)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close(context.WithoutCancel(ctx)) }()
	if _, err := db.Exec(ctx, strings.NewReplacer("$members", strconv.Itoa(e.members), "$sealed", sealed).Replace(seedSQL)); err != nil {
		return err
	}
	hashes := make([][]any, e.members)
	for i := range hashes {
		sum := sha256.Sum256([]byte(token(i)))
		hashes[i] = []any{sum[:], firstMember + i}
	}
	if _, err := db.CopyFrom(ctx, pgx.Identifier{"opened"}, []string{"token_hash", "member_id"}, pgx.CopyFromRows(hashes)); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, `insert into session (token_hash, id, member_id, address, device, created_at, expires_at, seen_at)
		select token_hash, uuidv7(), member_id, '127.0.0.1', '', now(), now() + interval '1 day', now() from opened; analyze`); err != nil {
		return err
	}
	rows, err := db.Query(ctx, "select id::text from qr_payment order by member_id")
	if err != nil {
		return err
	}
	e.codes, err = pgx.CollectRows(rows, pgx.RowTo[string])
	return err
}
