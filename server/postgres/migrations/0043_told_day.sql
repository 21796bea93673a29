-- The day on which a bank counts a line, by its own clock, which may be ahead of ours. Lines of before have none: theirs is the day of transferred_at.

-- +goose Up
alter table bank_line add column told_day date;

-- +goose Down
alter table bank_line drop column told_day;
