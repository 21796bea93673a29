package simulator

import (
	"context"
	"time"

	"krapao/server/money"
	"krapao/server/simulator/api/provider"
)

// CreateTransfer applies a transfer or rejects it, once per reference; both are final.
func (p *providers) CreateTransfer(ctx context.Context, request provider.CreateTransferRequestObject) (provider.CreateTransferResponseObject, error) {
	body := *request.Body
	if err := checkReference(request.Reference); err != nil {
		return nil, err
	}
	if !body.Direction.Valid() {
		return nil, malformed("%.20q is not a direction", body.Direction)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	at, now := p.of(codeOf(ctx)), p.config.Now()
	known, ok := at.transfers[request.Reference]
	if !ok {
		known = &transfer{}
		at.transfers[request.Reference] = known
	}
	if known.asked == nil {
		known.asked = &body
		known.outcome = at.decide(request.Reference, body, known.cancelled, rejecting(ctx), now)
		if !known.cancelled {
			known.decidedAt = now
		}
		if to, isPlayer := at.players[body.Username]; isPlayer {
			to.keep(known.record(at.code, request.Reference))
		} else {
			at.journal.put(known.record(at.code, request.Reference))
		}
	}
	if *known.asked != body {
		return nil, errConflict
	}
	return provider.CreateTransfer200JSONResponse(known.outcome), nil
}

// decide moves the money, or says why it does not.
func (g *gameProvider) decide(reference string, body provider.CreateTransferRequest, cancelled, refused bool, now time.Time) provider.TransferOutcome {
	rejected := func(reason provider.TransferRejection) provider.TransferOutcome {
		return provider.TransferOutcome{Reference: reference, Status: provider.TransferStatusREJECTED, Reason: &reason, DecidedAt: now}
	}
	to, known := g.players[body.Username]
	switch {
	case cancelled:
		return rejected(provider.TransferRejectionCANCELLED)
	case refused:
		return rejected(provider.TransferRejectionOTHER)
	case !known:
		return rejected(provider.TransferRejectionNOPLAYER)
	case body.Currency != to.Currency:
		return rejected(provider.TransferRejectionCURRENCYMISMATCH)
	case body.Amount <= 0 || body.Amount > money.Max:
		return rejected(provider.TransferRejectionAMOUNTINVALID)
	case body.Direction == provider.OUT && body.Amount > to.balance:
		return rejected(provider.TransferRejectionINSUFFICIENTFUNDS)
	case body.Direction == provider.OUT:
		to.change(-body.Amount)
	default:
		to.change(body.Amount)
	}
	balance, sequence := to.balance, to.sequence
	return provider.TransferOutcome{
		Reference: reference, Status: provider.TransferStatusAPPLIED, Balance: &balance, Sequence: &sequence, DecidedAt: now,
	}
}

func (p *player) change(by money.Amount) {
	p.balance += by
	p.sequence++
}

// GetTransfer tells what became of a reference.
func (p *providers) GetTransfer(ctx context.Context, request provider.GetTransferRequestObject) (provider.GetTransferResponseObject, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	state := provider.TransferState{Reference: request.Reference, Status: provider.TransferStateStatusNOTFOUND}
	if known, ok := p.of(codeOf(ctx)).transfers[request.Reference]; ok {
		decided := known.decidedAt
		state.DecidedAt = &decided
		switch {
		case known.cancelled:
			state.Status = provider.TransferStateStatusCANCELLED
		case known.outcome.Status == provider.TransferStatusAPPLIED:
			state.Status = provider.TransferStateStatusAPPLIED
		default:
			state.Status, state.Reason = provider.TransferStateStatusREJECTED, known.outcome.Reason
		}
	}
	return provider.GetTransfer200JSONResponse(state), nil
}

// CancelTransfer lays a tombstone on a reference that has not been applied. A rejected transfer keeps its own state:
// nothing moved under it either.
func (p *providers) CancelTransfer(ctx context.Context, request provider.CancelTransferRequestObject) (provider.CancelTransferResponseObject, error) {
	if err := checkReference(request.Reference); err != nil {
		return nil, err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	at := p.of(codeOf(ctx))
	known, ok := at.transfers[request.Reference]
	if !ok {
		known = &transfer{cancelled: true, decidedAt: p.config.Now()}
		at.transfers[request.Reference] = known
		at.journal.put(known.record(at.code, request.Reference))
	}
	outcome := provider.CancelOutcome{Reference: request.Reference, Status: provider.CancelStatusCANCELLED, DecidedAt: known.decidedAt}
	if known.asked != nil && known.outcome.Status == provider.TransferStatusAPPLIED {
		outcome.Status = provider.CancelStatusAPPLIED
	}
	return provider.CancelTransfer200JSONResponse(outcome), nil
}
