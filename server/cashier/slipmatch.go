package cashier

import (
	"context"
	"strings"

	"krapao/server/id"
)

// likeness is whether two things that may be told in part are the same.
type likeness int

// The likenesses.
const (
	unsure likeness = iota
	same
	differs
)

// numberIs holds an account number that may be masked against a whole one. Banks tell all places of a number or its end.
func numberIs(told, whole string) likeness {
	pattern, _ := accountPattern(told)
	whole = digitsOf(whole)
	if len(pattern) != len(whole) {
		pattern = strings.TrimLeft(pattern, "_")
	}
	if pattern == "" || whole == "" {
		return unsure
	}
	if len(pattern) > len(whole) {
		return differs
	}
	for i, end := 0, whole[len(whole)-len(pattern):]; i < len(pattern); i++ {
		if pattern[i] != '_' && pattern[i] != end[i] {
			return differs
		}
	}
	if len(digitsOf(pattern)) < visibleDigits {
		return unsure
	}
	return same
}

// payerIs tells whether a transfer came from a member's own account. A name alone proves nobody, others have it too; but another name is
// another person.
func payerIs(own BankAccount, payer Payer) likeness {
	if payer.BankCode != own.BankCode || payer.AccountName != "" && !sameName(own.Name, payer.AccountName) {
		return differs
	}
	return numberIs(payer.AccountNo, own.Number)
}

// nobodyElse is unsure where a payer whose number is masked can be another member too: somebody who registered an account that looks like the
// one on a stolen slip.
func (s *Slips) nobodyElse(ctx context.Context, member id.MemberID, payer Payer) (likeness, error) {
	const enough = 50
	pattern, masked := accountPattern(payer.AccountNo)
	if !masked {
		return same, nil
	}
	owners, err := s.Store.OwnersLike(ctx, payer.BankCode, "%"+strings.TrimLeft(pattern, "_"), enough)
	if err != nil || len(owners) == enough {
		return unsure, err
	}
	for _, owner := range owners {
		other := BankAccount{BankCode: payer.BankCode, Number: owner.AccountNo, Name: owner.AccountName}
		if owner.Member != member && payerIs(other, payer) != differs {
			return unsure, nil
		}
	}
	return same, nil
}

// receiverOf tells whether a transfer went to an open deposit account. One whose money something else proves is never sure: a payment by QR code
// has a slip of its bank too, and its gateway's report credits it.
func receiverOf(channels []Channel, receiver Payer) likeness {
	is := differs
	for _, channel := range channels {
		if channel.AccountNo == "" || receiver.BankCode != "" && receiver.BankCode != channel.BankCode {
			continue
		}
		switch number := numberIs(receiver.AccountNo, channel.AccountNo); {
		case number == same && channel.provesOtherwise():
			return unsure
		case number == same, number == unsure && is == differs:
			is = number
		}
	}
	return is
}
