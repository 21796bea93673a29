-- What a server looks up at its start: the keys that the members' passwords at providers need. Other sealed values are few, or change often.

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists game_account_sealed_key;
create index concurrently game_account_sealed_key on game_account (sealed_key(password));
reset lock_timeout;

-- +goose Down
drop index concurrently game_account_sealed_key;
