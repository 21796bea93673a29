package cashier

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"krapao/server/emvco"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/picture"
	"krapao/server/picture/sandbox"
)

// slipClockSkew is how much later than its slip a transfer may be told to have been made.
const slipClockSkew = 5 * time.Minute

// finding is what a check found: one of a transfer that may be credited, a reason to refuse, or a reason to ask the operator.
type finding struct {
	reason   SlipReason
	review   SlipReview
	transfer *SlipTransfer
	// bank is the payer's.
	bank string
	// others are lines that were sent back and, as operators say, are none of this transfer.
	others []id.ID
}

// Check checks a slip that waits: it credits it, refuses it, or puts it into the operator's queue. An error: it could not be decided and is to be
// checked again. last: there is no other time, so what cannot be decided is the operator's. Repeating a check changes nothing.
func (s *Slips) Check(ctx context.Context, member id.MemberID, slipID id.ID, last bool) error {
	slip, err := s.Store.Slip(ctx, member, slipID)
	if err != nil || slip.Status != SlipPending || slip.Review != "" {
		return err
	}
	found, silent := s.look(ctx, &slip)
	if silent != nil {
		if !last {
			return silent
		}
		s.Log.WarnContext(ctx, "a slip could not be checked and waits for the operator", "slip", slip.ID, "error", silent)
		found = finding{review: VerifierSilent}
	}
	return s.decide(ctx, slip, found)
}

// passOnAtOnce bounds a turn of PassOn.
const passOnAtOnce = 100

// PassOn puts the slips whose last check ended without a word, as when its server was killed over it, into the operator's queue.
func (s *Slips) PassOn(ctx context.Context) error {
	abandoned, err := s.Store.AbandonedSlips(ctx, passOnAtOnce)
	for _, slip := range abandoned {
		s.Log.WarnContext(ctx, "a slip's check was given up, and it waits for the operator", "slip", slip.ID)
		err = errors.Join(err, s.decide(ctx, slip, finding{review: VerifierSilent}))
	}
	return err
}

// look reads the slip and asks the bank, without a transaction.
func (s *Slips) look(ctx context.Context, slip *Slip) (finding, error) {
	code, payload, reason, err := s.read(ctx, *slip)
	if errors.Is(err, errNoReader) {
		s.Log.WarnContext(ctx, "a slip's picture stops its reader, and it waits for the operator", "slip", slip.ID, "error", err)
		return finding{review: ReadByHand}, nil
	}
	if err != nil || reason != "" {
		return unread(slip.Currency, reason), err
	}
	slip.BankNo, slip.TransactionReference = code.Bank, canonicalReference(code.Reference)
	holder, err := s.Store.SlipOfTransfer(ctx, slip.BankNo, slip.TransactionReference)
	if err != nil || !holder.IsZero() {
		return finding{reason: SlipDuplicate}, err
	}
	verification, err := s.Store.Verification(ctx, slip.BankNo, slip.TransactionReference)
	if err != nil {
		return finding{}, err
	}
	verdict, transfer, err := s.Verifier.VerifySlip(ctx, verification, payload)
	if err != nil {
		return finding{}, err
	}
	switch verdict {
	case SlipVerified:
		return s.judge(ctx, *slip, transfer)
	case SlipNoPayment:
		return finding{reason: SlipInvalid}, nil
	case SlipAbsent:
		return finding{reason: SlipExpired}, nil
	case SlipSeen:
		return finding{reason: SlipDuplicate}, nil
	case SlipDiffers:
		return finding{reason: SlipWrongReceiver}, nil
	}
	return finding{}, fmt.Errorf("cashier: the verifier says %.40q", verdict)
}

// coded are the currencies whose banks print the QR code that emvco.ReadSlip reads. For the others no form is published.
var coded = map[money.Currency]bool{money.Baht: true}

// unread is what follows where there is nothing to ask the bank about: a slip without a code of a known form is not the member's fault.
func unread(currency money.Currency, reason SlipReason) finding {
	switch reason {
	case SlipUnreadable, SlipInvalid, SlipUnstable:
		if !coded[currency] {
			return finding{review: ReadByHand}
		}
	}
	return finding{reason: reason}
}

// read finds the slip's QR code on its image. reason is not empty when there is none to go on with.
func (s *Slips) read(ctx context.Context, slip Slip) (code emvco.Slip, payload string, reason SlipReason, err error) {
	texts, reason, err := s.texts(ctx, slip)
	if err != nil || reason != "" {
		return code, "", reason, err
	}
	reason = SlipUnreadable
	for _, text := range texts {
		code, err := emvco.ReadSlip(text)
		switch {
		case err == nil:
			return code, text, "", nil
		case errors.Is(err, emvco.ErrMalformed):
			reason = SlipUnstable
		case reason == SlipUnreadable:
			reason = SlipInvalid
		}
	}
	return code, "", reason, nil
}

// errNoReader says that a slip's picture stopped its reader, now or at an earlier try.
var errNoReader = errors.New("cashier: the picture stops its reader")

