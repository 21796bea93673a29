\set m 10000000 + random(1, :members)
\set g random(1, 4)
select ledger_post(u, u || '/start', 'TRANSFER', :m, 'BAHT', u::text, now(), 42, -1, 0, 1, 0, null, 0, '{}', '{}', '{}', null, null) from uuidv7() u;
select ledger_post(u, u || '/settle', 'TRANSFER', :m, 'BAHT', u::text, now(), 42, 0, 0, -1, 0, 'G' || :g, 1, '{}', '{}', '{}', null, null) from uuidv7() u;
