package member

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"krapao/server/secret"
)

//go:embed locales/*.json
var localeFiles embed.FS

// texts are what members are sent, by language.
var texts = func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, locale := range []string{"th", "la", "en"} {
		content, err := localeFiles.ReadFile("locales/" + locale + ".json")
		if err == nil {
			var read map[string]string
			err = json.Unmarshal(content, &read)
			all[locale] = read
		}
		if err != nil {
			panic(fmt.Sprintf("member: the texts in %s: %v", locale, err)) // they are compiled in
		}
	}
	return all
}()

// otpTexts are the keys of the messages: each says what its code is for, so that who is talked out of one knows what it
// gives away.
var otpTexts = map[Purpose]string{ToRegister: "otpRegister", ToResetPassword: "otpResetPassword", ToLogIn: "otpLogIn"}

// knownLocale gives th, la or en, or nothing for a language that has no texts.
func knownLocale(locale string) string {
	locale = strings.ToLower(locale)
	if _, known := texts[locale]; !known {
		return ""
	}
	return locale
}

// text gives a message in a language, or in the default one.
func (s *Service) text(locale, key string) string {
	if known := knownLocale(locale); known != "" {
		return texts[known][key]
	}
	return texts[s.DefaultLocale][key]
}

// otpText is the message with a code. Its last line is the origin-bound form
// (https://wicg.github.io/sms-one-time-codes/) from which a phone fills in the code, on this site only.
func (s *Service) otpText(input SendOTPInput, site, ref string, code secret.Text) string {
	message := strings.NewReplacer("{site}", site, "{ref}", ref, "{code}", code.Reveal()).Replace(s.text(input.Locale, otpTexts[input.Purpose]))
	return fmt.Sprintf("%s\n\n@%s #%s", message, s.Host, code.Reveal())
}
