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
	b.ratio("P4", "GET /api/wallet, answers remembered / the joined form", ">= 1.15", walletRead, lJoined)
	b.ratio("", "the same / the joined form of four accounts, without the other providers", "", walletRead, lAccounts)
	b.ratio("", "of random ones of all members, hardly one remembered / the joined form", "", walletUnknown, lJoined)
	b.ratio("P4", "GET /api/wallet, answers remembered / one row, all that it reads", ">= 0.33", walletRead, lRow)
	b.ratio("", "the same / the balances alone", "", walletRead, lBalances)
	b.ratio("P5", fmt.Sprintf("time of page %d / page 1, of %d lines", b.statementAt, b.lines), "<= 2", pageOne, pageLate)
	fmt.Printf("| P5 | buffers of page %d (page 1: %d) | <= 15 | %d | |\n", b.statementAt, b.buffers[1], b.buffers[b.statementAt])
	b.ratio("P6", fmt.Sprintf("transfers at %d postings / empty", b.postings), ">= 0.75", transferFilled, transfer)
	fmt.Print("\n| cell | calls a second | CPU a call: server | PostgreSQL |\n|---|---|---|---|\n")
	for _, name := range []string{lDeposit, deposit, lTransfer, lTransferOnce, transfer, transferFilled, lRow, lBalances, lJoined, lAccounts, walletRead, walletUnknown, pageOne, pageLate} {
		if len(b.figures[name]) == 0 {
			continue
		}
		of := func(what func(figure) float64) float64 { return median(b.figures[name], what) }
		fmt.Printf("| %s | %.0f | %.0f µs | %.0f µs |\n", name, of(func(f figure) float64 { return f.rate }),
			of(func(f figure) float64 { return f.server }), of(func(f figure) float64 { return f.database }))
	}
	fmt.Println()
}

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
