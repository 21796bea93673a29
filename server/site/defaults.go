package site

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed locales/*.json
var localeFiles embed.FS

// defaults are the texts that come with the product: every key in every language.
var defaults = func() map[TextKey]map[Locale][]string {
	texts := map[TextKey]map[Locale][]string{}
	for _, locale := range Locales() {
		read, err := readLocale(locale)
		if err != nil {
			panic(fmt.Sprintf("site: the texts in %s: %v", locale, err)) // they are compiled in
		}
		for key, items := range read {
			if texts[key] == nil {
				texts[key] = map[Locale][]string{}
			}
			texts[key][locale] = items
		}
	}
	return texts
}()

func readLocale(locale Locale) (map[TextKey][]string, error) {
	content, err := localeFiles.ReadFile("locales/" + string(locale) + ".json")
	if err != nil {
		return nil, err
	}
	var file struct {
		Title, MetaDescription, MetaKeywords, Notice, Contact string
		Conditions, Agreements                                []string
		Sources, Help                                         map[string]string
	}
	if err := json.Unmarshal(content, &file); err != nil {
		return nil, err
	}
	texts := map[TextKey][]string{
		TitleText: {file.Title}, DescriptionText: {file.MetaDescription}, KeywordsText: {file.MetaKeywords},
		NoticeText: {file.Notice}, ContactText: {file.Contact}, ConditionsText: file.Conditions, AgreementsText: file.Agreements,
	}
	for code, text := range file.Sources {
		texts[SourceText(code)] = []string{text}
	}
	for code, text := range file.Help {
		texts[HelpText(code)] = []string{text}
	}
	for key, items := range texts {
		if texts[key], err = key.clean(items); err != nil {
			return nil, err
		}
	}
	return texts, nil
}
