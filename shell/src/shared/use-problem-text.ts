import { errorText, type TextKey } from '@krapao/kit/i18n';
import { useTranslation } from 'react-i18next';

/** A problem of a form is a key of our texts, which has a dot, or a code of the catalogue. */
const isKey = (problem: string): problem is TextKey<'shell'> => problem.includes('.');

/** The text of a field's problem. */
export function useProblemText(): (problem: string) => string {
  const { t } = useTranslation('shell');
  return (problem) => (isKey(problem) ? t(problem) : errorText(problem));
}
