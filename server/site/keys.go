package site

import (
	"strings"

	"krapao/server/fault"
)

// The texts. Conditions and Agreements are lists of HTML, Notice and Contact are one piece of HTML, the others are
// plain.
const (
	TitleText       TextKey = "title"
	DescriptionText TextKey = "metaDescription"
	KeywordsText    TextKey = "metaKeywords"
	ConditionsText  TextKey = "conditions"
	AgreementsText  TextKey = "agreements"
	NoticeText      TextKey = "notice"
	ContactText     TextKey = "contact"
)

// Texts of one source or help video.
const (
	sourcePrefix = "source."
	helpPrefix   = "help."
)

// SourceText is the key of a source's description.
func SourceText(code string) TextKey { return TextKey(sourcePrefix + code) }

// HelpText is the key of a help video's title.
func HelpText(code string) TextKey { return TextKey(helpPrefix + code) }

// form is what a text may hold.
type form int

const (
	unknownForm form = iota
	plainForm
	htmlForm
	htmlListForm
)

// Form names what a text may hold: PLAIN, HTML or HTML_LIST; empty where the key is none.
func (k TextKey) Form() string {
	return map[form]string{plainForm: "PLAIN", htmlForm: "HTML", htmlListForm: "HTML_LIST"}[k.form()]
}

func (k TextKey) form() form {
	switch k {
	case TitleText, DescriptionText, KeywordsText:
		return plainForm
	case NoticeText, ContactText:
		return htmlForm
	case ConditionsText, AgreementsText:
		return htmlListForm
	}
	for _, prefix := range []string{sourcePrefix, helpPrefix} {
		if code, found := strings.CutPrefix(string(k), prefix); found && code != "" && len(code) <= 32 {
			return plainForm
		}
	}
	return unknownForm
}

const (
	maxItems = 100
	maxText  = 20_000 // bytes of one item
)

// clean checks and sanitises what is to be stored under the key. Errors: KEY_INVALID.
func (k TextKey) clean(items []string) ([]string, error) {
	form := k.form()
	if form == unknownForm || len(items) > maxItems || form != htmlListForm && len(items) > 1 {
		return nil, fault.KeyInvalid.Withf("site: text %.40q with %d items", k, len(items))
	}
	cleaned := make([]string, 0, len(items))
	for _, item := range items {
		if len(item) > maxText {
			return nil, fault.KeyInvalid.Withf("site: text %q has an item of %d bytes", k, len(item))
		}
		if form == plainForm {
			item = strings.Join(strings.Fields(item), " ")
		} else {
			item = strings.TrimSpace(sanitise(item))
		}
		if item != "" {
			cleaned = append(cleaned, item)
		}
	}
	return cleaned, nil
}
