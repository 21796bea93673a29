package chat

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"krapao/server/fault"
)

// Type is how a message is shown.
type Type string

// The types. A customer sends Text, Media and Postback; the others are for the bot and for operators.
const (
	Text         Type = "text"
	Buttons      Type = "buttons"
	Media        Type = "media"
	QuickReplies Type = "quick_replies"
	Generic      Type = "generic" // cards
	Postback     Type = "postback"
)

const (
	maxText    = 2000 // characters (product specification, 9)
	maxTitle   = 200
	maxName    = 255
	maxButtons = 20
)

// Content is what a message says. Fields are filled by its type.
type Content struct {
	Type Type `json:"type"`
	// Text is what is written; of Media the file's name, of Postback what the button sends.
	Text string `json:"text,omitempty"`
	// Title is the title of the button that was pressed.
	Title   string   `json:"title,omitempty"`
	Buttons []Button `json:"buttons,omitempty"`
	Cards   []Card   `json:"cards,omitempty"`
	// File is an upload's name and FileKind image or video; FileName a name to show.
	File     string `json:"file,omitempty"`
	FileKind string `json:"fileKind,omitempty"`
	FileName string `json:"fileName,omitempty"`
}

// Button is something to press. Type is web, call or postback, and Payload the address, the number or what is sent
// back.
type Button struct {
	Type    string `json:"type"`
	Title   string `json:"title"`
	Payload string `json:"payload,omitempty"`
}

// Card is one of a generic message.
type Card struct {
	Image    string   `json:"image,omitempty"`
	Title    string   `json:"title"`
	Subtitle string   `json:"subtitle,omitempty"`
	Buttons  []Button `json:"buttons,omitempty"`
}

// checkCustomer refuses what a customer may not send. The file of a Media message is looked up elsewhere. Errors:
// KEY_INVALID.
func (c Content) checkCustomer() error {
	switch c.Type {
	case Text:
		return checkText(c.Text)
	case Postback:
		if c.Title == "" && strings.TrimSpace(c.Text) == "" {
			return fault.KeyInvalid.Withf("chat: an empty postback")
		}
		return checkLengths(field{c.Text, maxText}, field{c.Title, maxTitle})
	case Media:
		return checkLengths(field{c.Text, maxName}, field{c.FileName, maxName})
	default:
		return fault.KeyInvalid.Withf("chat: a customer sends no %.20q", c.Type)
	}
}

// check refuses what neither the bot nor an operator may say. Errors: KEY_INVALID.
func (c Content) check(links Links) error {
	if err := c.checkForm(); err != nil {
		return err
	}
	return links.check(c)
}

func (c Content) checkForm() error {
	switch c.Type {
	case Text:
		return checkText(c.Text)
	case Buttons, QuickReplies:
		if err := checkText(c.Text); err != nil {
			return err
		}
		return checkButtons(c.Buttons, 1)
	case Media:
		return checkLengths(field{c.Text, maxName}, field{c.FileName, maxName})
	case Generic:
		if len(c.Cards) == 0 || len(c.Cards) > maxButtons {
			return fault.KeyInvalid.Withf("chat: %d cards", len(c.Cards))
		}
		for _, card := range c.Cards {
			if err := checkLengths(field{card.Title, maxTitle}, field{card.Subtitle, 500}, field{card.Image, 500}); err != nil || card.Title == "" {
				return fault.KeyInvalid.Withf("chat: a card without title, or too long")
			}
			if err := checkButtons(card.Buttons, 0); err != nil {
				return err
			}
		}
		return nil
	default:
		return fault.KeyInvalid.Withf("chat: a message of type %.20q", c.Type)
	}
}

func checkButtons(buttons []Button, least int) error {
	if len(buttons) < least || len(buttons) > maxButtons {
		return fault.KeyInvalid.Withf("chat: %d buttons", len(buttons))
	}
	for _, button := range buttons {
		if err := checkLengths(field{button.Title, maxTitle}, field{button.Payload, maxText}); err != nil || button.Title == "" {
			return fault.KeyInvalid.Withf("chat: a button without title, or too long")
		}
		if button.Type != "web" && button.Type != "call" && button.Type != "postback" {
			return fault.KeyInvalid.Withf("chat: a button of type %.20q", button.Type)
		}
	}
	return nil
}

func checkText(text string) error {
	if strings.TrimSpace(text) == "" {
		return fault.KeyInvalid.Withf("chat: a blank text")
	}
	return checkLengths(field{text, maxText})
}

// field is a text and the most characters that it may have.
type field struct {
	text string
	most int
}

// checkLengths refuses what is too long, and NUL, which no text of the database holds.
func checkLengths(fields ...field) error {
	for _, one := range fields {
		if utf8.RuneCountInString(one.text) > one.most || strings.ContainsRune(one.text, 0) {
			return fault.KeyInvalid.Withf("chat: a text of more than %d characters, or with NUL", one.most)
		}
	}
	return nil
}

// asked gives what a customer's message asks the bot: a button's code, or what was written.
func (c Content) asked() (code, text string) {
	if c.Type != Postback {
		return "", c.Text
	}
	var sent struct {
		Payload string `json:"payload"`
		Title   string `json:"title"`
	}
	if json.Unmarshal([]byte(c.Text), &sent) == nil && sent.Payload != "" {
		return sent.Payload, sent.Title
	}
	return strings.TrimSpace(c.Text), c.Title
}
