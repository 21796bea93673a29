package simulator

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"krapao/server/money"
	"krapao/server/simulator/api/payment"
	"krapao/server/simulator/api/provider"
)

// The kinds of records. What is not among them is forgotten at a restart: text messages, launch links, switched faults.
const (
	kindPlayer   = "player"
	kindTransfer = "transfer"
	kindBet      = "bet"
	kindQR       = "qr"
	kindPayout   = "payout"
	kindFloat    = "float"
	kindLine     = "bank-transfer"
	kindVerified = "verified-slip"
	kindVoucher  = "voucher"
	kindReport   = "report"
)

// What is written of things whose fields are not all their own.
type (
	playerState struct {
		provider.Player
		Balance  money.Amount      `json:"balance"`
		InPlay   money.Amount      `json:"inPlay"`
		Sequence int64             `json:"sequence"`
		Resets   map[string]string `json:"resets"`
	}
	transferState struct {
		Asked     *provider.CreateTransferRequest `json:"asked"`
		Outcome   provider.TransferOutcome        `json:"outcome"`
		Cancelled bool                            `json:"cancelled"`
		DecidedAt time.Time                       `json:"decidedAt"`
	}
	qrState struct {
		payment.QrPayment
		Asked payment.CreateQrPaymentRequest `json:"asked"`
	}
	payoutState struct {
		payment.Payout
		Destination payment.PayoutDestination `json:"destination"`
		SettleAt    time.Time                 `json:"settleAt"`
	}
	reportState struct {
		Delivery
		SecretOf string `json:"secretOf"`
		Body     string `json:"body"`
	}
)

// keep writes a player down, with what else the same call changed. Whoever changes a player does it before answering.
func (p *player) keep(with ...record) {
	p.at.journal.put(append(with, recordOf(kindPlayer, p.at.code+"/"+p.Username, playerState{p.Player, p.balance, p.inPlay, p.sequence, p.resets}))...)
}

func (t *transfer) record(code, reference string) record {
	return recordOf(kindTransfer, code+"/"+reference, transferState{t.asked, t.outcome, t.cancelled, t.decidedAt})
}

func (q *qrPayment) record() record {
	return recordOf(kindQR, q.gateway.code+"/"+q.Reference, qrState{q.QrPayment, q.asked})
}

func (o *payout) record() record {
	return recordOf(kindPayout, o.gateway.code+"/"+o.Reference, payoutState{o.Payout, o.destination, o.settleAt})
}

func (v *voucher) record() record { return recordOf(kindVoucher, v.Hash, v) }

// float is what is kept of the house's money at a gateway.
func (g *gateway) float(currency money.Currency) record {
	return recordOf(kindFloat, g.code+"/"+string(currency), g.balance[currency])
}

// worthKeeping: reports that were taken are done with.
func worthKeeping(one record) bool {
	var report reportState
	return one.Kind != kindReport || json.Unmarshal(one.Value, &report) != nil || !report.Done
}

// restore puts the records of an earlier run back.
func (s *Simulator) restore(records []record) error {
	for _, one := range records {
		code, name, _ := strings.Cut(one.Key, "/")
		var err error
		switch one.Kind {
		case kindPlayer, kindTransfer, kindBet:
			err = s.provider.of(code).restore(one, name)
		case kindQR, kindPayout, kindFloat:
			err = s.gateways.restore(one, code, name)
		case kindLine, kindVerified:
			err = s.bank.restore(one)
		case kindVoucher:
			made := &voucher{}
			err = json.Unmarshal(one.Value, made)
			s.ewallet.vouchers[made.Hash], s.ewallet.made = made, append(s.ewallet.made, made)
		case kindReport:
			var report reportState
			err = json.Unmarshal(one.Value, &report)
			s.webhooks.resume(report)
		default:
			err = fmt.Errorf("no kind %q", one.Kind)
		}
		if err != nil {
			return fmt.Errorf("simulator: the record of %s %s: %w", one.Kind, one.Key, err)
		}
	}
	return nil
}

func (g *gameProvider) restore(one record, name string) error {
	switch one.Kind {
	case kindPlayer:
		var state playerState
		if err := json.Unmarshal(one.Value, &state); err != nil {
			return err
		}
		if state.Resets == nil {
			state.Resets = map[string]string{}
		}
		known := &player{at: g, Player: state.Player, balance: state.Balance, inPlay: state.InPlay, sequence: state.Sequence, resets: state.Resets}
		g.players[known.Username], g.byReference[known.Reference] = known, known
	case kindTransfer:
		var state transferState
		if err := json.Unmarshal(one.Value, &state); err != nil {
			return err
		}
		g.transfers[name] = &transfer{asked: state.Asked, outcome: state.Outcome, cancelled: state.Cancelled, decidedAt: state.DecidedAt}
	default:
		var bet provider.Bet
		if err := json.Unmarshal(one.Value, &bet); err != nil {
			return err
		}
		g.bets = append(g.bets, bet)
	}
	return nil
}

func (g *gateways) restore(one record, code, name string) error {
	at := g.of(code)
	switch one.Kind {
	case kindQR:
		var state qrState
		if err := json.Unmarshal(one.Value, &state); err != nil {
			return err
		}
		made := &qrPayment{QrPayment: state.QrPayment, gateway: at, asked: state.Asked}
		at.qrs[made.Reference], g.qrs = made, latest(append(g.qrs, made))
		if made.Status == payment.QrPaymentStatusPENDING {
			at.waiting = append(at.waiting, made)
		}
	case kindPayout:
		var state payoutState
		if err := json.Unmarshal(one.Value, &state); err != nil {
			return err
		}
		out := &payout{Payout: state.Payout, gateway: at, destination: state.Destination, settleAt: state.SettleAt}
		at.payouts[out.Reference], g.outs = out, latest(append(g.outs, out))
		if out.Status == payment.PayoutStatusPENDING {
			at.due = append(at.due, out)
		}
	default:
		var balance money.Amount
		if err := json.Unmarshal(one.Value, &balance); err != nil {
			return err
		}
		at.balance[money.Currency(name)] = balance
	}
	return nil
}

func (b *bank) restore(one record) error {
	if one.Kind == kindVerified {
		var reference string
		err := json.Unmarshal(one.Value, &reference)
		b.asked[one.Key] = reference
		return err
	}
	made := &bankTransfer{}
	if err := json.Unmarshal(one.Value, made); err != nil {
		return err
	}
	b.keep(made)
	return nil
}
