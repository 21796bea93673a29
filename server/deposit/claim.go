package deposit

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// ErrDepositMinimum is a claim of 0 or less.
var ErrDepositMinimum = fault.New(fault.Conflict, "TRANSFER_MINIMUM")

// ClaimStatus is what became of a claim.
type ClaimStatus string

// The statuses.
const (
	ClaimPending  ClaimStatus = "PENDING"
	ClaimCredited ClaimStatus = "CREDITED"
	ClaimRejected ClaimStatus = "REJECTED"
)

// Evidence is on what a claim was credited.
type Evidence string

// The kinds of evidence.
const (
	ByLine           Evidence = "LINE"     // a line of a feed showed the money, and was credited as itself
	BySlip           Evidence = "SLIP"     // a slip did
	BySuspense       Evidence = "SUSPENSE" // a payment in suspense was it
	ByManualApproval Evidence = "WORD"     // two operators said so
)

const (
	// claimLimit is how many claims a member may make in a minute.
	claimLimit = 5
)

// Claim is what a member says they have paid.
type Claim struct {
	ID       id.ID
	Member   id.MemberID
	Amount   money.Amount
	Currency money.Currency
	Status   ClaimStatus
	Evidence Evidence
	// SettledBy is the line, slip or payment in suspense; of a word, which of those showed the money later.
	SettledBy            id.ID
	Reason               string
	CreatedAt, DecidedAt time.Time
	// Name and Phone are the member's, in the operator's list.
	Name, Phone string
}

func (c Claim) settled(on Evidence, by id.ID, at time.Time) Claim {
	c.Status, c.Evidence, c.SettledBy, c.DecidedAt = ClaimCredited, on, by, at
	return c
}

// ClaimStore keeps claims.
type ClaimStore interface {
	// HasBank tells whether the member has a bank account.
	HasBank(ctx context.Context, member id.MemberID) (bool, error)
	AddClaim(ctx context.Context, claim Claim) error
	// NthClaim gives when the member's n-th newest claim was made (1 is the newest), the zero time when there are
	// fewer.
	NthClaim(ctx context.Context, member id.MemberID, n int) (time.Time, error)
	// Claim gives a claim; LockClaim also keeps others from deciding it. Errors: NO_DATA.
	Claim(ctx context.Context, claimID id.ID) (Claim, error)
	LockClaim(ctx context.Context, claimID id.ID) (Claim, error)
	// ClaimOf locks and gives the oldest claim that a line of the line's member can be the payment of: pending, or
	// credited on the operators' word and not shown by anything yet; of the same amount, made from age after the
	// transfer to margin before it.
	ClaimOf(ctx context.Context, line BankLine, age, margin time.Duration) (claim Claim, found bool, err error)
	// HasSimilarCredit tells whether the member was credited a payment like a claim's, by whatever evidence, that no
	// other claim is about: of the same amount, made from age before the claim to margin after it.
	HasSimilarCredit(ctx context.Context, claim Claim, age, margin time.Duration) (bool, error)
	// HasOpenPayment tells whether something may yet credit the member a payment like a claim's: a QR code of its
	// amount or a gift link of which nobody knows yet whether it was paid, or what either brought that waits in
	// suspense.
	HasOpenPayment(ctx context.Context, search OpenSearch) (bool, error)
	// FinishClaim writes what became of a claim.
	FinishClaim(ctx context.Context, claim Claim) error
	// WaitingClaims gives a page of those that are pending, oldest first, and how many there are in all.
	WaitingClaims(ctx context.Context, page audit.Page) ([]Claim, int, error)
	// CurrencyOf gives a member's currency. Errors: NO_DATA.
	CurrencyOf(ctx context.Context, member id.MemberID) (money.Currency, error)
}

// OpenSearch is a search for what may yet credit a claim's payment, made or paid between two times. QR codes made
// before Asked are not asked about any more.
type OpenSearch struct {
	Claim           Claim
	From, To, Asked time.Time
}

// ClaimInput is what a member says they have paid.
type ClaimInput struct {
	Member   id.MemberID
	Currency money.Currency
	Amount   money.Amount
	Key      idempotency.Key
}

func (in ClaimInput) validate() error {
	if in.Amount <= 0 {
		return ErrDepositMinimum
	}
	return in.Currency.CheckEntry(in.Amount)
}

// ClaimDeposit records that a member says they have paid an amount. It credits nothing.
// Errors: TRANSFER_MINIMUM, KEY_INVALID (kip with att), NO_BANK, REQUEST_LIMIT_1MIN, IDEMPOTENCY_CONFLICT.
func (s *Intake) ClaimDeposit(ctx context.Context, in ClaimInput) (Claim, error) {
	if err := in.validate(); err != nil {
		return Claim{}, err
	}
	if earlier, err := s.Keys.Find(ctx, in.Member, in.Key); err != nil {
		return Claim{}, err
	} else if !earlier.IsZero() {
		return s.Store.Claim(ctx, earlier)
	}
	hasBank, err := s.Store.HasBank(ctx, in.Member)
	switch {
	case err != nil:
		return Claim{}, err
	case !hasBank:
		return Claim{}, bankaccount.ErrNoBank
	}
	claim := Claim{ID: id.NewID(), Member: in.Member, Amount: in.Amount, Currency: in.Currency, Status: ClaimPending, CreatedAt: s.Now().Truncate(time.Microsecond)}
	var earlier id.ID
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockMember(ctx, in.Member); err != nil {
			return err
		}
		if earlier, err = s.Keys.Claim(ctx, in.Member, in.Key, claim.ID); err != nil || !earlier.IsZero() {
			return err
		}
		made, err := s.Store.NthClaim(ctx, in.Member, claimLimit)
		if err != nil {
			return err
		}
		if err := s.limited(made); err != nil {
			return err
		}
		return s.Store.AddClaim(ctx, claim)
	})
	if err == nil && !earlier.IsZero() {
		return s.Store.Claim(ctx, earlier)
	}
	return claim, err
}

