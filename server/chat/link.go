package chat

import (
	"net/netip"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"

	"krapao/server/fault"
	"krapao/server/weburl"
)

// Links is where messages of the bot and of people may lead: to the site itself, and by https to the hosts that a
// setting names.
type Links struct {
	origin string
	hosts  map[string]bool
}

// NewLinks makes Links of the site's origin and of hosts, each as an address has it: with its port, if it has one.
func NewLinks(origin string, hosts []string) Links {
	links := Links{origin: origin, hosts: map[string]bool{}}
	if own, good := weburl.Parse(origin); good {
		links.hosts[strings.ToLower(own.Host)] = true
	}
	for _, host := range hosts {
		links.hosts[strings.ToLower(host)] = true
	}
	return links
}

// allows tells whether a message may lead to an address.
func (l Links) allows(address string) bool {
	parsed, good := weburl.Parse(address)
	return good && l.hosts[strings.ToLower(parsed.Host)] && (parsed.Scheme == "https" || parsed.Scheme+"://"+parsed.Host == l.origin)
}

var (
	// addressForm is what begins an address, with all that follows it; schemes that open something without a host are
	// named.
	addressForm = regexp.MustCompile(`(?i)(?:[a-z][a-z0-9+.-]*:)?//\S+|\b(?:javascript|vbscript|data|file|blob|intent|tel|sms|mailto|line|tg|whatsapp|viber):\S+`)
	// hostForm is what may be a host by itself: words with dots between them.
	hostForm = regexp.MustCompile(`[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+`)
	// callForm is a telephone number.
	callForm = regexp.MustCompile(`^\+?[0-9][0-9 ()-]{2,19}$`)
)

// inText tells whether every address in a text may be led to, as a reader sees it and as a program does: a letter
// without width ends an address for a program. A host without a scheme counts too: programs make links of those.
func (l Links) inText(text string) bool { return l.allAllowed(text) && l.allAllowed(plain(text)) }

func (l Links) allAllowed(text string) bool {
	for _, address := range addressForm.FindAllString(text, -1) {
		if !l.allows(strings.TrimRight(address, `.,;:!?)]}"'`)) {
			return false
		}
	}
	for _, name := range hostForm.FindAllString(addressForm.ReplaceAllString(text, " "), -1) {
		if isHost(name) && !l.hosts[strings.ToLower(name)] {
			return false
		}
	}
	return true
}

// isHost tells whether words with dots between them are a host: an IP address, or a name under a suffix that a registry
// gives out, or that a company does, which is a host by itself.
func isHost(name string) bool {
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	ascii, err := idna.ToASCII(strings.ToLower(name))
	if err != nil {
		ascii = strings.ToLower(name)
	}
	suffix, byRegistry := publicsuffix.PublicSuffix(ascii)
	if byRegistry {
		return suffix != ascii
	}
	return strings.Contains(suffix, ".") // the last word of any name stands for a suffix that nobody gives out
}

// plain undoes what makes an address look different to a program than to a reader: wide letters, other dots and
// slashes, letters without width.
func plain(text string) string {
	return strings.Map(func(letter rune) rune {
		switch {
		case letter == '。' || letter == '․' || letter == '·':
			return '.'
		case letter == '\\' || letter == '⁄' || letter == '∕' || letter == '⧸':
			return '/'
		case letter == '꞉' || letter == '∶' || letter == 'ː':
			return ':'
		case unicode.Is(unicode.Cf, letter) || unicode.Is(unicode.Variation_Selector, letter):
			return -1
		}
		return letter
	}, norm.NFKC.String(text))
}

// check refuses what leads elsewhere, in any part of a message. Errors: KEY_INVALID.
func (l Links) check(content Content) error {
	texts, buttons := content.parts()
	for _, text := range texts {
		if !l.inText(text) {
			return fault.KeyInvalid.Withf("chat: a text with a link to a host that is not among the chat's")
		}
	}
	for _, button := range buttons {
		switch {
		case button.Type == "web" && !l.allows(button.Payload):
			return fault.KeyInvalid.Withf("chat: a button to a host that is not among the chat's")
		case button.Type == "call" && !callForm.MatchString(button.Payload):
			return fault.KeyInvalid.Withf("chat: a button that calls what is no telephone number")
		}
	}
	for _, card := range content.Cards {
		if card.Image != "" && !l.allows(card.Image) && !weburl.IsPath("/"+card.Image) {
			return fault.KeyInvalid.Withf("chat: a card's picture from a host that is not among the chat's")
		}
	}
	return nil
}

// parts gives what of a message is read, and what is pressed.
func (c Content) parts() (texts []string, buttons []Button) {
	texts, buttons = append(texts, c.Text, c.Title, c.FileName), append(buttons, c.Buttons...)
	for _, card := range c.Cards {
		texts, buttons = append(texts, card.Title, card.Subtitle), append(buttons, card.Buttons...)
	}
	for _, button := range buttons {
		texts = append(texts, button.Title)
	}
	return texts, buttons
}
