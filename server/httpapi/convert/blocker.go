package convert

import (
	"cmp"

	"krapao/server/httpapi/api/portal"
	"krapao/server/withdrawal"
)

// ToWithdrawBlocker gives what stands in the way of a withdrawal, with texts in a language.
func ToWithdrawBlocker(from withdrawal.Blocker, locale string) portal.WithdrawBlocker {
	to := portal.WithdrawBlocker{
		Code: portal.WithdrawBlockerCode(from.Code), LiftedBy: portal.WithdrawBlockerLift(from.Lift), Until: TimeOrNil(from.Until), Reference: OrNil(from.Reference),
	}
	if condition := from.Condition; condition != nil {
		to.Condition = &portal.WithdrawCondition{
			Type: blockingTypes[condition.Kind], Name: cmp.Or(condition.Name[locale], condition.Name["en"]), Minimum: condition.Minimum, Total: condition.Total,
			Result: condition.State == withdrawal.ConditionMet, LostAt: condition.LostAt, BetsOpen: condition.BetsOpen,
		}
	}
	return to
}

// blockingTypes are the kinds of conditions as the wire names them.
var blockingTypes = map[string]portal.ConditionType{
	"BONUS": portal.ConditionTypeBONUS, "PROMOTION": portal.ConditionTypePROMOTION, "INVITE": portal.ConditionTypeINVITE, "REFUND": portal.ConditionTypeREFUND,
	"PRIZE": portal.ConditionTypeLUCKYDRAW,
}
