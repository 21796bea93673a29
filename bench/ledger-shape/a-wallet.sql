\set m 10000000 + random(1, :members)
select w.currency, a.account, a.balance, a.seq from shape_a.wallet w join shape_a.account a using (member_id) where w.member_id = :m;
