package site

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
)

// What of the site takes a second person: what members read and follow when they pay, and what a payment's identity is
// made of.
const (
	TextApproval      approval.Kind = "TEXT"
	SettingApproval   approval.Kind = "SETTING"
	VideoApproval     approval.Kind = "VIDEO"
	BankApproval      approval.Kind = "BANK"
	ContactQRApproval approval.Kind = "CONTACT_QR"
)

// Changes are what operators change of the site. One that could lead members' money elsewhere is not made but asked
// for: then the request comes along. Others are made at once. The Service itself asks nobody.
type Changes struct {
	Site      *Service
	Approvals approval.Asker
}

// changeBody is the body of every request. Before is what differs, as it was when it was asked for; nil: there was
// none.
type changeBody[T any] struct {
	After  T              `json:"after"`
	Before map[string]any `json:"before,omitempty"`
}

type textBody struct {
	Key    TextKey  `json:"key"`
	Locale Locale   `json:"locale"`
	Items  []string `json:"items"`
}

type videoBody struct {
	Code     string `json:"code"`
	Path     string `json:"video"`
	Poster   string `json:"poster"`
	IsShow   bool   `json:"isShow"`
	Position int    `json:"position"`
}

type bankBody struct {
	Code              string  `json:"code"`
	Number            string  `json:"number"`
	NameLocal         string  `json:"nameLocal"`
	NameEN            string  `json:"nameEN"`
	Edition           Edition `json:"edition"`
	IsWallet          bool    `json:"isWallet"`
	RequiresLatinName bool    `json:"requiresLatinName"`
	Position          int     `json:"position"`
	Open              bool    `json:"isOpen"`
}

// contactQRBody has the image as a data URL, which whoever approves it looks at.
type contactQRBody struct {
	Image string `json:"image"`
}

const dataURL = "data:image/png;base64,"

func (b contactQRBody) content() ([]byte, error) {
	encoded, found := strings.CutPrefix(b.Image, dataURL)
	if !found {
		return nil, fault.KeyInvalid.Withf("site: an image that is no data URL")
	}
	return base64.StdEncoding.DecodeString(encoded)
}

// Text replaces a text in one language; it takes a second person, unless the text that comes with the product is back.
// Errors: KEY_INVALID.
func (c *Changes) Text(ctx context.Context, key TextKey, locale Locale, items []string) (Text, approval.Request, error) {
	cleaned, err := cleanText(key, locale, items)
	if err != nil {
		return Text{}, approval.Request{}, err
	}
	asked, err := ask(ctx, c, askInput[textBody]{
		Kind: TextApproval, Body: textBody{key, locale, cleaned}, Change: c.Site.textChange(key, locale, cleaned),
		TakesTwo: func(line audit.Change) bool { return line.After != nil },
	})
	if err != nil || !asked.ID.IsZero() {
		return Text{}, asked, err
	}
	text, err := c.Site.readText(ctx, key, locale)
	return text, asked, err
}

// leading are the settings that say who the house is, or lead members elsewhere.
var leading = []string{"name", "website", "lineLink", "lineName", "chatSocket"}

// Settings changes some settings and gives all; one that leads members elsewhere takes a second person, with all of the
// change. Errors: KEY_INVALID.
func (c *Changes) Settings(ctx context.Context, change SettingsChange) (changed Settings, asked approval.Request, err error) {
	made := c.Site.settingsChange(func(settings *Settings) {
		change.apply(settings)
		changed = *settings
	})
	asked, err = ask(ctx, c, askInput[SettingsChange]{Kind: SettingApproval, Body: change, Change: made, TakesTwo: func(line audit.Change) bool {
		for _, name := range leading {
			if value, changed := line.After[name]; changed && value != "" {
				return true
			}
		}
		return false
	}})
	return changed, asked, err
}

// Video writes a help video; another film or picture takes a second person. Errors: KEY_INVALID.
func (c *Changes) Video(ctx context.Context, video Video) (approval.Request, error) {
	return ask(ctx, c, askInput[videoBody]{
		Kind: VideoApproval, Body: videoBody(video), Change: c.Site.videoChange(video), TakesTwo: unlessOnly("position", "isShow"),
	})
}

// Bank writes a bank; a new one, and more than its position or whether it is offered, takes a second person. Errors:
// KEY_INVALID.
func (c *Changes) Bank(ctx context.Context, bank Bank) (approval.Request, error) {
	return ask(ctx, c, askInput[bankBody]{
		Kind: BankApproval, Body: bankBody(bank), Change: c.Site.bankChange(bank), TakesTwo: unlessOnly("position", "isOpen"),
	})
}

