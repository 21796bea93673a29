package simulator

import (
	"crypto/subtle"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
)

// A sign-in form's hidden fields, as an old web framework names them. They must come back as they were given, within
// formLife.
const (
	stateField = "__VIEWSTATE"
	checkField = "__EVENTVALIDATION"
	formLife   = 30 * time.Minute
	mostForms  = 10_000
)

// form is a sign-in form that was given out, by its state field.
type form struct {
	check    string
	expireAt time.Time
}

// newForm gives the hidden fields of a new sign-in form. The mutex is held.
func (p *providers) newForm(at *gameProvider) map[string]string {
	now := p.config.Now()
	for state, known := range at.forms {
		if !now.Before(known.expireAt) || len(at.forms) >= mostForms {
			delete(at.forms, state)
		}
	}
	state, check := "dDw"+random(letters, 24), random(letters, 16)
	at.forms[state] = form{check: check, expireAt: now.Add(formLife)}
	return map[string]string{stateField: state, checkField: check}
}

// signInPage is the provider's own way in: what a web URL opens, and what a form is posted to.
func (p *providers) signInPage(w http.ResponseWriter, r *http.Request) {
	p.mutex.Lock()
	at := p.of(chi.URLParam(r, "code"))
	hidden := p.newForm(at)
	p.mutex.Unlock()
	render(w, "signin.html", view{Title: "Sign in to " + p.titleOf(at.code), Data: map[string]any{"Code": at.code, "Hidden": hidden}})
}

// signIn takes the form: from its own page or posted by Krapao, with fields named username and password, or txtUser and
// txtPass.
func (p *providers) signIn(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		p.refuseSignIn(w, http.StatusBadRequest, "", "The form could not be read.")
		return
	}
	code := chi.URLParam(r, "code")
	p.mutex.Lock()
	at := p.of(code)
	known, given := at.forms[r.PostForm.Get(stateField)]
	genuine := given && p.config.Now().Before(known.expireAt) && same(known.check, r.PostForm.Get(checkField))
	player := at.players[either(r.PostForm, "username", "txtUser")]
	right := player != nil && same(player.Password, either(r.PostForm, "password", "txtPass"))
	seat := ""
	if genuine && right {
		seat = p.sit(at, player, player.home)
	}
	p.mutex.Unlock()
	switch {
	case !genuine:
		p.refuseSignIn(w, http.StatusBadRequest, code, "The sign-in form is not this provider's, or it is too old.")
	case !right:
		p.refuseSignIn(w, http.StatusForbidden, code, "The username or the password is wrong.")
	default:
		http.Redirect(w, r, seat, http.StatusSeeOther)
	}
}

func (p *providers) refuseSignIn(w http.ResponseWriter, status int, code, why string) {
	w.WriteHeader(status)
	render(w, "refused.html", view{Title: "Not signed in", Data: why, Back: "/provider/" + code + "/signin"})
}

func same(want, got string) bool { return subtle.ConstantTimeCompare([]byte(want), []byte(got)) == 1 }

func either(fields url.Values, names ...string) string {
	for _, name := range names {
		if value := fields.Get(name); value != "" {
			return value
		}
	}
	return ""
}
