package deposit

import (
	"cmp"
	"context"
	"slices"
	"time"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
)

// ProofWait is how long a line on an account that is reconciled elsewhere waits for that report, unless IntakeConfig
// says otherwise: gateways are asked for askFor.
const ProofWait = askFor + 5*time.Minute

// SettleWaiting decides lines that have waited long enough: something else has credited them, or they go to suspense.
// Several servers may do it at once.
func (s *Intake) SettleWaiting(ctx context.Context) error {
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return err
	}
	for more := true; more; {
		err := s.again(ctx, func(ctx context.Context) error {
			lines, err := s.Store.WaitingLines(ctx, s.Now().Add(-cmp.Or(s.ProofWait, ProofWait)), linesAtOnce)
			if err != nil {
				return err
			}
			more = len(lines) == linesAtOnce
			due := make([]found, len(lines))
			for i, line := range lines {
				owner, reason, err := s.payer(ctx, line, houseOf(houses, line))
				if err != nil {
					return err
				}
				line.PayerMember = owner.Member
				due[i] = found{line, owner, reason}
			}
			slices.SortFunc(due, found.compare)
			for _, next := range due {
				if err := s.settleWaiting(ctx, next.line, houses); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// UndecidedLines gives a page of the lines that wait, oldest first, and how many there are in all.
func (s *Intake) UndecidedLines(ctx context.Context, page audit.Page) ([]BankLine, int, error) {
	return s.Store.UndecidedLines(ctx, page)
}

// settleWaiting credits nobody: what else reports the line's money credits it, if need be after this.
func (s *Intake) settleWaiting(ctx context.Context, line BankLine, houses []bankaccount.House) error {
	if matched, err := s.matchByReference(ctx, line); err != nil || matched {
		return err
	}
	credit, reason, err := s.matchByLikeness(ctx, houses, line)
	if err != nil {
		return err
	}
	if reason == NoMatch {
		if settled, err := s.settleWithPayer(ctx, line); err != nil || settled {
			return err
		}
	}
	if reason != "" {
		return s.suspendLine(ctx, line, reason, *line.external())
	}
	if held, err := s.Store.HoldCredit(ctx, credit, line); err != nil {
		return err
	} else if !held {
		return ledger.ErrAlreadyCredited // it was decided with another amount at this moment: look again
	}
	return s.cover(ctx, line, credit)
}

// settleWithPayer covers a line by what the member who paid it was credited while it waited: the slip of a line without
// a reference, a claim, or a payment that another line was taken for (exchange). Where a slip may have been misread,
// or a QR code may yet be paid, operators decide.
func (s *Intake) settleWithPayer(ctx context.Context, line BankLine) (settled bool, err error) {
	if line.PayerMember == 0 {
		return false, nil
	}
	line.Member = line.PayerMember
	if err := s.Store.LockMember(ctx, line.Member); err != nil {
		return false, err
	}
	open, err := s.mayBePaid(ctx, line)
	if err != nil {
		return false, err
	}
	if !line.isNamed() {
		if slip, found, err := s.findSlipForLine(ctx, line); err != nil {
			return false, err
		} else if found {
			return true, s.cover(ctx, line, slip)
		}
	}
	if found, _, err := s.findExchange(ctx, line, line.PayerMember, bankaccount.TimeTolerance); err != nil {
		return false, err
	} else if !found.credit.IsZero() {
		return true, s.exchange(ctx, line, found)
	}
	if manual, err := s.Store.HasManualSlip(ctx, slipSearch(line)); err != nil || manual || open {
		return false, err
	}
	claim, credited, err := s.findCreditedClaim(ctx, line, bankaccount.TimeTolerance)
	if err != nil || !credited {
		return false, err
	}
	if err := s.settleManualCredit(ctx, claim, claimPayment{line.ID, ClearingBank, line.external()}); err != nil {
		return false, err
	}
	return true, s.cover(ctx, line, claim.ID)
}

// matchSources gives what can report a line's money: the gateways of the channels that have its account, or had it
// lately, however they stand; and gift links, where it is an e-wallet's.
func matchSources(houses []bankaccount.House, line BankLine) (gateways []string, gifts bool) {
	for _, house := range houses {
		if house.Was(line.house(), line.Currency, line.At().Add(-bankaccount.MatchWindow)) {
			gateways = append(gateways, house.Channel)
		}
		gifts = gifts || house.EWallet && house.Bank == line.BankCode
	}
	return gateways, gifts
}

// findCreditsForLine gives the credits that may be a line's money and are no other line's.
func (s *Intake) findCreditsForLine(ctx context.Context, houses []bankaccount.House, line BankLine) ([]Credit, error) {
	gateways, gifts := matchSources(houses, line)
	credits, err := s.Store.QRCredits(ctx, qrSearch(line, gateways))
	if err != nil || !gifts {
		return credits, err
	}
	links, err := s.Store.GiftCredits(ctx, line, bankaccount.TimeTolerance)
	return append(credits, links...), err
}

// mayMatch tells whether something has reported a line's money, or may yet. Who scans a code is who pays it, so it is
// anybody's code; one that another line has shown counts too, as nobody knows which of the two was its payment.
func (s *Intake) mayMatch(ctx context.Context, houses []bankaccount.House, line BankLine, payer id.MemberID) (may bool, err error) {
	gateways, gifts := matchSources(houses, line)
	if may, err = s.Store.MayMatchQR(ctx, qrSearch(line, gateways), payer); err != nil || may || !gifts {
		return may, err
	}
	return s.Store.MayMatchGift(ctx, line, bankaccount.MatchWindow)
}

// MayMatchTransfer tells whether a member's transfer may be what a QR code or a gift link was paid by, as mayMatch does
// of a line. Its receiver may be masked.
func (s *Intake) MayMatchTransfer(ctx context.Context, member id.MemberID, transfer bankaccount.Transfer) (may bool, err error) {
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return false, err
	}
	to := transfer.Receiver
	for _, house := range houses {
		if house.Number == "" || to.Bank != "" && to.Bank != house.Bank || bankaccount.MatchNumber(to.Number, house.Number) == bankaccount.Differs {
			continue
		}
		line := BankLine{
			BankCode: house.Bank, AccountNo: house.Number, Amount: transfer.Amount, Currency: transfer.Currency, TransferredAt: transfer.At, TakenAt: s.Now(),
		}
		if may, err = s.mayMatch(ctx, houses, line, member); err != nil || may {
			return may, err
		}
	}
	return false, nil
}
