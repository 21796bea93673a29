package deposit_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

// opened reads one deposit by its id.
func (s *env) opened(who id.MemberID, deposit string) (record portal.DepositRecord) {
	s.t.Helper()
	answer := s.As(who).Do(http.MethodGet, "/api/wallet/deposits/"+deposit, "")
	if err := json.Unmarshal(answer.Body, &record); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("deposit %q: %d %s", deposit, answer.Status, answer.Body)
	}
	return record
}

// leadsTo tells for each line of a member's statement, newest first, what deposit it leads to, which must be one of the
// list's.
func (s *intakeEnv) leadsTo(who id.MemberID) (kinds []string) {
	s.t.Helper()
	listed := map[string]string{}
	for _, deposit := range s.deposits(who).Deposits {
		listed[deposit.UnderscoreID] = fmt.Sprintf("%+v", deposit)
	}
	for _, line := range s.statement(who).Statements {
		if line.Reference == nil {
			kinds = append(kinds, "nothing")
			continue
		}
		record := s.opened(who, *line.Reference)
		if listed[*line.Reference] != fmt.Sprintf("%+v", record) || record.Amount != line.Amount {
			s.t.Errorf("%+v leads to %+v; the list has %s", line, record, listed[*line.Reference])
		}
		kinds = append(kinds, string(record.Kind))
	}
	return kinds
}

func TestEveryDepositOfTheStatementLeadsToItsOwn(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	credited := func(request string) {
		t.Helper()
		if answer := s.approve(request); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	s.taken(s.event(s.made(somchai, gateway, "11")), paymenttest.Signed{})

	late := s.made(somchai, gateway, "12")
	s.Clock.Advance(deposit.Lifetime + time.Second)
	s.taken(s.event(late), paymenttest.Signed{})
	credited(s.match(s.firstWaiting(), somchai))

	stray := s.event(s.made(malee, gateway, "13"))
	stray.Reference = id.NewID().String()
	s.taken(stray, paymenttest.Signed{})
	credited(s.match(s.firstWaiting(), somchai))

	s.arrived(fed{}, s.lineFrom(somchai, money.Units(14)))
	unsure := s.lineFrom(somchai, money.Units(15))
	unsure.Payer = nil
	s.arrived(fed{}, unsure)
	credited(s.match(s.firstWaiting(), somchai))

	s.answered(s.sendLink(somchai, s.give("0812345678", "16")), "SUCCESS")
	s.answered(s.sendLink(somchai, s.give("0800000000", "17")), "PENDING")
	credited(s.match(s.firstWaiting(), somchai))

	credited(s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+s.claimed(somchai, "18")+"/approve", `{"note":"seen"}`)))

	if got := strings.Join(s.leadsTo(somchai), " "); got != "CLAIM GIFT_LINK GIFT_LINK BANK BANK QR QR QR" {
		t.Error(got)
	}
}

func TestASecondPaymentOfOneQRCodeLeadsToItself(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	qr := s.made(somchai, gateway, "100")
	s.taken(s.event(qr), paymenttest.Signed{})
	again := s.event(qr)
	again.QrReference, again.Amount = again.QrReference+"-2", money.Units(70)
	s.taken(again, paymenttest.Signed{})
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.eachItsOwn(somchai, 2)
}

// eachItsOwn fails unless the statement has so many lines, each of them a QR payment with an entry of its own, and the
// list no other.
func (s *intakeEnv) eachItsOwn(who id.MemberID, lines int) {
	s.t.Helper()
	for _, kind := range s.leadsTo(who) {
		if kind != "QR" {
			s.t.Errorf("a line leads to %s", kind)
		}
	}
	entries := map[string]bool{}
	for _, line := range s.statement(who).Statements {
		entries[text(line.Reference)] = true
	}
	if list := s.deposits(who); len(entries) != lines || list.Total != lines {
		s.t.Errorf("%d lines have %d entries; the list has %d", lines, len(entries), list.Total)
	}
}

func TestTwoPaymentsOfOneUnpaidQRCodeLeadToTheirOwn(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	late := s.made(somchai, gateway, "100")
	s.Clock.Advance(deposit.Lifetime + time.Second)
	s.taken(s.event(late), paymenttest.Signed{})
	again := s.event(late)
	again.QrReference, again.Amount = again.QrReference+"-2", money.Units(70)
	s.taken(again, paymenttest.Signed{})
	for range 2 {
		s.Clock.Advance(time.Second)
		if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	s.eachItsOwn(somchai, 2)
	if code := s.opened(somchai, *late.QrcodeID); code.Amount != hundred || code.Status != portal.StatementStatusSUCCESS {
		t.Errorf("the code's is the first: %+v", code)
	}
}

// TestAPaymentOfAQRCodeThatNobodyWasShownLeadsToItself: the list has no such code.
func TestAPaymentOfAQRCodeThatNobodyWasShownLeadsToItself(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	hidden := deposit.QR{
		ID: id.NewID(), Member: somchai, Gateway: gateway, Amount: hundred, Currency: money.Baht, Status: deposit.Requested,
		CreatedAt: s.Clock.Now(), ExpiresAt: s.Clock.Now().Add(deposit.Lifetime), AskAt: s.Clock.Now().Add(time.Hour),
	}
	if _, err := s.App.Deposits.Store.AddQR(t.Context(), hidden); err != nil {
		t.Fatal(err)
	}
	paid := s.event(s.made(malee, gateway, "100"))
	paid.Reference = hidden.ID.String()
	paid.Amount = money.Units(99)
	s.taken(paid, paymenttest.Signed{})
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.eachItsOwn(somchai, 1)
}

func TestAPaymentLeadsToItsQRCodeHoweverTheGatewayWritesTheReference(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	late := s.made(somchai, gateway, "100")
	s.Clock.Advance(deposit.Lifetime + time.Second)
	event := s.event(late)
	event.Reference = strings.ToUpper(event.Reference)
	s.taken(event, paymenttest.Signed{})
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.eachItsOwn(somchai, 1)
	if got := text(s.statement(somchai).Statements[0].Reference); got != *late.QrcodeID {
		t.Errorf("%q, not %q", got, *late.QrcodeID)
	}
}

func TestADepositIsOpenedByItsMemberOnly(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	claim := s.claimed(somchai, "100")
	if record := s.opened(somchai, claim); record.Kind != "CLAIM" || record.Status != portal.StatementStatusPENDING || len(record.Timeline) != 2 {
		t.Errorf("%+v", record)
	}
	for _, odd := range []string{id.NewID().String(), "none", "x%00y", "..%2F..", "%F0%9F%92%B0", strings.Repeat("0", 5000)} {
		if answer := s.As(somchai).Do(http.MethodGet, "/api/wallet/deposits/"+odd, ""); answer.Status != http.StatusNotFound || answer.Code() != "NO_DATA" {
			t.Errorf("%.20s: %d %s", odd, answer.Status, answer.Body)
		}
	}
	if answer := s.As(malee).Do(http.MethodGet, "/api/wallet/deposits/"+claim, ""); answer.Status != http.StatusNotFound || answer.Code() != "NO_DATA" {
		t.Errorf("another member: %d %s", answer.Status, answer.Body)
	}
}
