package chat

import (
	"context"
	"time"

	"krapao/server/daily"
	"krapao/server/fault"
)

// Settings are the office hours, in minutes of the day: people answer from OpenFrom until before OpenTo, over midnight
// where OpenFrom is the later one, and always where both are the same.
type Settings struct {
	OpenFrom, OpenTo int
}

// IsOpen tells whether people answer at a moment.
func (s Settings) IsOpen(at time.Time) bool {
	local := at.In(daily.Zone)
	minute := local.Hour()*60 + local.Minute()
	switch {
	case s.OpenFrom == s.OpenTo:
		return true
	case s.OpenFrom < s.OpenTo:
		return s.OpenFrom <= minute && minute < s.OpenTo
	default:
		return s.OpenFrom <= minute || minute < s.OpenTo
	}
}

const minutesADay = 24 * 60

func (s Settings) check() error {
	if s.OpenFrom < 0 || s.OpenTo < 0 || s.OpenFrom >= minutesADay || s.OpenTo >= minutesADay {
		return fault.KeyInvalid.Withf("chat: office hours from %d to %d", s.OpenFrom, s.OpenTo)
	}
	return nil
}

// Hours gives the office hours, and whether people answer now.
func (s *Service) Hours(ctx context.Context) (settings Settings, isOpen bool, err error) {
	bot, err := s.answers.read(ctx)
	return bot.settings, bot.settings.IsOpen(s.Now()), err
}