// Claims gives a page of the claims that wait, oldest first, and how many there are in all.
func (s *Intake) Claims(ctx context.Context, page audit.Page) ([]Claim, int, error) {
	return s.Store.WaitingClaims(ctx, page)
}

// ClaimApproval asks a second person to credit a claim on the operators' word.
const ClaimApproval approval.Kind = "DEPOSIT_CLAIM"

// claimBody is what waits for the second person.
type claimBody struct {
	Claim    id.ID          `json:"claim"`
	Member   string         `json:"member"`
	Amount   money.Amount   `json:"amount"`
	Currency money.Currency `json:"currency"`
}

// ApproveClaim asks a second person to credit a claim: with the payment in suspense that is the claimed one, or on the
// operators' word where it is nil. Errors: NO_DATA (no such claim or payment waits), KEY_INVALID (as MatchSuspense; or
// the claimed payment seems credited, or may yet be).
func (s *Intake) ApproveClaim(ctx context.Context, claimID id.ID, suspense *id.ID, note string) (approval.Request, error) {
	return s.ask(ctx, func(ctx context.Context) (approval.Draft, error) {
		claim, err := s.pending(ctx, claimID)
		if err != nil {
			return approval.Draft{}, err
		}
		if suspense != nil {
			return s.draftMatch(ctx, MatchInput{Suspense: *suspense, Member: claim.Member, Claim: claim.ID, Note: note})
		}
		if credited, err := s.mayBeCreditedElsewhere(ctx, claim); err != nil {
			return approval.Draft{}, err
		} else if credited {
			return approval.Draft{}, fault.KeyInvalid.Withf("deposit: member %v was or may yet be credited what claim %v is about", claim.Member, claim.ID)
		}
		return approval.Draft{
			Kind: ClaimApproval, Subject: claim.Member.String(), Note: note,
			Body: claimBody{claim.ID, claim.Member.String(), claim.Amount, claim.Currency},
		}, nil
	})
}

// mayBeCreditedElsewhere tells whether the member, who is locked, was credited what a claim seems to be about, or may
// yet be by a QR code, while its gateway is asked, or a gift. What may yet be is asked first: a report that is taken
// without the member's lock (payAsSeen) is seen by one of the two.
func (s *Intake) mayBeCreditedElsewhere(ctx context.Context, claim Claim) (bool, error) {
	open, err := s.Store.HasOpenPayment(ctx, OpenSearch{
		Claim: claim, From: claim.CreatedAt.Add(-bankaccount.MatchWindow), To: claim.CreatedAt.Add(bankaccount.TimeTolerance), Asked: s.Now().Add(-askLast),
	})
	if err != nil || open {
		return open, err
	}
	return s.Store.HasSimilarCredit(ctx, claim, bankaccount.MatchWindow, bankaccount.TimeTolerance)
}

// pending locks a claim that nobody has decided, and its member: the member first, as the line of a claimed payment
// does. Errors: NO_DATA.
func (s *Intake) pending(ctx context.Context, claimID id.ID) (Claim, error) {
	claim, err := s.Store.Claim(ctx, claimID)
	if err != nil {
		return Claim{}, err
	}
	if err := s.Store.LockMember(ctx, claim.Member); err != nil {
		return Claim{}, err
	}
	claim, err = s.Store.LockClaim(ctx, claimID)
	if err == nil && claim.Status != ClaimPending {
		return Claim{}, fault.NoData.Withf("deposit: claim %v is %s", claimID, claim.Status)
	}
	return claim, err
}

// CreditClaim is the approved ClaimApproval. Errors: APPROVAL_STALE.
func (s *Intake) CreditClaim(ctx context.Context, request approval.Request) error {
	var body claimBody
	if err := request.Read(&body); err != nil {
		return err
	}
	claim, err := s.pending(ctx, body.Claim)
	if err != nil {
		return approval.StaleIf(fault.NoData, err)
	}
	if credited, err := s.mayBeCreditedElsewhere(ctx, claim); err != nil {
		return err
	} else if credited {
		return approval.ErrStale.Withf("deposit: member %v was or may yet be credited what claim %v is about", claim.Member, claim.ID)
	}
	if err := s.Store.FinishClaim(ctx, claim.settled(ByManualApproval, id.ID{}, s.Now())); err != nil {
		return err
	}
	return s.credit(ctx, receipt{claim.ID, claim.Member, claim.Amount, claim.Currency, ClearingManual, &ledger.External{Source: "claim", ID: claim.ID.String()}})
}

// RejectClaim ends a claim without money; the member sees the reason. Errors: NO_DATA (no such claim waits).
func (s *Intake) RejectClaim(ctx context.Context, claimID id.ID, reason string) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		claim, err := s.pending(ctx, claimID)
		if err != nil {
			return err
		}
		claim.Status, claim.Reason, claim.DecidedAt = ClaimRejected, reason, s.Now()
		if err := s.Store.FinishClaim(ctx, claim); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{
			Action: audit.DepositClaim, Subject: claimID.String(), Before: map[string]any{"status": string(ClaimPending)},
			After: map[string]any{"status": string(ClaimRejected), "reason": reason},
		})
	})
}
