-- The first second factor of an operator needs a code that was printed on the server: server/operator/README.md.

-- +goose Up
-- A hash, because the code proves who enrols; it goes with the first factor that is in force.
alter table operator add column enrolment_hash bytea, add column enrolment_expires_at timestamptz,
  add constraint operator_enrolment check ((enrolment_hash is null) = (enrolment_expires_at is null));

-- +goose Down
alter table operator drop column enrolment_hash, drop column enrolment_expires_at;
