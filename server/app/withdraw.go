package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/bonus"
	"krapao/server/gateway/payment"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/wallet"
	"krapao/server/withdrawal"
)

// newWithdrawals makes withdrawals, whose money the transfers collect from the games.
func newWithdrawals(f floor, book ledger.Poster, gateways *payment.Gateways, transfers *wallet.Transfers, bonuses *bonus.Service) *withdrawal.Service {
	withdrawals := withdrawal.New(withdrawal.Config{
		Store: postgres.Withdrawals{DB: f.db}, Ledger: book, Balances: f.ledger, Keys: f.keyed, Trail: f.trail, Now: f.Now, Log: f.Log,
		Payouts: gateways, Collector: collector{transfers}, Conditions: conditionOfWithdrawal{bonuses}, Approvals: f.approvals,
	})
	f.approvals.Handle(withdrawal.LargeApproval, withdrawals.ApproveLarge)
	f.approvals.Handle(withdrawal.LimitsApproval, withdrawals.ApproveLimits)
	return withdrawals
}

// withdrawJobs pays withdrawals out.
func withdrawJobs(a *App) {
	a.every("pay withdrawals out", 2*time.Second, a.Withdrawals.PayOut)
	gauge := withdrawalGauges(a.metrics)
	a.every("measure withdrawals that wait", 5*time.Second, func(ctx context.Context) error {
		waiting, err := a.Withdrawals.WithdrawalsWaiting(ctx)
		for _, of := range waiting {
			gauge(of)
		}
		return err
	})
}

// withdrawalGauges registers how withdrawals stand, and gives what sets it.
func withdrawalGauges(metrics *middleware.Metrics) func(withdrawal.Waiting) {
	waiting := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "krapao_withdrawals_waiting", Help: "Withdrawals that wait for a decision (REQUESTED) or for their money (APPROVED), of all servers."}, []string{"currency", "for"})
	oldest := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "krapao_withdrawal_oldest_seconds", Help: "Age of the oldest of them; 0 when there is none."}, []string{"currency"})
	trouble := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "krapao_payout_alarms", Help: "Payouts whose gateway contradicted itself, and reports of the last day that fit none."}, []string{"currency"})
	for _, gauge := range []prometheus.Collector{waiting, oldest, trouble} {
		metrics.Register(gauge)
	}
	return func(of withdrawal.Waiting) {
		waiting.WithLabelValues(string(of.Currency), "REQUESTED").Set(float64(of.Requested))
		waiting.WithLabelValues(string(of.Currency), "APPROVED").Set(float64(of.Approved))
		oldest.WithLabelValues(string(of.Currency)).Set(of.Oldest.Seconds())
		trouble.WithLabelValues(string(of.Currency)).Set(float64(of.Trouble))
	}
}

// collector brings the games' money to the main wallet for a withdrawal.
type collector struct{ transfers *wallet.Transfers }

// CollectToMain is described at withdrawal.Collector.
func (c collector) CollectToMain(ctx context.Context, member id.MemberID, currency money.Currency, request id.ID) ([]withdrawal.Leg, error) {
	legs, err := c.transfers.CollectToMain(ctx, member, currency, request)
	collected := make([]withdrawal.Leg, len(legs))
	for i, leg := range legs {
		collected[i] = withdrawal.Leg{
			From: leg.Source, To: leg.Target, HeldBy: leg.HeldBy, Amount: leg.Amount, Status: string(leg.Status), Reference: leg.Reference.String(),
		}
		if leg.Fault != nil {
			collected[i].Error = string(leg.Fault.Code)
		}
	}
	return collected, err
}
