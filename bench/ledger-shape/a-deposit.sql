\set m 10000000 + random(1, :members)
select shape_a.post(u, u || '/credit', 'DEPOSIT', :m, 'BAHT', u::text, now(), 42, '{main}', '{100}', '{suspense}', '{BAHT}', '{-100}') from uuidv7() u;
