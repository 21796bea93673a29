#!/usr/bin/env bash
# Names that were given up for the terms of the field do not come back: the same thing under two names costs every
# reader. It looks for whole words in Go, documents, front ends, contracts, SQL and scripts; a word of everyday English
# is not on the list. Migrations that have run and contracts that are released stay as they are.
set -euo pipefail
retired='PostLater|ThenAs|Outdate|deadGathering|NewDesk|ErrAgain|approval\.Desk|approval\.Instead|OfficeStore|OpenOffice|WithPatience|losePatience'
retired+='|outOfPatience|gatherReaders|carryAll|furnish|SweepInput|sweepOf|bendWith|judgeSQL|openPlace'
retired+='|provesOtherwise|provable|provers|toldOtherwise|CoversSlip|SlipOfLine|SlipsOfLine|SlipByHand|LinesLike|LineLike|CreditedLike|claimAge|sameMoment|ByWord'
retired+='|OfficeSlips|OfficeList|channel_office|slipoffice'
retired+='|krapao/server/cashier'
retired+='|ErrNotTold|toldDeposits|toldOnce|PhoneState'
retired+='|WaysOn|useWish|useBeside|useTakeBack|Homecoming'
retired+='|newPlace|freePlace|leadsElsewhere|saysAsked|operator-cashier|[A-Za-z]*([Ss]weep|[Ss]wept|[Gg]athering)[A-Za-z]*'
kept=(':!openapi/released' ':!server/postgres/migrations/00[0-7]*' ':!server/postgres/migrations/008[0-4]*' ':!tools/words.sh')
if found=$(git grep -nwE "$retired" -- '*.go' '*.md' '*.ts' '*.tsx' '*.yaml' '*.yml' '*.sql' '*.sh' '*.mjs' "${kept[@]}"); then
  printf '%s\n' "$found" 'A retired name: see tools/words.sh for why, and its history for what it is called now.' >&2
  exit 1
fi
# "told" hides who said what: an identifier says what it is (reported, answer, announced).
if found=$(git grep -nE '^[^"/`]*\btold\b' -- '*.go'); then
  printf '%s\n' "$found" 'An identifier "told": say what it is.' >&2
  exit 1
fi
# The packages' tests stand on an env; operators are operators. The chat has office hours, and people a back office.
if found=$(git grep -nE '^[^"/`*]*\b(till|bend|office|Wish|wish)\b( |:=|\(|\.|\{)' -- 'server/*.go' 'e2e/*.ts'); then
  printf '%s\n' "$found" 'A retired name: see tools/words.sh.' >&2
  exit 1
fi
