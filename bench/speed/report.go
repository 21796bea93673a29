package main

import (
	"fmt"
	"slices"
	"strconv"
)

// report prints what the run found out.
func (b *bench) report(before string) {
	limits := "pgbench"
	if pgbench() == "" {
		limits = "a Go driver (no pgbench here), which takes CPU that pgbench would not"
	}
	fmt.Printf("\nLoad of the machine before: %s. %d rounds of %v, %d callers; L by %s. Medians; ratios of the same round.\n",
		before, b.rounds, b.each, b.callers, limits)
	if !isQuiet(before) {
		fmt.Println("The machine was not quiet: these figures are rough, and no evidence.")
	}
	fmt.Print("\n| # | what | target | today | least to most |\n|---|---|---|---|---|\n")
	b.ratio("P1", "verified deposit / L, group commit off", ">= 0.6", deposit, lDeposit)
	b.ratio("P1", "POST /api/wallet/transfer / L transfers", ">= 0.35", transfer, lTransfer)
	b.ratio("", "the same / an L that posts once, not twice", "", transfer, lTransferOnce)
	b.ratio("P4", "GET /api/wallet, a first look / the joined form", ">= 0.75", walletFirst, lJoined)
	b.ratio("", "the same / the joined form of four accounts, without the other providers", "", walletFirst, lAccounts)
	b.ratio("P4", "GET /api/wallet, unchanged (304) / the joined form", ">= 1.15", walletUnchanged, lJoined)
	b.ratio("", "the same / one row, all that it reads", "", walletUnchanged, lRow)
	b.ratio("", "the same / the balances alone", "", walletUnchanged, lBalances)
	b.ratio("P5", fmt.Sprintf("time of page %d / page 1, of %d lines", b.statementAt, b.lines), "<= 2", pageOne, pageLate)
	fmt.Printf("| P5 | buffers of page %d (page 1: %d) | <= 15 | %d | |\n", b.statementAt, b.buffers[1], b.buffers[b.statementAt])
	b.ratio("P6", fmt.Sprintf("transfers at %d postings / empty", b.postings), ">= 0.75", transferFilled, transfer)
	b.ratio("P7", fmt.Sprintf("chat messages to %d open sockets / bare gorilla with a room index", b.sockets), ">= 0.85", chatRate, bareRate)
	b.ratio("P7", fmt.Sprintf("the p99 of one, at %d a second / the same", paced), "<= 1.3", chatP99, bareP99)
	if len(b.figures[chatRate]) > 0 {
		fmt.Printf("| | memory of an idle socket (bare: %.1f kB) | | %.1f kB | |\n", kilobytes(b.idle[bareRate]), kilobytes(b.idle[chatRate]))
	}
	fmt.Print("\n| cell | calls a second | CPU a call: server | PostgreSQL |\n|---|---|---|---|\n")
	for _, name := range []string{lDeposit, deposit, lTransfer, lTransferOnce, transfer, transferFilled, lRow, lBalances, lJoined, lAccounts, walletFirst, walletUnchanged, pageOne, pageLate, chatRate, bareRate} {
		if len(b.figures[name]) == 0 {
			continue
		}
		of := func(what func(figure) float64) float64 { return median(b.figures[name], what) }
		fmt.Printf("| %s | %.0f | %.0f µs | %.0f µs |\n", name, of(func(f figure) float64 { return f.rate }),
			of(func(f figure) float64 { return f.server }), of(func(f figure) float64 { return f.database }))
	}
	fmt.Println()
}

func kilobytes(bytes int64) float64 { return float64(bytes) / 1024 }

// isQuiet tells by the load of the last minute that nobody else is at work.
func isQuiet(load string) bool {
	value, err := strconv.ParseFloat(load, 64)
	return err == nil && value <= 0.5
}

func median(figures []figure, of func(figure) float64) float64 {
	values := make([]float64, 0, len(figures))
	for _, one := range figures {
		values = append(values, of(one))
	}
	return middle(values)
}

func middle(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// ratio prints how two cells' rates stand to each other.
func (b *bench) ratio(number, what, target, above, below string) {
	if len(b.figures[above]) == 0 || len(b.figures[below]) == 0 {
		return // not asked for
	}
	var ratios []float64
	for round := range b.figures[above] {
		ratios = append(ratios, b.figures[above][round].rate/b.figures[below][round].rate)
	}
	fmt.Printf("| %s | %s | %s | %.2f | %.2f to %.2f |\n", number, what, target, middle(ratios), slices.Min(ratios), slices.Max(ratios))
}
