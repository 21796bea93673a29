-- One phone is one member, and a code is for one purpose: server/phone, server/member/README.md.

-- +goose Up
alter table otp add column purpose text not null default 'REGISTER';
alter table otp_proof add column purpose text not null default 'REGISTER';

-- Lao numbers in the form of server/phone. Thai ones have it: 0 and nine digits.
-- +goose StatementBegin
do $$
declare
  found record;
  other bigint;
begin
  for found in
    select phone, member_id, case
        when bare ~ '^20[2-9][0-9]{7}$' then '0' || bare
        when phone !~ '^0' and bare ~ '^[2-9][0-9]{7}$' then '020' || bare
        else '0' || bare
      end as canonical
    from (select phone, member_id, regexp_replace(regexp_replace(phone, '^(00)?856(?=[0-9]{8})', ''), '^0', '') as bare from member_phone) as numbers
    order by phone
  loop
    continue when found.phone = found.canonical;
    select member_id into other from member_phone where phone = found.canonical;
    if other is not null then
      -- Both stay as they are: whose the phone is, and whose the money, a person has to find out.
      insert into operator_audit (at, actor, via, address, action, subject, before, after, request_id) values (
        now(), 'system', 'COMMAND', '', 'MEMBER', found.member_id::text, jsonb_build_object('phone', found.phone),
        jsonb_build_object('phone', found.phone, 'samePhoneAs', other::text), '');
      raise warning 'members % and % have one phone number, written differently: both stay, see the audit log', found.member_id, other;
    else
      update member_phone set phone = found.canonical where phone = found.phone;
      update member set phone = found.canonical where id = found.member_id;
    end if;
  end loop;
end $$;
-- +goose StatementEnd

-- +goose Down
alter table otp_proof drop column purpose;
alter table otp drop column purpose;
