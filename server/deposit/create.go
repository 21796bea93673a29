package deposit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/emvco"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// CreateQRInput is who wants to pay how much, and where.
type CreateQRInput struct {
	Member   id.MemberID
	Currency money.Currency
	// Gateway is a channel's code.
	Gateway string
	Amount  money.Amount
	// Key is the caller's, zero when none was sent.
	Key idempotency.Key
}

// CreateQR makes a QR code, or gives the one that is alive for the same gateway and amount. With ErrQRActive the QR
// that is in the way comes along. An earlier effect of the caller's key is given as it is now, so it may be Paid,
// Expired or Cancelled.
// Errors: NO_DATA (no such gateway), KEY_INVALID (more than a code can say), ErrQRMinimum, ErrQRActive, ErrQRFail,
// REQUEST_LIMIT_1MIN, IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS.
func (s *Service) CreateQR(ctx context.Context, input CreateQRInput) (QR, error) {
	refusal, err := s.refusal(ctx, input)
	if err != nil {
		return QR{}, err
	}
	qr, err := s.reserve(ctx, input, refusal)
	if err == nil && qr.Status == Requested {
		qr, err = s.request(ctx, qr)
	}
	return qr.shown(s.Now()), err
}

// refusal tells why the channel takes no new payment as it is now, nil when it does.
func (s *Service) refusal(ctx context.Context, input CreateQRInput) (refusal, err error) {
	channel, err := s.gateway(ctx, input.Gateway, input.Currency)
	switch {
	case errors.Is(err, fault.NoData):
		return err, nil
	case err != nil:
		return nil, err
	case !channel.Open:
		return fault.NoData.Withf("deposit: channel %s is closed", channel.Code), nil
	case input.Amount < max(channel.MinDeposit, bankaccount.MinQR):
		return ErrQRMinimum, nil
	case input.Amount > emvco.MaxAmount:
		return fault.KeyInvalid.Withf("deposit: no QR code can ask for %v", input.Amount), nil
	}
	return input.Currency.CheckEntry(input.Amount), nil
}

// reserve finds or writes the QR code that answers the input. refusal is for what the caller's key has not done before.
func (s *Service) reserve(ctx context.Context, input CreateQRInput, refusal error) (QR, error) {
	var qr QR
	var refused error
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		qr, refused = QR{}, nil
		effect, err := s.Keys.Find(ctx, input.Member, input.Key)
		if err != nil {
			return err
		}
		if !effect.IsZero() {
			qr, refused, err = s.repeat(ctx, input.Member, effect)
			return err
		}
		if refusal != nil {
			return refusal
		}
		if qr, err = s.findOrAdd(ctx, input); errors.Is(err, ErrQRActive) {
			refused = err
			// What ran out stays ended; but the QR code in the way may have been made under this key meanwhile.
			_, err = s.Keys.Find(ctx, input.Member, input.Key)
			return err
		} else if err != nil {
			return err
		}
		effect, err = s.Keys.Claim(ctx, input.Member, input.Key, qr.ID)
		if err == nil && !effect.IsZero() && effect != qr.ID {
			return fault.IdempotencyInProgress.Withf("deposit: the key was used while this request ran")
		}
		return err
	})
	if err != nil {
		return QR{}, err
	}
	return qr, refused
}

// repeat gives an earlier effect as it is now.
func (s *Service) repeat(ctx context.Context, member id.MemberID, effect id.ID) (qr QR, refused, err error) {
	qr, err = s.Store.QR(ctx, member, effect)
	switch {
	case err != nil:
	case qr.Status == Failed:
		refused = ErrQRFail
	case qr.Status == Requested && !s.dead(qr):
		refused = fault.IdempotencyInProgress.Withf("deposit: the first request is still running")
	}
	return qr, refused, err
}

// dead: whoever was to ask the gateway is not doing it any more.
func (s *Service) dead(qr QR) bool {
	return qr.Status == Requested && s.Now().Sub(qr.CreatedAt) > requestTimeout
}

func (s *Service) findOrAdd(ctx context.Context, input CreateQRInput) (QR, error) {
	const tries = 3 // each is lost to a request that ran at the same moment
	for range tries {
		now := s.Now()
		alive, err := s.Store.AliveQR(ctx, input.Member, now)
		switch {
		case errors.Is(err, fault.NoData):
		case err != nil:
			return QR{}, err
		case alive.Gateway == input.Gateway && alive.Amount == input.Amount:
			return alive, nil
		case s.dead(alive):
			alive.Status = Failed
			if _, err := s.Store.ChangeQR(ctx, alive, Requested); err != nil {
				return QR{}, err
			}
		default:
			return alive, ErrQRActive
		}
		if err := s.limit(ctx, input.Member, now); err != nil {
			return QR{}, err
		}
		qr := QR{
			ID: id.NewID(), Member: input.Member, Gateway: input.Gateway, Amount: input.Amount, Currency: input.Currency,
			Status: Requested, CreatedAt: now, ExpiresAt: now.Add(Lifetime).Truncate(time.Second), AskAt: now.Add(askFor),
		}
		if added, err := s.Store.AddQR(ctx, qr); err != nil || added {
			return qr, err
		}
	}
	return QR{}, fault.ServiceUnavailable.Withf("deposit: QR codes of member %v come and go", input.Member)
}

// limit keeps a member from having more than createLimit QR codes made in createWindow. Errors: REQUEST_LIMIT_1MIN.
func (s *Service) limit(ctx context.Context, member id.MemberID, now time.Time) error {
	made, err := s.Store.NthQR(ctx, member, createLimit)
	if err != nil || made.IsZero() {
		return err
	}
	if wait := made.Add(createWindow).Sub(now); wait > 0 {
		return fault.RequestLimit1Min.After(wait)
	}
	return nil
}

// request asks the gateway for the payment of a QR code that is REQUESTED, and makes it ACTIVE or FAILED.
func (s *Service) request(ctx context.Context, qr QR) (QR, error) {
	ctx = context.WithoutCancel(ctx) // the caller may leave meanwhile; what the gateway has is written all the same
	payment, err := s.Gateway.CreateQR(ctx, qr)
	if err == nil {
		err = qr.check(payment, s.Now())
	}
	if err != nil {
		s.Log.WarnContext(ctx, "a gateway gave no QR payment", "gateway", qr.Gateway, "reference", qr.ID, "error", err)
		qr.Status = Failed
	} else {
		qr.Status, qr.Payload, qr.GatewayReference = Active, payment.Payload, payment.Reference
		if payment.ExpiresAt.Before(qr.ExpiresAt) {
			qr.ExpiresAt = payment.ExpiresAt
		}
	}
	now, err := s.Store.ChangeQR(ctx, qr, Requested)
	if err != nil {
		return QR{}, err
	}
	if now.Status == Failed || now.Status == Requested {
		return QR{}, ErrQRFail
	}
	return now, nil
}

// check tells whether the gateway's payment is the one that was asked for, and its code says so too.
func (q QR) check(payment GatewayPayment, now time.Time) error {
	switch {
	case payment.Status != Active && payment.Status != Paid:
		return fmt.Errorf("deposit: the payment is %s", payment.Status)
	case payment.Amount != q.Amount || payment.Currency != q.Currency:
		return fmt.Errorf("deposit: %v %s instead of %v %s", payment.Amount, payment.Currency, q.Amount, q.Currency)
	case payment.Reference == "":
		return errors.New("deposit: the payment has no name")
	case !payment.ExpiresAt.After(now):
		return errors.New("deposit: the payment has run out")
	}
	return emvco.Verify(payment.Payload, q.Amount, q.Currency)
}
