package slip

import (
	"context"
	"errors"
	"slices"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Approval is the request of an operator to credit a slip that no bank has confirmed.
const Approval approval.Kind = "SLIP"

// Filter chooses slips for operators.
type Filter struct {
	// Status "" is every one. Review: only those that wait for the operator, the longest waiting first; others come
	// newest first.
	Status Status
	Review bool
	audit.Page
}

// OperatorList gives a page of everybody's slips.
func (s *Service) OperatorList(ctx context.Context, filter Filter) ([]Slip, int, error) {
	return s.Store.OperatorSlips(ctx, filter)
}

// ApproveInput is an operator's decision to credit a slip.
type ApproveInput struct {
	Slip id.ID
	// BankCode and Reference name the transfer, where the operator has to read them off the picture; else they may be
	// empty.
	BankCode, Reference string
	// Amount is what the operator saw arrive; where the bank reported one it may be 0, and otherwise is the same.
	Amount money.Amount
	Note   string
}

// approvalBody is what a second person decides.
type approvalBody struct {
	SlipID               id.ID        `json:"slipId"`
	Member               string       `json:"member"`
	Amount               money.Amount `json:"amount"`
	BankNo               string       `json:"bankNo"`
	TransactionReference string       `json:"transactionReference"`
	// Review is why it waited when the request was made.
	Review Review `json:"review"`
	// Others are the lines like it that had been sent back then; a later one may be its transfer.
	Others []id.ID `json:"returned,omitempty"`
}

// Approve credits a slip that waits for the operator. Where a bank has confirmed that the house was paid by the member,
// or its feed has credited the member, one operator will do; else a second one is asked, and the request is given.
// Errors: NO_DATA, KEY_INVALID (the amount is none, or not the bank's; the transfer has no name, or is not the one that
// was credited: misread), APPROVAL_STALE (it does not wait for the operator).
func (s *Service) Approve(ctx context.Context, input ApproveInput) (slip Slip, request *approval.Request, err error) {
	var draft *approval.Draft
	err = s.again(ctx, func(ctx context.Context) error {
		slip, draft = Slip{}, nil
		if slip, err = s.waiting(ctx, input.Slip); err != nil {
			return err
		}
		kept, before := slip, slip.fields()
		if err := s.named(ctx, &slip, input); err != nil {
			return err
		}
		bank, err := s.Store.BankCode(ctx, slip.BankNo)
		if err != nil {
			return err
		} else if bankaccount.BankPayment(bank, slip.TransactionReference) == nil {
			return fault.KeyInvalid.Withf("slip: the transfer of bank %.10q has no name under which it credits once", slip.BankNo)
		}
		if slip.Transfer != nil && slip.Review != VerifierDiffers && slip.Review != ReceiverUnsure && slip.Review != LineReturned {
			if input.Amount != 0 && input.Amount != slip.Transfer.Amount {
				return fault.KeyInvalid.Withf("slip: the bank told of %v", slip.Transfer.Amount)
			}
			if slip.Review != PayerUnsure {
				return s.approve(ctx, &slip, before, slip.Transfer.Amount, nil)
			}
			input.Amount = slip.Transfer.Amount // whose payment it is is the operator's word alone: two of them
		}
		if input.Amount <= 0 || input.Amount > money.Max {
			return fault.KeyInvalid.Withf("slip: a slip of %v", input.Amount)
		}
		if earlier, err := s.Deposits.CreditOf(ctx, slip.Member, *bankaccount.BankPayment(bank, slip.TransactionReference)); err != nil {
			return err
		} else if slip.Review == LineReturned && earlier.Found && earlier.Member == 0 && earlier.Suspense.IsZero() {
			return fault.KeyInvalid.Withf("slip: transfer %.70q of %s was sent back", slip.TransactionReference, bank)
		}
		if slip.ReadBy != "" {
			if credited, err := s.creditedBefore(ctx, slip, input.Amount, bank); err != nil {
				return err
			} else if credited {
				return s.approve(ctx, &slip, before, input.Amount, nil)
			}
		}
		others, err := s.sentBack(ctx, slip, finding{bank: bank, transfer: slip.Transfer}, input.Amount)
		if err != nil {
			return err
		}
		draft = &approval.Draft{Kind: Approval, Subject: slip.Reference, Note: input.Note, Body: approvalBody{
			SlipID: slip.ID, Member: slip.Member.String(), Amount: input.Amount, BankNo: slip.BankNo, TransactionReference: slip.TransactionReference, Review: slip.Review,
			Others: others,
		}}
		slip = kept
		return nil
	})
	if err != nil || draft == nil {
		return slip, nil, err
	}
	asked, err := s.Approvals.Ask(ctx, *draft)
	return slip, &asked, err
}

// sentBack gives the lines that were sent back and may be the transfer of a slip that waits because of them.
func (s *Service) sentBack(ctx context.Context, slip Slip, found finding, amount money.Amount) ([]id.ID, error) {
	if slip.Review != LineReturned {
		return nil, nil
	}
	slip.Amount = amount
	return s.Deposits.ReturnedLines(ctx, slip.Member, transferred(slip, found))
}

// Approved does what a second person has approved, in that transaction. Where it finds a reason not to credit the slip,
// that is written instead.
func (s *Service) Approved(ctx context.Context, request approval.Request) error {
	status, err := s.approved(ctx, request)
	if err != nil || status == Success {
		return err
	}
	return approval.Compensate(func(ctx context.Context) error {
		status, err := s.approved(ctx, request)
		if err == nil && status == Success { // the reason is gone again
			err = approval.ErrStale
		}
		return err
	})
}

func (s *Service) approved(ctx context.Context, request approval.Request) (Status, error) {
	var asked approvalBody
	if err := request.Read(&asked); err != nil {
		return "", err
	}
	slip, err := s.waiting(ctx, asked.SlipID)
	if err != nil {
		return "", err
	}
	if slip.Review == LineReturned && asked.Review != LineReturned { // who asked did not know
		return "", approval.ErrStale
	}
	asked.TransactionReference = bankaccount.CanonicalReference(asked.TransactionReference) // a request may be older than that form
	before := slip.fields()
	if slip.manual() {
		slip.BankNo, slip.TransactionReference, slip.ReadBy = asked.BankNo, asked.TransactionReference, request.Requester
	} else if slip.BankNo != asked.BankNo || slip.TransactionReference != asked.TransactionReference {
		return "", approval.ErrStale
	}
	if err = s.approve(ctx, &slip, before, asked.Amount, asked.Others); errors.Is(err, fault.KeyInvalid) {
		err = approval.ErrStale.With(err)
	}
	return slip.Status, err
}

// Reject refuses a slip that is not decided. Errors: NO_DATA, KEY_INVALID (no reason of the list), APPROVAL_STALE.
func (s *Service) Reject(ctx context.Context, slipID id.ID, reason Reason) (slip Slip, err error) {
	if !slices.Contains(Reasons, reason) {
		return Slip{}, fault.KeyInvalid.Withf("slip: reason %.40q", reason)
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if slip, err = s.Store.LockSlip(ctx, slipID); err != nil {
			return err
		}
		if slip.Status != Pending {
			return approval.ErrStale
		}
		before := slip.fields()
		slip.Status, slip.Reason, slip.Review = Failed, reason, ""
		return s.decided(ctx, &slip, before)
	})
	return slip, err
}

