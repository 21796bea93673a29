package cashier

import (
	"cmp"
	"context"
	"slices"
	"time"

	"krapao/server/audit"
	"krapao/server/id"
	"krapao/server/ledger"
)

// ProofWait is how long a line on an account that proves its money otherwise waits for that proof, unless IntakeConfig says otherwise: gateways are
// asked for askFor.
const ProofWait = askFor + 5*time.Minute

// SettleWaiting decides lines that have waited long enough for their proof: they are known, or go to suspense. Several servers may do it at once.
func (s *Intake) SettleWaiting(ctx context.Context) error {
	channels, err := s.Store.AllChannels(ctx)
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
				owner, reason, err := s.payer(ctx, line, houseChannel(channels, line))
				if err != nil {
					return err
				}
				line.PayerMember = owner.Member
				due[i] = found{line, owner, reason}
			}
			slices.SortFunc(due, found.compare)
			for _, next := range due {
				if err := s.settleWaiting(ctx, next.line, channels); err != nil {
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

// settleWaiting credits nobody: what else tells of the line's money credits it, if need be after this.
func (s *Intake) settleWaiting(ctx context.Context, line BankLine, channels []Channel) error {
	if matched, err := s.matchByReference(ctx, line); err != nil || matched {
		return err
	}
	credit, reason, err := s.matchByLikeness(ctx, channels, line)
	switch {
	case err != nil:
		return err
	case reason != "":
		return s.suspendLine(ctx, line, reason, *line.external())
	}
	if held, err := s.Store.HoldCredit(ctx, credit, line); err != nil {
		return err
	} else if !held {
		return ledger.ErrAlreadyCredited // it was decided with another amount at this moment: look again
	}
	return s.cover(ctx, line, credit)
}

// provers gives what can tell of a line's money: the gateways of the channels that have its account, or had it lately, however they stand; and gift
// links, where it is an e-wallet's.
func provers(channels []Channel, line BankLine) (gateways []string, gifts bool) {
	for _, channel := range channels {
		if channel.had(line) {
			gateways = append(gateways, channel.Code)
		}
		gifts = gifts || channel.Kind == Wallet && channel.BankCode == line.BankCode
	}
	return gateways, gifts
}

// creditsLike gives what may have told of a line's money, and of no other line's.
func (s *Intake) creditsLike(ctx context.Context, channels []Channel, line BankLine) ([]Credit, error) {
	gateways, gifts := provers(channels, line)
	credits, err := s.Store.QRCredits(ctx, line, gateways, claimAge, sameMoment)
	if err != nil || !gifts {
		return credits, err
	}
	links, err := s.Store.GiftCredits(ctx, line, sameMoment)
	return append(credits, links...), err
}

// provable tells whether something has told of a line's money, or may yet. Who scans a code is who pays it, so it is anybody's code; one that another
// line has shown counts too, as nobody knows which of the two was its payment.
func (s *Intake) provable(ctx context.Context, channels []Channel, line BankLine, payer id.MemberID) (may bool, err error) {
	gateways, gifts := provers(channels, line)
	if may, err = s.Store.ProvableQR(ctx, line, gateways, payer, claimAge); err != nil || may || !gifts {
		return may, err
	}
	return s.Store.ProvableGift(ctx, line, claimAge)
}

// ProvableSlip tells whether a member's transfer may be what a QR code or a gift link was paid by, as provable does of a line. Its receiver may be masked.
func (s *Intake) ProvableSlip(ctx context.Context, member id.MemberID, transfer SlipTransfer) (may bool, err error) {
	channels, err := s.Store.AllChannels(ctx)
	if err != nil {
		return false, err
	}
	to := transfer.Receiver
	for _, channel := range channels {
		if channel.AccountNo == "" || to.BankCode != "" && to.BankCode != channel.BankCode || numberIs(to.AccountNo, channel.AccountNo) == differs {
			continue
		}
		line := BankLine{
			BankCode: channel.BankCode, AccountNo: channel.AccountNo, Amount: transfer.Amount, Currency: transfer.Currency, TransferredAt: transfer.TransferredAt, TakenAt: s.Now(),
		}
		if may, err = s.provable(ctx, channels, line, member); err != nil || may {
			return may, err
		}
	}
	return false, nil
}
