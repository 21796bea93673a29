package spin

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// What takes a second person: letting members spin a wheel whose spins cost more than one person may decide, and
// loosening that rule.
const (
	WheelApproval approval.Kind = "SPIN_WHEEL"
	RuleApproval  approval.Kind = "SPIN_RULE"
)

// OperatorStore keeps what operators set.
type OperatorStore interface {
	// LockSettings keeps other operators from changing wheels until the transaction ends.
	LockSettings(ctx context.Context) error
	// Wheels gives the last version of every wheel, by code. Wheel gives one's. Errors: NO_DATA.
	Wheels(ctx context.Context) ([]Wheel, error)
	Wheel(ctx context.Context, code string) (Wheel, error)
	// PutWheel writes the next version of a wheel.
	PutWheel(ctx context.Context, wheel Wheel, now time.Time) error
	// Rules gives the rules for coins and approvals; SpinRule one currency's. Without one: the zero Rule.
	Rules(ctx context.Context) ([]Rule, error)
	SpinRule(ctx context.Context, currency money.Currency) (Rule, error)
	// PutRule writes a currency's rule.
	PutRule(ctx context.Context, rule Rule, now time.Time) error
	// CountSpins gives how often each sector of a wheel's version came.
	CountSpins(ctx context.Context, code string, version int) (map[string]int64, error)
	// FindCoupon locks and gives any member's coupon. Errors: NO_DATA.
	FindCoupon(ctx context.Context, coupon id.ID) (Coupon, error)
}

// wheelAsked is the body of a SPIN_WHEEL request: the wheel as it is to be, and the version it is made of.
type wheelAsked struct {
	Wheel   Wheel  `json:"wheel"`
	Cost    string `json:"cost"`
	Version int    `json:"version"`
}

// Preview is what saving a wheel would mean.
type Preview struct {
	Wheel Wheel
	// Cost is the average cost of a spin in minor units; Unbounded: it has no bound, and the wheel is refused.
	Cost      money.Amount
	Unbounded bool
	// NeedsSecondPerson: saving it asks a second person.
	NeedsSecondPerson bool
}

// Wheels gives the last version of every wheel.
func (s *Service) Wheels(ctx context.Context) ([]Wheel, error) { return s.Store.Wheels(ctx) }

// PreviewWheel tells what saving a wheel would mean, and saves nothing. Errors: KEY_INVALID.
func (s *Service) PreviewWheel(ctx context.Context, wheel Wheel) (Preview, error) {
	wheel = s.clean(wheel)
	if err := wheel.Validate(); err != nil {
		return Preview{}, fault.KeyInvalid.With(err)
	}
	rule, err := s.Store.SpinRule(ctx, wheel.Currency)
	if err != nil {
		return Preview{}, err
	}
	cost, unbounded := wheel.Cost()
	return Preview{Wheel: wheel, Cost: cost, Unbounded: unbounded, NeedsSecondPerson: wheel.Open && cost > rule.ReviewAbove*money.Amount(wheel.CoinPerSpin)}, nil
}

// clean takes from the wheel's HTML what may not be shown.
func (s *Service) clean(wheel Wheel) Wheel {
	cleaned := make([]Slice, len(wheel.Slices))
	for i, slice := range wheel.Slices {
		html := Text{}
		for locale, text := range slice.Prize.HTML {
			if text = s.Sanitise(text); text != "" {
				html[locale] = text
			}
		}
		slice.Prize.HTML = html
		cleaned[i] = slice
	}
	wheel.Slices = cleaned
	return wheel
}

// ChangeWheel saves the next version of a wheel, or asks a second person where its spins may cost more than the rule
// allows one: then the request comes along. Errors: KEY_INVALID (also a wheel that gives back the coins it takes).
func (s *Service) ChangeWheel(ctx context.Context, wheel Wheel) (Preview, approval.Request, error) {
	preview, err := s.PreviewWheel(ctx, wheel)
	switch {
	case err != nil:
		return preview, approval.Request{}, err
	case preview.Unbounded:
		return preview, approval.Request{}, fault.KeyInvalid.Withf("spin: the wheel gives back the coins it takes")
	}
	last, err := s.Store.Wheel(ctx, wheel.Code)
	switch {
	case err != nil && !errors.Is(err, fault.NoData):
		return preview, approval.Request{}, err
	case last.Version > 0 && last.Currency != wheel.Currency:
		return preview, approval.Request{}, fault.KeyInvalid.Withf("spin: wheel %s is in %s", wheel.Code, last.Currency)
	}
	if preview.NeedsSecondPerson {
		asked, err := s.Ask(ctx, approval.Draft{Kind: WheelApproval, Subject: wheel.Code, Body: wheelAsked{preview.Wheel, preview.Cost.String(), last.Version}})
		return preview, asked, err
	}
	preview.Wheel, err = s.put(ctx, preview.Wheel, last.Version, "")
	return preview, approval.Request{}, err
}

// ApproveWheel is what a second person's approval of a wheel does; it runs in the transaction of the decision. Errors:
// APPROVAL_STALE.
func (s *Service) ApproveWheel(ctx context.Context, request approval.Request) error {
	var asked wheelAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	_, err := s.put(ctx, asked.Wheel, asked.Version, request.ID.String())
	return err
}

// put writes a wheel's next version, if version is still its last one.
func (s *Service) put(ctx context.Context, wheel Wheel, version int, approvalID string) (Wheel, error) {
	defer s.forgetKnown()
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockSettings(ctx); err != nil {
			return err
		}
		change := audit.Change{Action: audit.SpinWheel, Subject: wheel.Code}
		last, err := s.Store.Wheel(ctx, wheel.Code)
		switch {
		case err == nil:
			change.Before = last.fields()
		case !errors.Is(err, fault.NoData):
			return err
		}
		wheel.Version = last.Version + 1
		change.After = wheel.fields()
		line, same := change.Narrowed()
		switch {
		case same: // saved by who asked at the same moment
			wheel = last
			return nil
		case last.Version != version:
			return approval.ErrStale
		}
		if approvalID != "" {
			line.After["approval"] = approvalID
		}
		if err := s.Store.PutWheel(ctx, wheel, s.Now()); err != nil {
			return err
		}
		return s.Trail.Record(ctx, line)
	})
	return wheel, err
}

func (w Wheel) fields() map[string]any {
	slices, _ := json.Marshal(w.Slices)
	until := ""
	if !w.Until.IsZero() {
		until = w.Until.UTC().Format(time.RFC3339)
	}
	return map[string]any{
		"currency": string(w.Currency), "name": map[string]string(w.Name), "coinPerSpin": w.CoinPerSpin, "slices": string(slices),
		"isOpen": w.Open, "from": w.From.UTC().Format(time.RFC3339), "until": until,
	}
}

// HandOut records that the operator gave a member what an ITEM coupon stands for. Errors: NO_DATA, APPROVAL_STALE (no
// such prize, claimed or expired).
func (s *Service) HandOut(ctx context.Context, coupon id.ID) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.Store.FindCoupon(ctx, coupon)
		switch {
		case err != nil:
			return err
		case found.Slice.Prize.Type != Item || found.StatusAt(s.Now()) != CouponOpen:
			return approval.ErrStale
		}
		found.Status, found.ClaimedAt = CouponClaimed, s.Now()
		if err := s.Store.ClaimCoupon(ctx, found); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{
			Action: audit.SpinCoupon, Subject: coupon.String(), Before: map[string]any{"status": string(CouponOpen)},
			After: map[string]any{"status": string(CouponClaimed), "member": found.Member.String(), "prize": found.Slice.Prize.Name.In("en")},
		})
	})
}
