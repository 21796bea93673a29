package middleware

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientAddr gives the address that a request really came from. X-Forwarded-For counts only when the peer is a proxy of
// ours: it is read from the right, and the first address that is not one of our proxies is the client. Anything
// malformed ends the reading at the last address that could be trusted.
func clientAddr(r *http.Request, proxies []netip.Prefix) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	addr := peer.Addr().Unmap().WithZone("")
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && contains(proxies, addr); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = hop.Unmap().WithZone("")
	}
	return addr
}

func contains(prefixes []netip.Prefix, addr netip.Addr) bool {
	for _, prefix := range prefixes {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// AddrBucket names the bucket that an address shares for limits: itself for IPv4, its /64 for IPv6, since one
// customer holds at least that many.
func AddrBucket(addr netip.Addr) string {
	if addr.Is6() {
		return prefixOf(addr, 32, 64).String()
	}
	return addr.String()
}
