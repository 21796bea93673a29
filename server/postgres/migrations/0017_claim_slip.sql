-- A claim can be settled by the slip of its payment.

-- +goose Up
alter table deposit_claim drop constraint deposit_claim_evidence_check;
alter table deposit_claim add constraint deposit_claim_evidence_check check (evidence in ('LINE', 'SLIP', 'SUSPENSE', 'WORD'));

-- +goose Down
alter table deposit_claim drop constraint deposit_claim_evidence_check;
alter table deposit_claim add constraint deposit_claim_evidence_check check (evidence in ('LINE', 'SUSPENSE', 'WORD')) not valid;
