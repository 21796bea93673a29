package app

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// errMoneyWithoutTOTP is that a server for real members would start with passwords alone before the house's money.
var errMoneyWithoutTOTP = errors.New("operators move money with a password alone, and members come over https: let the operators enrol (krapao operator totp) and " +
	"turn their rule on (krapao operator policy put --totp-for-money), or start with KRAPAO_ALLOW_MONEY_WITHOUT_TOTP=true")

// checkPolicy refuses the start where a stolen password is enough for the money of real members, unless it was allowed
// by name.
func checkPolicy(ctx context.Context, a *App) error {
	if !a.Config.Secure() || a.Config.AllowMoneyWithoutTOTP {
		return nil
	}
	policy, err := a.Operators.Policy(ctx)
	if err == nil && !policy.CodeForMoney {
		err = errMoneyWithoutTOTP
	}
	return err
}

// watchPolicy says at the start, and whenever somebody turns the rule off, that a stolen password is enough for the
// house's money.
func watchPolicy(a *App) {
	off := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "krapao_totp_for_money_off", Help: "1 while operators move money with a password alone (their rule totpForMoney is off), else 0."})
	a.metrics.Register(off)
	var warned atomic.Bool
	look := func(ctx context.Context) error {
		policy, err := a.Operators.Policy(ctx)
		if err != nil {
			return err
		}
		if policy.CodeForMoney {
			off.Set(0)
			warned.Store(false)
			return nil
		}
		off.Set(1)
		if !warned.Swap(true) {
			a.Log.LogAttrs(ctx, slog.LevelWarn, "operators move money with a password alone: no second factor is asked for",
				slog.String("rule", "totpForMoney"), slog.String("command", "krapao operator policy put --totp-for-money"))
		}
		return nil
	}
	a.inBackground = append(a.inBackground, look)
	a.every("see whether money needs a second factor", 30*time.Second, look)
}
