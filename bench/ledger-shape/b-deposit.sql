\set m 10000000 + random(1, :members)
select ledger_post(u, u || '/credit', 'DEPOSIT', :m, 'BAHT', u::text, now(), 42, 100, 0, 0, 0, null, 0, '{suspense}', '{BAHT}', '{-100}', null, null) from uuidv7() u;
