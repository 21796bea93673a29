import { useRefresh } from '@krapao/kit/api';
import { useEntryForm } from '@krapao/kit/forms';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ChangePasswordBody } from '../../api/gen/forms';
import { useChangePassword } from '../../api/gen/portal';
import { PASSWORD_MIN } from '../../shared/password';

/** An empty field is no message (specification 5): the form does nothing but go there. */
const EMPTY = 'empty';

interface PasswordEntry {
  old: string;
  password: string;
  confirm: string;
}

/** One problem at a time, in the order of the specification: what is empty, what differs, what is too short. */
const oneProblem = z.check<PasswordEntry>(({ value, issues }) => {
  const { old, password, confirm } = value;
  const refuse = (field: keyof PasswordEntry, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: value });
  if (old === '') refuse('old', EMPTY);
  else if (password === '') refuse('password', EMPTY);
  else if (confirm === '') refuse('confirm', EMPTY);
  else if (confirm !== password) refuse('confirm', 'notEqual');
  else if (password.length < PASSWORD_MIN) refuse('password', 'tooShort');
});

const schema = z.pipe(
  z.object({ old: z.string(), password: z.string(), confirm: z.string() }).check(oneProblem),
  z.object({
    old: ChangePasswordBody.shape.oldPassword,
    password: ChangePasswordBody.shape.newPassword,
    confirm: z.string(),
  }),
);

/** The form that changes the password, and what the server says. */
export function usePasswordChange() {
  const { t } = useTranslation(['shell', 'account']);
  const refresh = useRefresh();
  const change = useChangePassword();
  const texts: Record<string, string> = {
    [EMPTY]: '',
    notEqual: t('account:password.notEqual'),
    tooShort: t('password.tooShort'),
  };
  const form = useEntryForm<PasswordEntry, PasswordEntry>({
    schema,
    defaultValues: { old: '', password: '', confirm: '' },
    say: (problem) => texts[problem] ?? problem,
    pending: change.isPending,
    onEdit: (name) => {
      // That two fields differ is said of the second, and editing the first may have mended it.
      if (name === 'password' && form.problemOf('confirm')) form.check('confirm');
    },
    onSubmit: ({ old, password }) =>
      change.mutate(
        { data: { oldPassword: old, newPassword: password } },
        { onSuccess: () => void refresh('listSessions'), onError: form.fail },
      ),
  });
  return { form, pending: change.isPending, saved: change.isSuccess };
}