// texts gives the texts of the QR codes on a slip's image. The try is on record before it begins: one that never returns, as when it takes the server
// with it, is the last. Errors: errNoReader.
func (s *Slips) texts(ctx context.Context, slip Slip) (texts []string, reason SlipReason, err error) {
	file, err := s.fetch(ctx, slip)
	if errors.Is(err, fault.NoData) {
		return nil, SlipNoImage, nil
	} else if err != nil {
		return nil, "", err
	}
	defer func() { _ = file.Close() }() // it has no name any more
	select {
	case s.reading <- struct{}{}:
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	defer func() { <-s.reading }()
	if begun, err := s.Store.BeginReading(ctx, slip, s.Now()); err != nil {
		return nil, "", err
	} else if !begun {
		return nil, "", errNoReader
	}
	texts, err = s.Pictures.Codes(ctx, file)
	switch {
	case errors.Is(err, sandbox.ErrKilled):
		return nil, "", fmt.Errorf("%w: %w", errNoReader, err)
	case ctx.Err() != nil: // it was under way when its time was over
		return nil, "", ctx.Err()
	}
	ended := s.Store.EndReading(ctx, slip)
	if errors.Is(err, picture.ErrRefused) {
		return nil, SlipImageSize, ended
	}
	return texts, "", errors.Join(err, ended)
}

// fetch brings a slip's image to this machine. Errors: NO_DATA.
func (s *Slips) fetch(ctx context.Context, slip Slip) (*os.File, error) {
	if err := slip.imageThere(); err != nil {
		return nil, err
	}
	image, err := s.Blobs.Get(ctx, slip.ImageName)
	if err != nil {
		return nil, err
	}
	defer func() { _ = image.Close() }() // read to its end, or given up
	file, err := s.nameless()
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(file, io.LimitReader(image, sandbox.MaxFile)); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// judge holds what the bank told against the slip, the member and the house's accounts.
func (s *Slips) judge(ctx context.Context, slip Slip, told SlipTransfer) (finding, error) {
	found := finding{transfer: &told}
	settings, err := s.Store.Settings(ctx)
	if err != nil {
		return found, err
	}
	if found.bank, err = s.Store.BankCode(ctx, told.BankNo); err != nil {
		return found, err
	}
	early := told.TransferredAt.After(slip.CreatedAt.Add(slipClockSkew))
	told.TransferredAt = bounded(told.TransferredAt, s.Now())
	switch {
	case told.BankNo != slip.BankNo || canonicalReference(told.Reference) != slip.TransactionReference, told.Amount <= 0 || told.Amount > money.Max,
		found.bank == "", told.Payer.BankCode != "" && told.Payer.BankCode != found.bank, early:
		found.review = VerifierDiffers
		return found, nil
	case slip.CreatedAt.Sub(told.TransferredAt) > settings.SlipMaxAge:
		found.reason = SlipExpired
		return found, nil
	case told.Currency != slip.Currency:
		found.reason = SlipWrongReceiver
		return found, nil
	}
	channels, err := s.Store.Channels(ctx, slip.Currency)
	if err != nil {
		return found, err
	}
	received := receiverOf(channels, told.Receiver)
	if received == differs {
		found.reason = SlipWrongReceiver
		return found, nil
	}
	if s.Intake != nil && received == same {
		if may, err := s.Intake.ProvableSlip(ctx, slip.Member, told); err != nil {
			return found, err
		} else if may {
			received = unsure
		}
	}
	own, err := s.Members.BankAccount(ctx, slip.Member)
	if err != nil {
		return found, err
	}
	told.Payer.BankCode = found.bank
	paid := payerIs(own, told.Payer)
	if paid == same {
		if paid, err = s.nobodyElse(ctx, slip.Member, told.Payer); err != nil {
			return found, err
		}
	}
	switch {
	case paid == differs:
		found.reason = SlipNotMatch
	case received == unsure:
		found.review = ReceiverUnsure
	case paid == unsure:
		found.review = PayerUnsure
	}
	return found, nil
}

// decide writes what was found, in one transaction with the credit.
func (s *Slips) decide(ctx context.Context, seen Slip, found finding) error {
	const tries = 5 // a line of the bank feed may be quicker each time, once
	var err error
	for range tries {
		err = s.Store.InTx(ctx, func(ctx context.Context) error {
			slip, err := s.Store.LockSlip(ctx, seen.ID)
			if err != nil || slip.Status != SlipPending || slip.Review != "" {
				return err
			}
			slip.BankNo, slip.TransactionReference, slip.Transfer = seen.BankNo, seen.TransactionReference, found.transfer
			switch {
			case found.reason != "":
				slip.Status, slip.Reason = SlipFailed, found.reason
			case found.review != "":
				slip.Review = found.review
			default:
				slip.Amount = found.transfer.Amount
				if err := s.settle(ctx, &slip, found); err != nil {
					return err
				}
			}
			return s.Store.PutSlip(ctx, slip, s.Now())
		})
		if !errors.Is(err, ledger.ErrAlreadyCredited) {
			break
		}
	}
	return err
}
