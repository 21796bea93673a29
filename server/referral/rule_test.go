package referral_test

import (
	"testing"

	"krapao/server/money"
	"krapao/server/referral"
)

func TestADearerRuleOfInvitesTakesTwoPeople(t *testing.T) {
	t.Parallel()
	before := rule(money.Baht)
	for name, row := range map[string]struct {
		change func(*referral.Rule)
		two    bool
	}{
		"nothing":             {func(*referral.Rule) {}, false},
		"a higher percentage": {func(rule *referral.Rule) { rule.Percent++ }, true},
		"less to win":         {func(rule *referral.Rule) { rule.SuccessPercent-- }, true},
		"lost later":          {func(rule *referral.Rule) { rule.FailPercent-- }, false},
		"lost sooner":         {func(rule *referral.Rule) { rule.FailPercent++ }, true},
		"without a condition": {func(rule *referral.Rule) { rule.Automatic = true }, true},
		"a higher bound":      {func(rule *referral.Rule) { rule.ReviewAbove++ }, true},
		"closed":              {func(rule *referral.Rule) { rule.Open = false }, false},
	} {
		after := before
		row.change(&after)
		if after.NeedsSecondPerson(before) != row.two {
			t.Errorf("%s: %v", name, !row.two)
		}
	}
}
