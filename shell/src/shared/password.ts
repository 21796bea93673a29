/** The fewest characters of a password (contract: validateAccount). */
export const PASSWORD_MIN = 8;

/** A password that is chosen anew, typed twice. */
export interface NewPassword {
  password: string;
  confirm: string;
}

/** What is wrong with a new password, by field, as keys of our texts; empty when it may be sent. */
export function newPasswordProblems({ password, confirm }: NewPassword): Partial<Record<keyof NewPassword, string>> {
  const problems: ReturnType<typeof newPasswordProblems> = {};
  if (password === '') problems.password = 'register.missing';
  else if (password.length < PASSWORD_MIN) problems.password = 'password.tooShort';
  if (confirm === '') problems.confirm = 'register.missing';
  else if (confirm !== password) problems.confirm = 'register.profile.mismatch';
  return problems;
}
