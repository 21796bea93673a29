-- The application forgets reports that are too old to matter, and can delete no younger one, whatever its clock says: server/cashier/README.md, "Retention".

-- +goose Up
-- +goose StatementBegin
create function forget_events(p_before timestamptz, p_limit int) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  old timestamptz := least(p_before, now() - interval '400 days');
  payments bigint;
  payouts bigint;
begin
  delete from public.payment_event where ctid = any(array(
    select ctid from public.payment_event where received_at <= old order by received_at limit p_limit for update skip locked));
  get diagnostics payments = row_count;
  delete from public.payout_event where ctid = any(array(
    select ctid from public.payout_event where received_at <= old order by received_at limit p_limit for update skip locked));
  get diagnostics payouts = row_count;
  return payments + payouts;
end $$;
-- +goose StatementEnd
revoke all on function forget_events(timestamptz, int) from public;
grant execute on function forget_events(timestamptz, int) to krapao_app;

-- +goose Down
drop function forget_events(timestamptz, int);
