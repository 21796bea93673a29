package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/money"
)

//go:embed verify-deposits.sql
var depositsSQL string

//go:embed verify-deposits-schema.sql
var depositsSchemaSQL string

// partiesJournal is the parties' own book, in the run's folder.
const partiesJournal = "parties.journal"

// loadArrivals brings what arrived at the banks, the gateways and the e-wallet into the database, from their own book,
// and whose each account is.
func (b *bank) loadArrivals(ctx context.Context, admin *pgx.Conn) error {
	if _, err := admin.Exec(ctx, depositsSchemaSQL); err != nil {
		return err
	}
	arrivals, err := readArrivals(filepath.Join(b.cluster.folder, partiesJournal))
	if err != nil {
		return err
	}
	owners := make([][]any, 0, len(b.payers.owners))
	for number, owner := range b.payers.owners {
		id, err := strconv.ParseInt(owner, 10, 64)
		if err != nil {
			return err
		}
		owners = append(owners, []any{number, id})
	}
	for _, table := range []struct {
		name    string
		columns []string
		rows    [][]any
	}{
		{"owner", []string{"account_no", "member_id"}, owners},
		{"arrived", []string{"line_id", "bank_code", "account_no", "payer_no", "reference", "amount", "currency", "at", "feed_payer"}, arrivals.lines},
		{"paid_qr", []string{"id", "gateway", "payer_no", "amount", "currency"}, arrivals.payments},
		{"redeemed", []string{"voucher_hash", "account_no", "payer_no", "amount"}, arrivals.gifts},
	} {
		if _, err := admin.CopyFrom(ctx, pgx.Identifier{"bankrun", table.name}, table.columns, pgx.CopyFromRows(table.rows)); err != nil {
			return err
		}
	}
	_, err = admin.Exec(ctx, "create index on bankrun.arrived (line_id); analyze bankrun.owner, bankrun.arrived, bankrun.paid_qr, bankrun.redeemed")
	return err
}

// book is what the parties have written down about money that arrived: rows of the tables that loadArrivals fills.
type arrivals struct{ lines, payments, gifts [][]any }

// readBook reads the parties' journal. The latest record of each thing counts.
func readArrivals(path string) (arrivals, error) {
	file, err := os.Open(path)
	if err != nil {
		return arrivals{}, err
	}
	defer func() { _ = file.Close() }()
	type record struct {
		Kind, Key string
		Value     json.RawMessage
	}
	latest := map[string]record{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var changed []record
		if json.Unmarshal(lines.Bytes(), &changed) != nil {
			continue // a kill cut it short: nobody had an answer to it
		}
		for _, one := range changed {
			latest[one.Kind+" "+one.Key] = one
		}
	}
	var made arrivals
	for _, one := range latest {
		if err := made.add(one.Kind, one.Key, one.Value); err != nil {
			return arrivals{}, err
		}
	}
	return made, lines.Err()
}

// add takes one record, if it is of money that arrived.
func (b *arrivals) add(kind, key string, value json.RawMessage) error {
	switch kind {
	case "bank-transfer":
		var line struct {
			LineID, ToBankCode, ToAccountNo, FromAccountNo, TransactionReference, Currency, FeedPayer string

			Amount           money.Amount
			TransferredAt    time.Time
			WithoutReference bool
		}
		if err := json.Unmarshal(value, &line); err != nil {
			return err
		}
		if line.WithoutReference {
			line.TransactionReference = ""
		}
		b.lines = append(b.lines, []any{
			line.LineID, line.ToBankCode, line.ToAccountNo, line.FromAccountNo, line.TransactionReference, int64(line.Amount), line.Currency, line.TransferredAt, line.FeedPayer,
		})
	case "qr":
		var payment struct {
			Reference, Status, Currency string

			Amount money.Amount
			Payer  struct{ AccountNo string }
		}
		if err := json.Unmarshal(value, &payment); err != nil || payment.Status != "PAID" {
			return err
		}
		gateway := key[:len(key)-len(payment.Reference)-1]
		b.payments = append(b.payments, []any{payment.Reference, gateway, payment.Payer.AccountNo, int64(payment.Amount), payment.Currency})
	case "voucher":
		var gift struct {
			VoucherHash, RedeemedBy, Phone string

			Amount money.Amount
		}
		if err := json.Unmarshal(value, &gift); err != nil || gift.RedeemedBy == "" {
			return err
		}
		b.gifts = append(b.gifts, []any{gift.VoucherHash, gift.RedeemedBy, gift.Phone, int64(gift.Amount)})
	}
	return nil
}
