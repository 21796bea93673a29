package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/secret"
)

const (
	firstMember = 20_000_001
	deposited   = 10_000 // 100 baht
	pageSize    = 10
)

// serverKey is the server's.
var serverKey = strings.Repeat("5bc6", 16)

// token is the session's token of the n-th member.
func token(n int) string {
	sum := sha256.Sum256([]byte("bench" + strconv.Itoa(n)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// providersSQL is written before a server starts, which keeps in memory what providers there are.
const providersSQL = `
insert into game_provider select code, code, 'slot', '{BAHT}', '/x.svg', '/x.svg', 1, 'https://game.example', '', '', 'webUrl', 'https://game.example', '', '', n, true
	from unnest($1::text[]) with ordinality p (code, n)`

// members are people with a bank account, a hundred million baht, and an account at four of the providers. They are
// written past the ledger's functions: this book is measured, not checked.
const membersSQL = `
insert into deposit_channel values ('` + gatewayCode + `', 'PAYMENT', 'SCB', 'AUTO', 'x', 'x', 'x', '', 'BAHT', '/x.svg', true, 100, '{100}', 1, true);
create temp table someone as select $first::bigint + n as id, n from generate_series(0, $members - 1) n;
insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) select id, '09' || lpad(n::text, 8, '0'), 'Bench', 'x', 'BAHT', now(), now() from someone;
insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) select id, 'SCB', id::text, 'BENCH', now() from someone;
insert into game_account (member_id, provider, username, password, opened_at) select id, p, 'kr' || id, '$sealed', now() from someone, unnest('{BENCHA,BENCHB,BENCHC,BENCHD}'::text[]) p;
insert into game_member (member_id, synced_at, code, sequence, refreshed_at)
	select id, now(), '{BENCHA,BENCHB,BENCHC,BENCHD}', '{1,1,1,1}', array_fill(now(), '{4}') from someone;
insert into ledger_wallet (member_id, currency, main, game_code, game_balance, game_seq, opened_at)
	select id, 'BAHT', 10000000000, '{BENCHA,BENCHB,BENCHC,BENCHD}', '{100,200,300,400}', '{1,1,1,1}', now() from someone;
create unlogged table bench_code (n bigint generated always as identity, id uuid not null, member_id bigint not null);
create index on bench_code (n);
create sequence bench_turn`

// What one call writes, in one call of one function: the limit, L. It writes what the product does for that call: for a
// deposit the report, the payment of a QR code that waits, and the ledger transaction; for a transfer its row, pending
// and then settled, the number of the player's balance, and two ledger transactions. The last function is the least
// that a transfer could be: a row that is settled from the first, one ledger transaction, the money at the game at
// once.
const functionsSQL = `
create function bench_deposit() returns text language plpgsql as $$
declare c bench_code; turn bigint := nextval('bench_turn');
begin
	select * into strict c from bench_code where n = turn;
	insert into payment_event values ('` + gatewayCode + `', 'evt_' || c.id, 'PAID', c.id::text, 'QR-' || c.id, 10000, 'BAHT', now());
	update qr_payment set status = 'PAID', gateway_reference = 'QR-' || c.id, paid_at = now(), payer_bank = '' where member_id = c.member_id and id = c.id;
	return (select outcome from ledger_post(uuidv7(), c.id || '/credit', 'DEPOSIT', c.member_id, 'BAHT', c.id::text, now(), 1, 10000, 0, 0, 0, null, 0,
		'{clearing:payment}', '{BAHT}', '{-10000}', 'payment:bench1', 'QR-' || c.id));
end $$;
create function bench_transfer(m bigint) returns text language plpgsql as $$
declare i uuid := uuidv7();
begin
	perform ledger_post(uuidv7(), i || '/begin', 'TRANSFER', m, 'BAHT', i::text, now(), 1, -100, 0, 100, 0, null, 0, '{}', '{}', '{}', null, null);
	insert into transfer values (m, i, i, null, 'WALLET', 'BENCHA', 'BENCHA', 'IN', 'kr' || m, '', 100, 'BAHT', 'PENDING', '', now(), null, 0, now());
	update transfer set status = 'SETTLED', decided_at = now() where member_id = m and id = i and status = 'PENDING';
	update game_member set sequence[1] = sequence[1] + 1 where member_id = m;
	return (select outcome from ledger_post(uuidv7(), i || '/settle', 'TRANSFER', m, 'BAHT', i::text, now(), 1, 0, 0, -100, 0, 'BENCHA', 100, '{}', '{}', '{}', null, null));
end $$;
create function bench_transfer_once(m bigint) returns text language plpgsql as $$
declare i uuid := uuidv7();
begin
	insert into transfer values (m, i, i, null, 'WALLET', 'BENCHA', 'BENCHA', 'IN', 'kr' || m, '', 100, 'BAHT', 'SETTLED', '', now(), now(), 0, now());
	return (select outcome from ledger_post(i, i || '/settle', 'TRANSFER', m, 'BAHT', i::text, now(), 1, -100, 0, 0, 0, 'BENCHA', 100, '{}', '{}', '{}', null, null));
end $$;`

// A statement's lines, numbered on from what is there; each moves a satang.
const linesSQL = `
insert into ledger_transaction select uuidv7(), 'bench/' || $member || '/' || n, 'DEPOSIT', $member, 'BAHT', '', now(), 1, n from generate_series($from + 1, $from + $count) n;
insert into ledger_posting select $member, 'main', n, 1, 10000000000 + n, uuidv7(), 'DEPOSIT', '', now() from generate_series($from + 1, $from + $count) n;
update ledger_wallet set main_seq = $from + $count where member_id = $member`

// The rest of the postings, spread over everybody but the first.
const spreadSQL = `
insert into ledger_transaction select uuidv7(), 'bench/' || m || '/' || n, 'DEPOSIT', m, 'BAHT', '', now(), 1, n from generate_series($first + 1, $first + $members - 1) m, generate_series(1, $count) n;
insert into ledger_posting select m, 'main', n, 1, 10000000000 + n, uuidv7(), 'DEPOSIT', '', now() from generate_series($first + 1, $first + $members - 1) m, generate_series(1, $count) n;
update ledger_wallet set main_seq = $count where member_id > $first`

func (b *bench) setup(ctx context.Context) error {
	for name, s := range b.environment.servers {
		say("%s: %d members", name, b.members)
		if err := s.as(ctx, func(db *pgx.Conn) error { return b.fill(ctx, db, name) }); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (b *bench) fill(ctx context.Context, db *pgx.Conn, name string) error {
	keys, err := secret.NewKeyring(secret.NewText(serverKey))
	if err != nil {
		return err
	}
	sealed := fmt.Sprintf(`\x%x`, keys.Box("bench").Seal(secret.NewText("x"), "")) // it names the server's key, and nobody opens it
	run := func(sql string, count, from int) error {
		sql = strings.ReplaceAll(sql, "$sealed", sealed)
		_, err := db.Exec(ctx, replaced(sql, map[string]int{"members": b.members, "first": firstMember, "member": firstMember, "count": count, "from": from}))
		return err
	}
	if err := run(membersSQL, 0, 0); err != nil {
		return err
	}
	if err := run(functionsSQL, 0, 0); err != nil {
		return err
	}
	hashes := make([][]any, b.members)
	for i := range hashes {
		sum := sha256.Sum256([]byte(token(i)))
		hashes[i] = []any{sum[:], firstMember + i}
	}
	if _, err := db.Exec(ctx, "create temp table opened (token_hash bytea, member_id bigint)"); err != nil {
		return err
	}
	if _, err := db.CopyFrom(ctx, pgx.Identifier{"opened"}, []string{"token_hash", "member_id"}, pgx.CopyFromRows(hashes)); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, `insert into session (token_hash, id, member_id, address, device, created_at, expires_at, seen_at)
		select token_hash, uuidv7(), member_id, '127.0.0.1', '', now(), now() + interval '1 day', now() from opened`); err != nil {
		return err
	}
	if name == filled {
		say("%s: %d lines of one statement, %d postings in all", name, b.lines, b.postings)
		const atOnce = 1_000_000
		for from := 0; from < b.lines; from += atOnce {
			if err := run(linesSQL, min(atOnce, b.lines-from), from); err != nil {
				return err
			}
		}
		if each := (b.postings - b.lines) / b.members; each > 0 {
			if err := run(spreadSQL, each, 0); err != nil {
				return err
			}
		}
	}
	_, err = db.Exec(ctx, "vacuum analyze")
	return err
}

// makeCodes gives every member of a server a QR code that waits for its payment, for a cell of deposits. It is old
// enough for its gateway not to be asked about it.
func (b *bench) makeCodes(ctx context.Context, s *server) error {
	return s.as(ctx, func(db *pgx.Conn) error {
		for _, sql := range []string{
			`with made as (
				insert into qr_payment (member_id, id, gateway_code, amount, currency, status, created_at, expires_at, payload)
				select id, uuidv7(), '` + gatewayCode + `', ` + strconv.Itoa(deposited) + `, 'BAHT', 'ACTIVE', now() - interval '1 hour', now() + interval '1 day', 'x' from member
				on conflict (member_id) where status in ('REQUESTED', 'ACTIVE') do nothing returning id, member_id
			) insert into qr_reference select id, member_id from made`,
			"truncate bench_code restart identity",
			"insert into bench_code (id, member_id) select id, member_id from qr_payment where status = 'ACTIVE' order by id",
			"alter sequence bench_turn restart",
			"analyze bench_code",
		} {
			if _, err := db.Exec(ctx, sql); err != nil {
				return err
			}
		}
		rows, err := db.Query(ctx, "select id::text from bench_code order by n")
		if err != nil {
			return err
		}
		b.codes, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
}

// as runs fn as the database's superuser.
func (s *server) as(ctx context.Context, fn func(db *pgx.Conn) error) error {
	db, err := pgx.Connect(ctx, s.admin)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close(context.WithoutCancel(ctx)) }()
	return fn(db)
}

// quiet is how long the disk gets to take in what a checkpoint wrote.
const quiet = 500 * time.Millisecond
