package chat

import "testing"

func TestTheProductsOwnAnswersCanBeSaidInEveryLanguage(t *testing.T) {
	t.Parallel()
	said := map[string]bool{}
	for _, entry := range ownEntries() {
		if err := entry.check(Links{}); err != nil {
			t.Errorf("%s: %v", entry.Code, err)
		}
		texts, buttons := entry.leading()
		for _, text := range texts {
			if tellsNumber(text) {
				t.Errorf("%s leads somewhere: %s", entry.Code, text)
			}
		}
		for _, button := range buttons {
			if (bot{entries: ownEntries()}).entry(button.Payload).Code == "" {
				t.Errorf("%s has a button for %q, which nothing answers", entry.Code, button.Payload)
			}
		}
		for _, locale := range []string{"th", "la", "en"} {
			if len(entry.Answers[locale]) == 0 {
				t.Errorf("%s says nothing in %s", entry.Code, locale)
			}
		}
		said[entry.Code] = true
	}
	for _, code := range used {
		if !said[code] {
			t.Errorf("nothing is said for %s", code)
		}
	}
}
