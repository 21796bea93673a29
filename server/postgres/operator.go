package postgres

import (
	"context"

	"krapao/server/operator"
)

// OperatorRepository keeps the back office's accounts.
type OperatorRepository struct{ db *DB }

// NewOperatorRepository keeps them in db.
func NewOperatorRepository(db *DB) OperatorRepository { return OperatorRepository{db} }

// AddOperator keeps a new account. Errors: operator.ErrTaken.
func (r OperatorRepository) AddOperator(ctx context.Context, account operator.Account) error {
	_, err := r.db.Querier(ctx).Exec(ctx, `insert into operator (id, username, password_hash, created_at) values ($1, $2, $3, $4)`,
		account.ID, account.Username, account.PasswordHash, account.CreatedAt)
	if IsUnique(err, "operator_username_key") {
		return operator.ErrTaken
	}
	return err
}
