package chat

import (
	"context"
	_ "embed" // the bot's own answers
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"krapao/server/fault"
)

// Entry is one answer of the bot.
type Entry struct {
	// Code is what buttons send for it. Some codes the bot uses by itself: see the constants.
	Code string `json:"code"`
	// Keywords are texts that a question of it contains, in any language.
	Keywords []string `json:"keywords"`
	// Answers are what is said, one after the other, by locale; en stands for those that are not there.
	Answers map[string][]Content `json:"answers"`
	// HandOver asks for a person.
	HandOver bool `json:"handOver"`
	// Position orders the entries: of several whose keywords fit, the first answers.
	Position int `json:"position"`
}

// The codes that the bot uses by itself.
const (
	Welcome   = "WELCOME"   // a session begins
	Fallback  = "FALLBACK"  // nothing fits
	File      = "FILE"      // the customer sent a picture or a film
	Agent     = "AGENT"     // a person was asked for, within the office hours
	AfterHour = "AFTER"     // a person was asked for, outside of them
	Ended     = "ENDED"     // the conversation was closed
	BotName   = "BOT_NAME"  // what the bot is called
	HandBack  = "HAND_BACK" // the bot is back
)

// used are the codes that cannot be left without an answer.
var used = []string{Welcome, Fallback, File, Agent, AfterHour, Ended, BotName, HandBack}

const (
	maxEntries  = 200
	maxKeywords = 50
	maxAnswers  = 5
)

// check refuses an entry that could not be shown. Errors: KEY_INVALID.
func (e Entry) check(links Links) error {
	if !codeForm(e.Code) || len(e.Keywords) > maxKeywords || len(e.Answers["en"]) == 0 && len(e.Answers["th"]) == 0 && len(e.Answers["la"]) == 0 {
		return fault.KeyInvalid.Withf("chat: answer %.40q: code, keywords or no answer in any language", e.Code)
	}
	for _, keyword := range e.Keywords {
		if strings.TrimSpace(keyword) == "" || utf8.RuneCountInString(keyword) > 100 || strings.ContainsRune(keyword, 0) {
			return fault.KeyInvalid.Withf("chat: answer %s: a keyword of 1 to 100 characters", e.Code)
		}
	}
	for locale, answers := range e.Answers {
		if locale != "th" && locale != "la" && locale != "en" || len(answers) > maxAnswers {
			return fault.KeyInvalid.Withf("chat: answer %s: language %.10q, or more than %d messages", e.Code, locale, maxAnswers)
		}
		for _, content := range answers {
			if err := content.check(links); err != nil {
				return err
			}
		}
	}
	return nil
}

func codeForm(code string) bool {
	return code != "" && len(code) <= 40 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

//go:embed faq.json
var ownFAQ []byte

// ownEntries are the answers that come with the product.
var ownEntries = sync.OnceValue(func() []Entry {
	var entries []Entry
	if err := json.Unmarshal(ownFAQ, &entries); err != nil {
		panic("chat: faq.json: " + err.Error()) // it is compiled in, and a test reads it
	}
	return entries
})

// merged puts the operators' entries in the place of the product's own.
func merged(changed []Entry) []Entry {
	entries := slices.Clone(ownEntries())
	for _, entry := range changed {
		if i := slices.IndexFunc(entries, func(own Entry) bool { return own.Code == entry.Code }); i >= 0 {
			entries[i] = entry
		} else {
			entries = append(entries, entry)
		}
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.Position - b.Position })
	return entries
}

// bot answers by the entries and hours of one moment.
type bot struct {
	entries  []Entry
	settings Settings
}

// answers reads what the bot says, at most once every two seconds.
type answers struct {
	store Store
	links Links
	log   *slog.Logger
	mu    sync.Mutex
	last  bot
	at    time.Time
	// refused are the codes of the answers that may not be said any more, as the log has them.
	refused []string
}

const answersLife = 2 * time.Second

func (a *answers) read(ctx context.Context) (bot, error) {
	a.mu.Lock()
	last, at := a.last, a.at
	a.mu.Unlock()
	if !at.IsZero() && time.Since(at) < answersLife {
		return last, nil
	}
	changed, err := a.store.FAQ(ctx)
	if err != nil {
		return bot{}, err
	}
	settings, err := a.store.Settings(ctx)
	if err != nil {
		return bot{}, err
	}
	read := bot{entries: merged(a.allowed(changed)), settings: settings}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last, a.at = read, time.Now()
	return read, nil
}

// allowed gives the entries that may be said: hosts that links lead to may have been taken out of the settings since
// they were written.
func (a *answers) allowed(changed []Entry) []Entry {
	var refused []string
	var reasons []error
	allowed := slices.DeleteFunc(changed, func(entry Entry) bool {
		err := entry.check(a.links)
		if err != nil {
			refused, reasons = append(refused, entry.Code), append(reasons, err)
		}
		return err != nil
	})
	slices.Sort(refused)
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.Equal(refused, a.refused) && len(refused) > 0 { // not at each read: those come every two seconds
		a.log.Warn("answers of the bot may not be said any more", "codes", refused, "error", errors.Join(reasons...))
	}
	a.refused = refused
	return allowed
}

// forget has the next question read the answers anew.
func (a *answers) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at = time.Time{}
}

func (b bot) entry(code string) Entry {
	for _, entry := range b.entries {
		if entry.Code == code {
			return entry
		}
	}
	return Entry{}
}

// say gives an entry's messages in a language, or in the one that it has.
func (b bot) say(code, locale string) []Content {
	answers := b.entry(code).Answers
	for _, language := range []string{locale, "en", "th", "la"} {
		if found := answers[language]; len(found) > 0 {
			return found
		}
	}
	return nil
}

func (b bot) name(locale string) string {
	if said := b.say(BotName, locale); len(said) > 0 {
		return said[0].Text
	}
	return "Krapao"
}

// answer gives what the bot says to a customer's message, and changes who the conversation is with where a person is
// asked for.
func (b bot) answer(talk *Conversation, asked Content, began bool, now time.Time) []Content {
	if talk.State != WithBot {
		return nil
	}
	entry := b.find(asked)
	switch {
	case entry.HandOver:
		talk.State, talk.WaitingSince = Waiting, now
		if b.settings.IsOpen(now) {
			return b.say(Agent, talk.Locale)
		}
		return b.say(AfterHour, talk.Locale)
	case entry.Code != "":
		return b.say(entry.Code, talk.Locale)
	case began:
		return b.say(Welcome, talk.Locale)
	}
	return b.say(Fallback, talk.Locale)
}

// find gives the entry that a message asks for, the zero Entry for none.
func (b bot) find(asked Content) Entry {
	code, text := asked.asked()
	if code != "" {
		if entry := b.entry(code); entry.Code != "" {
			return entry
		}
		text = code + " " + text
	}
	if asked.Type == Media {
		return b.entry(File)
	}
	text = strings.ToLower(text)
	for _, entry := range b.entries {
		if slices.ContainsFunc(entry.Keywords, func(keyword string) bool { return strings.Contains(text, strings.ToLower(keyword)) }) {
			return entry
		}
	}
	return Entry{}
}
