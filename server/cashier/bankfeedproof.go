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

// SettleWaiting decides lines that have waited long enough for their proof: they are known, or go to suspense. Several servers may do it at once.
func (s *Intake) SettleWaiting(ctx context.Context) error {
	channels, err := s.Store.AllChannels(ctx)
	if err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		lines, err := s.Store.WaitingLines(ctx, s.Now().Add(-proofWait), linesAtOnce)
		if err != nil {
			return err
		}
		for _, line := range lines {
			if err := s.settleWaiting(ctx, line, channels); err != nil {
				return err
			}
		}
		return nil
	})
}

// provenBy gives what has told of a line's money through one of the channels of its account, open or closed.
func (s *Intake) provenBy(ctx context.Context, channels []Channel, line BankLine) (proof id.ID, told bool, err error) {
	for _, channel := range channels {
		if !channel.has(line) {
			continue
		}
		if proof, told, err = s.Store.ProofOf(ctx, line, channel.Code, sameMoment); err != nil || told {
			return proof, told, err
		}
	}
	return id.ID{}, false, nil
}

func (s *Intake) settleWaiting(ctx context.Context, line BankLine, channels []Channel) error {
	if known, err := s.known(ctx, line); err != nil || known {
		return err
	}
	proof, told, err := s.provenBy(ctx, channels, line)
	switch {
	case err != nil:
		return err
	case told:
		return s.proven(ctx, line, proof)
	default:
		return s.suspendLine(ctx, line, NoMatch, *line.external())
	}
}
