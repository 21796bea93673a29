\set m 10000000 + random(1, :members)
\set g random(1, 4)
select shape_a.post(u, u || '/start', 'TRANSFER', :m, 'BAHT', u::text, now(), 42, '{main,transit}', '{-1,1}', '{}', '{}', '{}') from uuidv7() u;
select shape_a.post(u, u || '/settle', 'TRANSFER', :m, 'BAHT', u::text, now(), 42, array['game' || chr(58) || 'G' || :g, 'transit'], '{1,-1}', '{}', '{}', '{}') from uuidv7() u;
