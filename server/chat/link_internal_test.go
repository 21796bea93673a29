package chat

import "testing"

func TestAMessageLeadsToTheSiteAndTheNamedHostsOnly(t *testing.T) {
	links := NewLinks("http://localhost:8080", []string{"help.example", "cdn.example:8443", "xn--82c4b7a.example"})
	for address, want := range map[string]bool{
		"https://help.example/a?b=c": true, "https://HELP.example": true, "https://cdn.example:8443/x.png": true, "http://localhost:8080/deposit": true, "https://localhost:8080/deposit": true,
		"http://help.example/": false, "https://evil.example": false, "https://help.example.evil.example": false, "https://evilhelp.example": false, "https://help.example:8443": false,
		"https://help.example@evil.example": false, "https://help.example:pass@help.example": false, `https://evil.example\@help.example`: false, "https://evil.example#@help.example": false,
		"https://evil.example/?https://help.example": false, "https:help.example": false, "https:/help.example": false, "https:///help.example": false, "//help.example": false,
		"//evil.example": false, `\\help.example`: false, `/\evil.example`: false, " https://help.example": false, "https://help.example\t": false, "https://help\n.example": false,
		"ht\ttps://help.example": false, "javascript:alert(1)": false, "JavaScript://help.example/%0aalert(1)": false, "data:text/html,x": false, "https://help。example": false,
		"https://xn--hlp-dma.example": false, "https://hеlp.example": false, "https://help.example.": false, "": false, "help.example": false,
	} {
		if got := links.allows(address); got != want {
			t.Errorf("the address %q: %v", address, got)
		}
	}
	for text, want := range map[string]bool{
		"ดูที่ https://help.example/slip.": true, "See help.example for more.": true, "9.00 to 22.30, 1,500.00 baht, 24/7": true, "พ.ศ. 2569": true, "Wait... we look": true, "Yes/no: send it. We look.": true,
		"https://evil.example":                  false,
		"ไปที่https://evil.com":                 false,
		"see evil.com":                          false,
		"see EVIL.COM/pay":                      false,
		"www.evil.com":                          false,
		"//evil.com":                            false,
		"http:\\\\evil.com":                     false,
		"evil。com":                              false,
		"ｅｖｉｌ．ｃｏｍ":                              false,
		"ev\u200bil.c\u2060om":                  false,
		"https://help.example@evil.com/":        false,
		"me@evil.com":                           false,
		"line:@evil":                            false,
		"http://192.0.2.7":                      false,
		"192.0.2.7/pay":                         false,
		"ทดสอบ.ไทย":                             false,
		"tel:0812345678":                        false,
		"t.me/evil":                             false,
		"bit.ly/3abc":                           false,
		"xn--evl-tma.com":                       false,
		"https://help.example https://evil.com": false,
		// Programs end an address where a reader does not see its end.
		"https://cdn.examp\u200ble:8443/pay":          false,
		"https://help.exam\u00adple/pay":              false,
		"https://help.ex\ufe0fample/pay":              false,
		"https://help.ｅｘａｍｐｌｅ/pay":                    false,
		"ｈｔｔｐｓ://help.example/pay":                    false,
		"https://help.example\u2060.evil.com":         false,
		"https://help.example/ก?https://evil.com":     false,
		"https://help.example/\u200bhttps://evil.com": false,
		`https://help.example/"https://evil.com`:      false,
		"https://help.example/slip ส่ง\u200bสลิป":     true,
		// A suffix that a company gives out is the public's too.
		"krapao-pay.github.io": false,
		"x.dyndns.org/pay":     false,
		"github.io/pay":        false,
		"pay.blogspot.com":     false,
	} {
		if got := links.inText(text); got != want {
			t.Errorf("CHAT: the text %q: %v", text, got)
		}
	}
	for what, content := range map[string]Content{
		"a text":              {Type: Text, Text: "evil.com"},
		"quick replies":       {Type: QuickReplies, Text: "evil.com", Buttons: []Button{{Type: "postback", Title: "A"}}},
		"a button's title":    {Type: Buttons, Text: "A", Buttons: []Button{{Type: "postback", Title: "evil.com"}}},
		"a button":            {Type: Buttons, Text: "A", Buttons: []Button{{Type: "web", Title: "A", Payload: "https://evil.com"}}},
		"a call":              {Type: Buttons, Text: "A", Buttons: []Button{{Type: "call", Title: "A", Payload: "0812;phone-context=evil"}}},
		"a card's title":      {Type: Generic, Cards: []Card{{Title: "evil.com"}}},
		"a card's subtitle":   {Type: Generic, Cards: []Card{{Title: "A", Subtitle: "evil.com"}}},
		"a card's picture":    {Type: Generic, Cards: []Card{{Title: "A", Image: "https://evil.com/a.png"}}},
		"a picture elsewhere": {Type: Generic, Cards: []Card{{Title: "A", Image: "//evil.com/a.png"}}},
		"a card's button":     {Type: Generic, Cards: []Card{{Title: "A", Buttons: []Button{{Type: "web", Title: "A", Payload: "https://evil.com"}}}}},
	} {
		if links.check(content) == nil {
			t.Errorf("%s leads elsewhere", what)
		}
	}
	for _, entry := range ownEntries() {
		for _, answers := range entry.Answers {
			for _, content := range answers {
				if err := links.check(content); err != nil {
					t.Errorf("the product's own answer %s: %v", entry.Code, err)
				}
			}
		}
	}
}
