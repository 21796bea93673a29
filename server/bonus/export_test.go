package bonus

import (
	"time"

	"krapao/server/ledger"
)

// ProgressOf tells how a condition stands beside a wallet.
func (c Condition) ProgressOf(wallet ledger.Wallet) Progress { return c.progress(wallet) }

// Received counts the receipts in the span that a moment is in.
func (s Span) Received(receipts []Receipt, at time.Time) int { return s.received(receipts, at) }
