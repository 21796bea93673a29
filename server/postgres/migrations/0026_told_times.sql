-- What parties tell in forms that differ: times that no calendar has, and a bank's reference in any case (server/cashier/README.md, "A payment's time",
-- "A line of a bank's feed").

-- +goose Up
-- A time before 1970 or after it was told came from a party that is wrong. Kept as it was, lists that have it could not be read.
update bank_line set transferred_at = least(greatest(transferred_at, '1970-01-01Z'), received_at) where transferred_at < '1970-01-01Z' or transferred_at > received_at;
update suspense_payment set paid_at = least(greatest(paid_at, '1970-01-01Z'), received_at) where paid_at < '1970-01-01Z' or paid_at > received_at;
update qr_payment set paid_at = greatest(paid_at, '1970-01-01Z') where paid_at < '1970-01-01Z';
update gift_link set redeemed_at = greatest(redeemed_at, '1970-01-01Z') where redeemed_at < '1970-01-01Z';
update slip set transfer = jsonb_set(transfer, '{transferredAt}', to_jsonb(created_at))
  where transfer ? 'transferredAt' and transfer->>'transferredAt' !~ '^(19[7-9]|20[0-9])[0-9]-';
alter table bank_line add constraint bank_line_time check (transferred_at between '1970-01-01Z' and '3000-01-01Z') not valid;
alter table suspense_payment add constraint suspense_payment_time check (paid_at between '1970-01-01Z' and '3000-01-01Z') not valid;
alter table qr_payment add constraint qr_payment_time check (paid_at between '1970-01-01Z' and '3000-01-01Z') not valid;
alter table gift_link add constraint gift_link_time check (redeemed_at between '1970-01-01Z' and '3000-01-01Z') not valid;

-- A reference is kept and compared in capitals, without blanks. Two payments that were credited under names that differ in that alone keep them.
update external_credit e set external_id = upper(regexp_replace(external_id, '\s', '', 'g'))
  where source like 'bank:%' and external_id <> upper(regexp_replace(external_id, '\s', '', 'g'))
    and not exists (select from external_credit o where o.source = e.source and o.external_id <> e.external_id
      and upper(regexp_replace(o.external_id, '\s', '', 'g')) = upper(regexp_replace(e.external_id, '\s', '', 'g')));
update suspense_payment s set external_id = upper(regexp_replace(external_id, '\s', '', 'g'))
  where source like 'bank:%' and external_id <> upper(regexp_replace(external_id, '\s', '', 'g'))
    and not exists (select from external_credit e where e.source = s.source and e.external_id = s.external_id);
update bank_line l set reference = upper(regexp_replace(reference, '\s', '', 'g'))
  where reference <> upper(regexp_replace(reference, '\s', '', 'g'))
    and not exists (select from external_credit e where e.source = 'bank:' || lower(l.payer->>'bankCode') and e.external_id = l.reference);
update bank_line set slip_reference = upper(regexp_replace(slip_reference, '\s', '', 'g')) where slip_reference <> upper(regexp_replace(slip_reference, '\s', '', 'g'));
update slip s set transaction_reference = upper(regexp_replace(transaction_reference, '\s', '', 'g'))
  where transaction_reference <> upper(regexp_replace(transaction_reference, '\s', '', 'g'))
    and not exists (select from external_credit e where e.source = 'bank:' || (select lower(b.code) from bank b where s.bank_no = coalesce(nullif(b.number, ''), b.code))
      and e.external_id = s.transaction_reference);
update slip_transfer t set reference = upper(regexp_replace(reference, '\s', '', 'g'))
  where reference <> upper(regexp_replace(reference, '\s', '', 'g'))
    and not exists (select from slip_transfer o where o.bank_no = t.bank_no and o.reference <> t.reference
      and upper(regexp_replace(o.reference, '\s', '', 'g')) = upper(regexp_replace(t.reference, '\s', '', 'g')));

-- +goose Down
alter table gift_link drop constraint gift_link_time;
alter table qr_payment drop constraint qr_payment_time;
alter table suspense_payment drop constraint suspense_payment_time;
alter table bank_line drop constraint bank_line_time;