// again runs fn in a transaction, once more where the bank feed has credited the same payment meanwhile.
func (s *Service) again(ctx context.Context, fn func(ctx context.Context) error) error {
	err := s.Store.InTx(ctx, fn)
	if errors.Is(err, ledger.ErrAlreadyCredited) {
		err = s.Store.InTx(ctx, fn)
	}
	return err
}

// waiting locks a slip that waits for the operator. Errors: NO_DATA, APPROVAL_STALE.
func (s *Service) waiting(ctx context.Context, slipID id.ID) (Slip, error) {
	slip, err := s.Store.LockSlip(ctx, slipID)
	if err == nil && (slip.Status != Pending || slip.Review == "") {
		err = approval.ErrStale
	}
	return slip, err
}

// approve credits a slip that is none of the others: lines that were sent back.
func (s *Service) approve(ctx context.Context, slip *Slip, before map[string]any, amount money.Amount, others []id.ID) error {
	bank, err := s.Store.BankCode(ctx, slip.BankNo)
	if err != nil {
		return err
	}
	review := slip.Review
	slip.Amount = amount
	if err := s.settle(ctx, slip, finding{bank: bank, transfer: slip.Transfer, others: others}); err != nil {
		return err
	}
	if slip.Status == Pending && slip.Review == review {
		return approval.ErrStale // the bank feed has had it with another amount, and still has; or another line like it was sent back
	}
	return s.decided(ctx, slip, before)
}

// decided writes an operator's decision with its line in the audit log.
func (s *Service) decided(ctx context.Context, slip *Slip, before map[string]any) error {
	slip.DecidedBy = audit.ActorFrom(ctx).Name
	if err := s.Store.PutSlip(ctx, *slip, s.Now()); err != nil {
		return err
	}
	change, same := audit.Change{Action: audit.Slip, Subject: slip.ID.String(), Before: before, After: slip.fields()}.Narrowed()
	if same {
		return nil
	}
	return s.Trail.Record(ctx, change)
}

func (s Slip) fields() map[string]any {
	return map[string]any{"status": string(s.Status), "reason": string(s.Reason), "review": string(s.Review), "amount": s.Amount.String(), "bankNo": s.BankNo, "transactionReference": s.TransactionReference}
}
