package game_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/simulator"
)

func TestNoCredentialIsInALogOrInTheDatabase(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	canaries := map[string]bool{}
	for _, code := range []string{linked, posted} {
		username := s.open(somchai, code)
		canaries[do[portal.GameCredentials](s, somchai, http.MethodGet, account+code).Password] = true
		canaries[do[portal.GameCredentials](s, somchai, http.MethodPost, reset+code).Password] = true
		canaries[credentials.Key(simulator.ProviderParty(code))] = true
		path := autoLogin + code + "/" + username + "/canary-in-a-path"
		s.as(somchai).Do(http.MethodGet, path, "")
	}
	s.interceptWith("/", answers(http.StatusInternalServerError, "{}"))
	s.later(2 * time.Minute)
	s.refresh(somchai)
	s.refused(somchai, http.MethodPost, reset+linked, "SLOT_RESET_PASSWORD_FAIL")
	canaries["canary-in-a-path"] = true

	dump := s.dump()
	if !strings.Contains(dump, "game_account") {
		t.Fatal("the dump has no accounts")
	}
	for canary := range canaries {
		if canary == "" || strings.Contains(s.Logs.String(), canary) {
			t.Errorf("%q is in the log", canary)
		}
		if strings.Contains(dump, canary) {
			t.Errorf("%q is in the database", canary)
		}
	}
}

// dump gives every row of every table as text, bytes as they are.
func (s *env) dump() string {
	s.t.Helper()
	db := s.Database.DB.Querier(s.t.Context())
	rows, err := db.Query(s.t.Context(), `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'select')`)
	if err != nil {
		s.t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			s.t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	all := &strings.Builder{}
	for _, name := range tables {
		all.WriteString(name + "\n" + one[string](s, "select coalesce(string_agg(r::text, E'\\n'), '') from "+name+" r") + "\n")
		for _, column := range byteColumns(s, name) {
			all.WriteString(one[string](s, "select coalesce(string_agg(encode("+column+", 'escape'), E'\\n'), '') from "+name))
		}
	}
	return all.String()
}

func byteColumns(s *env, table string) []string {
	return one[[]string](s, `select coalesce(array_agg(column_name::text), '{}') from information_schema.columns
		where table_name = $1 and data_type = 'bytea'`, table)
}

func TestACopiedPasswordOpensForNobodyElse(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.open(somchai, linked)
	s.open(malee, linked)
	s.exec("update game_account set password = (select password from game_account where member_id = $1) where member_id = $2", somchai, malee)
	s.refused(malee, http.MethodGet, account+linked, "INTERNAL_SERVER_ERROR")
}
