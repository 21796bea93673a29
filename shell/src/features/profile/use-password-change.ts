import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getListSessionsQueryKey, useChangePassword } from '../../api/gen/portal';
import { PASSWORD_MIN } from '../../shared/password';
import { useFailure } from '../../shared/use-failure';

/** What the change asks. */
export interface PasswordEntry {
  old: string;
  password: string;
  confirm: string;
}

/** What is wrong with an entry: the first field that is empty, a password that is too short, or two that differ (specification 5). */
export function passwordProblem({ old, password, confirm }: PasswordEntry): Problem | null {
  if (old === '') return { field: 'old', why: 'empty' };
  if (password === '') return { field: 'password', why: 'empty' };
  if (confirm === '') return { field: 'confirm', why: 'empty' };
  if (confirm !== password) return { field: 'confirm', why: 'notEqual' };
  return password.length < PASSWORD_MIN ? { field: 'password', why: 'tooShort' } : null;
}

interface Problem {
  field: keyof PasswordEntry;
  /** An empty field is no message: the form does nothing but go there. */
  why: 'empty' | 'notEqual' | 'tooShort';
}

/** The change of the password: what is entered, what is wrong with it, and what the server says. */
export function usePasswordChange() {
  const queries = useQueryClient();
  const [entry, setEntry] = useState<PasswordEntry>({ old: '', password: '', confirm: '' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const { failure, waiting, ...failures } = useFailure();
  const change = useChangePassword();
  return {
    entry,
    problem,
    failure,
    waiting,
    retry: failures.release,
    pending: change.isPending,
    saved: change.isSuccess,
    edit: (field: keyof PasswordEntry) => (value: string) => {
      setEntry((old) => ({ ...old, [field]: value }));
      setProblem(null);
      failures.clear();
    },
    /** Sends the change, or answers the field that keeps it from being sent. */
    submit(): keyof PasswordEntry | null {
      const found = passwordProblem(entry);
      setProblem(found);
      if (found !== null || change.isPending || waiting) return found?.field ?? null;
      failures.release();
      change.mutate(
        { data: { oldPassword: entry.old, newPassword: entry.password } },
        {
          onSuccess: () => void queries.invalidateQueries({ queryKey: getListSessionsQueryKey() }),
          onError: failures.show,
        },
      );
      return null;
    },
  };
}
