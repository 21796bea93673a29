-- The line that operators matched to a member before a report of the same payment came: the report credits nothing.

-- +goose Up
alter table suspense_payment add column matched_line uuid;

-- +goose Down
alter table suspense_payment drop column matched_line;
