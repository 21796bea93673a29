package cashier

import (
	"context"
	"time"

	"krapao/server/id"
)

const (
	// proofWait is how long a line on an account that proves its money otherwise waits for that proof: gateways are asked for askFor.
	proofWait = askFor + 5*time.Minute
	// linesAtOnce bounds the lines that one turn decides.
	linesAtOnce = 50
)

// SettleWaiting decides lines that have waited long enough for their proof: they are known, go to suspense, or were ordinary transfers. Several servers
// may do it at once.
func (s *Intake) SettleWaiting(ctx context.Context) error {
	channels, err := s.Store.AllChannels(ctx)
	if err != nil {
		return err
	}
	settings, err := s.Store.Settings(ctx)
	if err != nil {
		return err
	}
	return s.again(ctx, func(ctx context.Context) error {
		lines, err := s.Store.WaitingLines(ctx, s.Now().Add(-proofWait), linesAtOnce)
		if err != nil {
			return err
		}
		var due []found
		for _, line := range lines {
			next, ordinary, err := s.settleWaiting(ctx, line, channels, settings.IsManual)
			if err != nil {
				return err
			}
			if ordinary {
				due = append(due, next)
			}
		}
		return s.settleAll(ctx, due)
	})
}

// settleWaiting decides a line that nothing has proven, where it can; ordinary: it is one as of an account that nothing else proves.
func (s *Intake) settleWaiting(ctx context.Context, line BankLine, channels []Channel, manual bool) (next found, ordinary bool, err error) {
	if known, err := s.known(ctx, line); err != nil || known {
		return found{}, false, err
	}
	proof, told, err := s.provenBy(ctx, channels, line)
	switch {
	case err != nil:
		return found{}, false, err
	case told:
		return found{}, false, s.proven(ctx, line, proof)
	}
	if channel := houseChannel(channels, line); manual || !channel.provesOtherwise() {
		owner, reason, err := s.payer(ctx, line, channel)
		if err != nil {
			return found{}, false, err
		}
		if may, err := s.provable(ctx, channels, line, owner.Member); err != nil || !may {
			return found{line, owner, reason}, err == nil, err
		}
	}
	return found{}, false, s.suspendLine(ctx, line, NoMatch, *line.external())
}

// mayProve tells whether a line is of the channel's account and its gateway, or e-wallet, can tell of the same money: open or not, as long as it reports.
func (s *Intake) mayProve(channel Channel, line BankLine) bool {
	return channel.has(line) && (channel.provesOtherwise() || s.Reports(channel.Code))
}

// provenBy gives what has told of a line's money through one of the channels of its account.
func (s *Intake) provenBy(ctx context.Context, channels []Channel, line BankLine) (proof id.ID, told bool, err error) {
	for _, channel := range channels {
		if !s.mayProve(channel, line) {
			continue
		}
		if proof, told, err = s.Store.ProofOf(ctx, line, channel.Code, sameMoment); err != nil || told {
			return proof, told, err
		}
	}
	return id.ID{}, false, nil
}

// provable tells whether something has told of a line's money, or may yet, through one of the channels of its account. Who scans a code is who pays it,
// so it is anybody's code; one that another line has shown counts too, as nobody knows which of the two was its payment.
func (s *Intake) provable(ctx context.Context, channels []Channel, line BankLine, payer id.MemberID) (may bool, err error) {
	for _, channel := range channels {
		if !s.mayProve(channel, line) {
			continue
		}
		if may, err = s.Store.ProvableQR(ctx, line, channel.Code, payer, claimAge, sameMoment); err != nil || may {
			return may, err
		}
		if channel.Kind != Wallet {
			continue
		}
		if may, err = s.Store.ProvableGift(ctx, line, claimAge, sameMoment); err != nil || may {
			return may, err
		}
	}
	return false, nil
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
		if may, err = s.provable(ctx, []Channel{channel}, line, member); err != nil || may {
			return may, err
		}
	}
	return false, nil
}
