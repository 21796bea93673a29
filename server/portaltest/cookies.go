package portaltest

import (
	"net/http"
	"net/url"
	"sync"
)

// cookies is a device's cookie jar. Unlike net/http's it sends Secure cookies over the tests' plain connections too.
type cookies struct {
	mu   sync.Mutex
	kept map[string]*http.Cookie
}

// SetCookies keeps or, when they have expired, forgets cookies.
func (j *cookies) SetCookies(_ *url.URL, set []*http.Cookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.kept == nil {
		j.kept = map[string]*http.Cookie{}
	}
	for _, cookie := range set {
		if cookie.MaxAge < 0 {
			delete(j.kept, cookie.Name)
			continue
		}
		j.kept[cookie.Name] = cookie
	}
}

// Cookies gives every cookie that is kept.
func (j *cookies) Cookies(*url.URL) []*http.Cookie {
	j.mu.Lock()
	defer j.mu.Unlock()
	all := make([]*http.Cookie, 0, len(j.kept))
	for _, cookie := range j.kept {
		all = append(all, &http.Cookie{Name: cookie.Name, Value: cookie.Value})
	}
	return all
}
