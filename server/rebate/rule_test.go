package rebate_test

import (
	"testing"

	"krapao/server/money"
	"krapao/server/rebate"
)

func TestADearerRuleOfRefundsTakesTwoPeople(t *testing.T) {
	t.Parallel()
	before := rule(money.Baht)
	for name, row := range map[string]struct {
		change func(*rebate.Rule)
		two    bool
	}{
		"nothing":                {func(*rebate.Rule) {}, false},
		"a higher percentage":    {func(rule *rebate.Rule) { rule.Percent++ }, true},
		"raised before it opens": {func(rule *rebate.Rule) { rule.Percent, rule.Open = rule.Percent+1, false }, true},
		"less to win":            {func(rule *rebate.Rule) { rule.SuccessPercent-- }, true},
		"lost later":             {func(rule *rebate.Rule) { rule.FailPercent-- }, false},
		"lost sooner":            {func(rule *rebate.Rule) { rule.FailPercent++ }, true},
		"a higher cap":           {func(rule *rebate.Rule) { rule.Cap++ }, true},
		"a higher bound":         {func(rule *rebate.Rule) { rule.ReviewAbove++ }, true},
		"all of it cheaper": {func(rule *rebate.Rule) {
			rule.Percent, rule.SuccessPercent, rule.Cap = rule.Percent-1, rule.SuccessPercent+1, rule.Cap-1
		}, false},
		"closed": {func(rule *rebate.Rule) { rule.Open = false }, false},
	} {
		after := before
		row.change(&after)
		if after.NeedsSecondPerson(before) != row.two {
			t.Errorf("%s: %v", name, !row.two)
		}
	}
}
