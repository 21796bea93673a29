import type { TextKey } from '@krapao/kit/i18n';
import * as z from 'zod/mini';
import { ResetPasswordBody } from '../api/gen/forms';

/** The fewest characters of a password (contract: validateAccount). */
export const PASSWORD_MIN = 8;

/** A new password, typed twice. */
export interface NewPassword {
  password: string;
  confirm: string;
}

/** The fields of a form with a new password. */
export const newPasswordShape = {
  password: ResetPasswordBody.shape.newPassword.check(
    z.minLength(PASSWORD_MIN, { error: 'password.tooShort' satisfies TextKey<'shell'> }),
  ),
  confirm: z.string().check(z.minLength(1)),
};

/** A check of the whole form: both entries are alike. */
export const isTypedTwice = z.refine<NewPassword>(({ password, confirm }) => password === confirm, {
  path: ['confirm'],
  error: 'register.profile.mismatch' satisfies TextKey<'shell'>,
});

/** What to say of an empty field. */
export const NEW_PASSWORD_PROBLEMS = {
  password: 'register.missing' satisfies TextKey<'shell'>,
  confirm: 'register.missing' satisfies TextKey<'shell'>,
};
