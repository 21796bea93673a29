package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/cashier"
	"krapao/server/httpapi"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/wallet"
)

// wireWithdraw lets the cashier pay out: games' money comes home for it, gateways are sent orders, and a second person is asked.
func wireWithdraw(_ context.Context, a *App) error {
	a.Cashier.Sweeper = sweeper{a.Transfers}
	handleCashier(a.Approvals, a.Cashier)
	a.every("pay withdrawals out", 2*time.Second, a.Cashier.PayOut)
	gauge := withdrawalGauges(a.metrics)
	a.every("measure withdrawals that wait", 5*time.Second, func(ctx context.Context) error {
		waiting, err := a.Cashier.WithdrawalsWaiting(ctx)
		for _, of := range waiting {
			gauge(of)
		}
		return err
	})
	return nil
}

// withdrawalGauges registers how withdrawals stand, and gives what sets it.
func withdrawalGauges(metrics *httpapi.Metrics) func(cashier.Waiting) {
	waiting := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "krapao_withdrawals_waiting", Help: "Withdrawals that wait for a decision (REQUESTED) or for their money (APPROVED), of all servers."}, []string{"currency", "for"})
	oldest := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "krapao_withdrawal_oldest_seconds", Help: "Age of the oldest of them; 0 when there is none."}, []string{"currency"})
	trouble := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "krapao_payout_alarms", Help: "Payouts whose gateway contradicted itself, and reports of the last day that fit none."}, []string{"currency"})
	for _, gauge := range []prometheus.Collector{waiting, oldest, trouble} {
		metrics.Register(gauge)
	}
	return func(of cashier.Waiting) {
		waiting.WithLabelValues(string(of.Currency), "REQUESTED").Set(float64(of.Requested))
		waiting.WithLabelValues(string(of.Currency), "APPROVED").Set(float64(of.Approved))
		oldest.WithLabelValues(string(of.Currency)).Set(of.Oldest.Seconds())
		trouble.WithLabelValues(string(of.Currency)).Set(float64(of.Trouble))
	}
}

// officeCashier is the cashier for commands: it decides, and a running server pays.
func officeCashier(db *postgres.DB, trail audit.Trail, desk *approval.Desk, now func() time.Time) *cashier.Service {
	service := cashier.New(cashier.Config{
		Store: postgres.Cashier{DB: db}, Ledger: postgres.Ledger{DB: db}, Trail: trail, Desk: desk, Condition: noCondition{}, Now: now,
	})
	handleCashier(desk, service)
	return service
}

// handleCashier registers what the cashier does once a second person approved.
func handleCashier(desk *approval.Desk, service *cashier.Service) {
	desk.Handle(cashier.LargeWithdrawal, service.ApproveLarge)
	desk.Handle(cashier.LimitsApproval, service.ApproveLimits)
	desk.Handle(cashier.ChannelApproval, service.ApproveChannel)
}

// sweeper brings games' money home for a withdrawal.
type sweeper struct{ transfers *wallet.Transfers }

// BringHome is described at cashier.Sweeper.
func (s sweeper) BringHome(ctx context.Context, member id.MemberID, currency money.Currency, request id.ID) ([]cashier.Leg, error) {
	legs, err := s.transfers.BringHome(ctx, member, currency, request)
	swept := make([]cashier.Leg, len(legs))
	for i, leg := range legs {
		swept[i] = cashier.Leg{
			From: leg.Source, To: leg.Target, HeldBy: leg.HeldBy, Amount: leg.Amount, Status: string(leg.Status), Reference: leg.Reference.String(),
		}
		if leg.Fault != nil {
			swept[i].Error = string(leg.Fault.Code)
		}
	}
	return swept, err
}

// noCondition is what bonuses say while there are none.
type noCondition struct{}

// State is described at cashier.Condition.
func (noCondition) State(context.Context, id.MemberID) (cashier.ConditionState, error) {
	return cashier.NoCondition, nil
}

// EndMet is described at cashier.Condition.
func (noCondition) EndMet(context.Context, id.MemberID, money.Amount) error { return nil }
