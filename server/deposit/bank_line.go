package deposit

import (
	"context"
	"strings"
	"time"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// LineStatus is what became of a line.
type LineStatus string

// The statuses. Waiting is of accounts that are reconciled elsewhere: payment QR codes, gift links.
const (
	LineWaiting   LineStatus = "WAITING"
	LineCredited  LineStatus = "CREDITED"
	LineCovered   LineStatus = "COVERED" // the same payment was credited before
	LineSuspense  LineStatus = "SUSPENSE"
	LineReturned  LineStatus = "RETURNED"
	LineDuplicate LineStatus = "DUPLICATE" // the bank reported another line's payment again, under a new name
)

// BankLine is money that arrived on an account of the house.
type BankLine struct {
	ID id.ID
	// BankCode and AccountNo are the house's account, LineID the bank's name for the line on it.
	BankCode, AccountNo, LineID string
	// Reference is the sending bank's in its canonical form; empty when it is not reported.
	Reference              string
	Amount                 money.Amount
	Currency               money.Currency
	Payer                  bankaccount.Payer
	Memo                   string
	TransferredAt, TakenAt time.Time
	// ReportedAt is when its bank says that it was transferred, also where the bank's clock is ahead: the bank's totals
	// count it on that day.
	ReportedAt time.Time
	Status     LineStatus
	Member     id.MemberID
	// PayerMember registered the account or phone number that paid; 0: nobody.
	PayerMember id.MemberID
	// Proof is the credit that a COVERED line is confirmed by, CoveredBy its transaction where the reference names it;
	// no other line has it.
	CoveredBy, Proof id.ID
	// DuplicateOf is the line that a DUPLICATE one is.
	DuplicateOf id.ID
}

// external names the payment: by the sending bank's reference where it is reported, else by the line.
func (l BankLine) external() *ledger.External {
	if payment := bankaccount.BankPayment(l.Payer.Bank, l.Reference); payment != nil {
		return payment
	}
	return l.itself()
}

// isNamed tells whether its sending bank's reference names it.
func (l BankLine) isNamed() bool { return *l.external() != *l.itself() }

// feedSource begins the source of evidence that is a line alone.
const feedSource = "feed:"

// house is the account of the house that it arrived on.
func (l BankLine) house() bankaccount.Account {
	return bankaccount.Account{Bank: l.BankCode, Number: l.AccountNo}
}

// itself names the line.
func (l BankLine) itself() *ledger.External {
	return &ledger.External{Source: feedSource + strings.ToLower(l.BankCode), ID: l.AccountNo + "/" + l.LineID}
}

// At is when it was transferred as far as we believe it: never after it was reported, whatever the bank's clock says.
func (l BankLine) At() time.Time { return bankaccount.BelievedTime(l.TransferredAt, l.TakenAt) }

// SlipSearch is a search for slips of a line's transfer: made Within of it, or uploaded until Age after it where no
// bank confirmed when it was made.
type SlipSearch struct {
	Line        BankLine
	Within, Age time.Duration
}

func slipSearch(line BankLine) SlipSearch {
	return SlipSearch{Line: line, Within: bankaccount.TimeTolerance, Age: bankaccount.MatchWindow}
}

// QRSearch is a search for a line's payment among the QR codes of gateways: made at most Age before it, and paid or
// made until Within after it. What is paid already was made until MadeUntil: it was paid before the line came.
type QRSearch struct {
	Line        BankLine
	Gateways    []string
	Age, Within time.Duration
	MadeUntil   time.Time
}

func qrSearch(line BankLine, gateways []string) QRSearch {
	return QRSearch{
		Line: line, Gateways: gateways, Age: bankaccount.MatchWindow, Within: bankaccount.TimeTolerance,
		MadeUntil: line.TakenAt.Add(bankaccount.ClockSkew),
	}
}

// LineStore keeps the lines of bank feeds.
type LineStore interface {
	// AddLines writes lines that are new by bank, account and line id, and gives those.
	AddLines(ctx context.Context, lines []BankLine) (added []BankLine, err error)
	// OwnerOfAccount gives who registered a bank account, OwnerOfPhone a phone number. found: somebody did.
	OwnerOfAccount(ctx context.Context, bankCode, accountNo string) (owner bankaccount.Owner, found bool, err error)
	OwnerOfPhone(ctx context.Context, phone string) (owner bankaccount.Owner, found bool, err error)
	// AccountOf gives a member as the owner of their account; AccountsOf those of members who are there.
	AccountOf(ctx context.Context, member id.MemberID) (bankaccount.Owner, error)
	AccountsOf(ctx context.Context, members []id.MemberID) ([]bankaccount.Owner, error)
	// OwnersLike gives up to limit members whose account at a bank fits a masked number (_ is any digit).
	OwnersLike(ctx context.Context, bankCode, masked string, limit int) ([]bankaccount.Owner, error)
	// MatchedLines locks and gives the lines that are asked for, oldest first.
	MatchedLines(ctx context.Context, wanted MatchedLines) ([]BankLine, error)
	// ShowReport writes that a matched line is the payment of a report in suspense.
	ShowReport(ctx context.Context, line, suspense id.ID) error
	// CreditOf tells what became of a payment that was reported before; the zero bankaccount.Credited when none was.
	CreditOf(ctx context.Context, payment ledger.External) (bankaccount.Credited, error)
	// NamePayer writes who paid lines that are not decided yet (BankLine.PayerMember).
	NamePayer(ctx context.Context, lines []BankLine) error
	// EarlierLine gives another line of the same sending bank and reference that is no repeat itself.
	EarlierLine(ctx context.Context, line BankLine) (earlier BankLine, found bool, err error)
	// Line gives a line. Errors: NO_DATA.
	Line(ctx context.Context, lineID id.ID) (BankLine, error)
	// SlipCredit gives the slip that a transaction of the ledger credited.
	SlipCredit(ctx context.Context, transaction id.ID) (credit Credit, found bool, err error)
	// CreditMember gives the member who has a credit, or whose it is as far as it tells; 0: nobody is known.
	CreditMember(ctx context.Context, credit id.ID) (id.MemberID, error)
	// CoveredLine locks and gives the line that a credit covers.
	CoveredLine(ctx context.Context, credit id.ID) (line BankLine, found bool, err error)
	// ReopenSuspense writes that a line which left suspense as covered is its member's after all. found: it had been in
	// suspense.
	ReopenSuspense(ctx context.Context, line BankLine, now time.Time) (suspense id.ID, found bool, err error)
	// HoldCredit keeps a payment in suspense that is to cover a line from being decided until the transaction ends;
	// false when it is no credit of the line's amount any more. Other credits stay what they are.
	HoldCredit(ctx context.Context, credit id.ID, line BankLine) (bool, error)
	// RivalLines gives the other lines of a line's account, amount and currency that wait or are in suspense,
	// transferred within a time of it. Of those that another number than payerNumber paid plainly, none; "" is no
	// number (bankaccount.Payer.WholeNumber).
	RivalLines(ctx context.Context, line BankLine, payerNumber string, within time.Duration) ([]BankLine, error)
	// FindSlipsForLine gives the slips of the line's member that credited a transfer of this amount at about this time
	// and have no line yet: none that they cover, and none of their own reference. One that no bank confirmed may have
	// been uploaded until Age after it.
	FindSlipsForLine(ctx context.Context, search SlipSearch) ([]Credit, error)
	// SlipOwners gives up to limit members whose account is at the bank that a line names, if it does, with a slip like
	// those of FindSlipsForLine.
	SlipOwners(ctx context.Context, search SlipSearch, limit int) ([]bankaccount.Owner, error)
	// OwnerOfTaken gives the member whose slip has a line's reference and was taken for another line of theirs.
	OwnerOfTaken(ctx context.Context, line BankLine) (owner bankaccount.Owner, found bool, err error)
	// HasManualSlip tells whether a slip whose bank and reference an operator read off its picture credited the member
	// a transfer of this amount, uploaded from Within before the line's to Age after it, that no other line has shown:
	// one of the two may be misread.
	HasManualSlip(ctx context.Context, search SlipSearch) (bool, error)
	// QRCredits gives the payments that a line may be and that no other line is: by QR codes of the gateways, made at
	// most Age before, and their reports in suspense, paid at about this time. GiftCredits gives gift links redeemed
	// into its account.
	QRCredits(ctx context.Context, search QRSearch) ([]Credit, error)
	GiftCredits(ctx context.Context, line BankLine, within time.Duration) ([]Credit, error)
	// OwnCredits gives those that the line's member has been credited, by operators too, with the same bounds.
	OwnCredits(ctx context.Context, line BankLine, gateways []string, within time.Duration) ([]Credit, error)
	// TakenLines gives the lines that are asked for, oldest first. TakenLinesOfSlips gives those that a slip may show
	// to be a transfer, with each such slip: one that credited a transfer of this amount at about this time and has no
	// line yet, or an undecided one that may be it. It is of the line's payer; where nobody is known, of the members,
	// or of who paid the payment, as it was reported, where Anybody may have.
	TakenLines(ctx context.Context, search TakenSearch) ([]TakenLine, error)
	TakenLinesOfSlips(ctx context.Context, search TakenSearch) ([]TakenLine, error)
	// DecidedLines gives the lines that are asked for, oldest first.
	DecidedLines(ctx context.Context, search DecidedSearch) ([]BankLine, error)
	// OpenQR tells whether the line's member had a code of its amount at one of the gateways then, of which nobody
	// knows yet whether it was paid.
	OpenQR(ctx context.Context, search QRSearch) (bool, error)
	// MayMatchQR tells whether a QR code of one of the gateways, or a report of theirs in suspense, may be a line's
	// payment: of anybody for its amount, or of the payer (0: unknown) and unpaid for any, made at most Age before the
	// transfer. MayMatchGift tells that of gift links to its account.
	MayMatchQR(ctx context.Context, search QRSearch, payer id.MemberID) (bool, error)
	MayMatchGift(ctx context.Context, line BankLine, age time.Duration) (bool, error)
	// FinishLine writes what became of a line.
	FinishLine(ctx context.Context, line BankLine, now time.Time) error
	// WaitingLines locks and gives up to limit lines that wait since before, those that nobody else has locked.
	WaitingLines(ctx context.Context, before time.Time, limit int) ([]BankLine, error)
	// UndecidedLines gives a page of the lines that wait, oldest first, and how many there are in all.
	UndecidedLines(ctx context.Context, page audit.Page) ([]BankLine, int, error)
	// PutTotals writes what a bank says that an account received on days; a later word replaces an earlier one.
	PutTotals(ctx context.Context, totals []DayTotal, now time.Time) error
	// SlipLines locks and gives the lines without a reference that credited a member, or were a credited claim's, that
	// can be a slip's transfer and are no other slip's.
	SlipLines(ctx context.Context, member id.MemberID, slip bankaccount.Transfer, within time.Duration) ([]BankLine, error)
	// TakeLine writes which slip reported a line's payment later, by its reference; empty: none.
	TakeLine(ctx context.Context, lineID id.ID, reference string) error
	// LineOfSlip gives the line without a reference that was taken for the slip of a line's reference.
	LineOfSlip(ctx context.Context, line BankLine) (taken BankLine, found bool, err error)
}
