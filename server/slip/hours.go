package slip

import (
	"time"

	"krapao/server/daily"
)

// IsOpen tells whether slips are taken at a moment: from openFrom until before openTo, over midnight where openFrom is
// the later one, and always where both are the same.
func (r Rules) IsOpen(at time.Time) bool {
	local := at.In(daily.Zone)
	day := time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute +
		time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
	switch from, to := r.OpenFrom, r.OpenTo; {
	case from == to:
		return true
	case from < to:
		return from <= day && day < to
	default:
		return from <= day || day < to
	}
}