// ContactQR replaces the contact page's image, drawn anew, and gives where it is served; it takes a second person.
// Errors: KEY_MISSING (empty), KEY_INVALID.
func (c *Changes) ContactQR(ctx context.Context, uploaded []byte) (place string, asked approval.Request, err error) {
	content, err := redraw(uploaded)
	if err != nil {
		return "", asked, err
	}
	body := contactQRBody{dataURL + base64.StdEncoding.EncodeToString(content)}
	asked, err = ask(ctx, c, askInput[contactQRBody]{
		Kind: ContactQRApproval, Body: body, Change: c.Site.contactQRChange(content), TakesTwo: func(audit.Change) bool { return true },
	})
	return ContactQRPath, asked, err
}

// unlessOnly takes a second person where anything but the named fields differs, or there was nothing before.
func unlessOnly(names ...string) func(line audit.Change) bool {
	return func(line audit.Change) bool {
		others := len(line.After)
		for _, name := range names {
			if _, changed := line.After[name]; changed {
				others--
			}
		}
		return line.Before == nil || others > 0
	}
}

// askInput is a change that may take a second person: TakesTwo decides it by what the change writes. Body is what the
// request for it keeps.
type askInput[T any] struct {
	Kind     approval.Kind
	Body     T
	Change   prepare
	TakesTwo func(line audit.Change) bool
}

// ask makes a change, or the request for it. The request comes after the change's locks are free: an approval takes
// them in the other order.
func ask[T any](ctx context.Context, c *Changes, in askInput[T]) (approval.Request, error) {
	var draft *approval.Draft
	err := c.Site.writeUnless(ctx, in.Change, func(line audit.Change) (bool, error) {
		draft = nil
		if in.TakesTwo(line) {
			draft = &approval.Draft{Kind: in.Kind, Subject: line.Subject, Body: changeBody[T]{in.Body, line.Before}}
		}
		return draft != nil, nil
	})
	if err != nil || draft == nil {
		return approval.Request{}, err
	}
	return c.Approvals.Ask(ctx, *draft)
}

// ApproveText makes the change of a text that was asked for. Errors: APPROVAL_STALE.
func (c *Changes) ApproveText(ctx context.Context, request approval.Request) error {
	return approve(ctx, c, request, func(asked textBody) (prepare, error) {
		cleaned, err := cleanText(asked.Key, asked.Locale, asked.Items)
		return c.Site.textChange(asked.Key, asked.Locale, cleaned), err
	})
}

// ApproveSettings makes the change of settings that was asked for. Errors: APPROVAL_STALE.
func (c *Changes) ApproveSettings(ctx context.Context, request approval.Request) error {
	return approve(ctx, c, request, func(asked SettingsChange) (prepare, error) { return c.Site.settingsChange(asked.apply), nil })
}

// ApproveVideo makes the change of a help video that was asked for. Errors: APPROVAL_STALE.
func (c *Changes) ApproveVideo(ctx context.Context, request approval.Request) error {
	return approve(ctx, c, request, func(asked videoBody) (prepare, error) { return c.Site.videoChange(Video(asked)), nil })
}

// ApproveBank makes the change of a bank that was asked for. Errors: APPROVAL_STALE.
func (c *Changes) ApproveBank(ctx context.Context, request approval.Request) error {
	return approve(ctx, c, request, func(asked bankBody) (prepare, error) { return c.Site.bankChange(Bank(asked)), nil })
}

// ApproveContactQR makes the change of the contact page's image that was asked for. Errors: APPROVAL_STALE.
func (c *Changes) ApproveContactQR(ctx context.Context, request approval.Request) error {
	return approve(ctx, c, request, func(asked contactQRBody) (prepare, error) {
		content, err := asked.content()
		return c.Site.contactQRChange(content), err
	})
}

// approve makes a change that was asked for, in the transaction that approves it; other servers, and this one, show it
// within two seconds. Errors: APPROVAL_STALE.
func approve[T any](ctx context.Context, c *Changes, request approval.Request, change func(asked T) (prepare, error)) error {
	var asked changeBody[T]
	if err := request.Read(&asked); err != nil {
		return err
	}
	made, err := change(asked.After)
	if err != nil {
		return staleIfInvalid(err)
	}
	done := false
	err = c.Site.inTx(ctx, made, func(line audit.Change) (bool, error) {
		same, err := sameFields(line.Before, asked.Before)
		if err != nil || !same {
			return false, errors.Join(err, approval.ErrStale)
		}
		line.After["approval"] = request.ID.String()
		done = true
		return false, nil
	})
	if err == nil && !done {
		return approval.ErrStale // somebody else made the same change
	}
	c.Site.invalidate()
	return staleIfInvalid(err)
}

// sameFields compares what is read with what was written down as JSON.
func sameFields(now, then map[string]any) (bool, error) {
	written, err := json.Marshal(now)
	if err != nil {
		return false, err
	}
	var read map[string]any
	if err := json.Unmarshal(written, &read); err != nil {
		return false, err
	}
	return reflect.DeepEqual(read, then), nil
}

// staleIfInvalid: what was in order when it was asked for and is not any more has changed since.
func staleIfInvalid(err error) error {
	if errors.Is(err, fault.KeyInvalid) {
		return approval.ErrStale.With(err)
	}
	return err
}
