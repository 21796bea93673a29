package slip

import (
	"context"
	"strings"

	"krapao/server/bankaccount"
	"krapao/server/id"
)

// nobodyElse is unsure where a payer whose number is masked can be another member too: somebody who registered an
// account that looks like the one on a stolen slip.
func (s *Service) nobodyElse(ctx context.Context, member id.MemberID, payer bankaccount.Payer) (bankaccount.Likeness, error) {
	const enough = 50
	pattern, masked := bankaccount.Pattern(payer.Number)
	if !masked {
		return bankaccount.Same, nil
	}
	owners, err := s.Store.OwnersLike(ctx, payer.Bank, "%"+strings.TrimLeft(pattern, "_"), enough)
	if err != nil || len(owners) == enough {
		return bankaccount.Unsure, err
	}
	for _, owner := range owners {
		other := bankaccount.Account{Bank: payer.Bank, Number: owner.Number, Holder: owner.Holder}
		if owner.Member != member && bankaccount.MatchPayer(other, payer) != bankaccount.Differs {
			return bankaccount.Unsure, nil
		}
	}
	return bankaccount.Same, nil
}
