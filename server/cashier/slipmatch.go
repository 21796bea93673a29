package cashier

import "strings"

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

// receiverOf finds the open deposit account that a transfer went to.
func receiverOf(channels []Channel, receiver Payer) (account string, is likeness) {
	is = differs
	for _, channel := range channels {
		if channel.AccountNo == "" || receiver.BankCode != "" && receiver.BankCode != channel.BankCode {
			continue
		}
		switch numberIs(receiver.AccountNo, channel.AccountNo) {
		case same:
			return channel.AccountNo, same
		case unsure:
			is = unsure
		case differs:
		}
	}
	return "", is
}
