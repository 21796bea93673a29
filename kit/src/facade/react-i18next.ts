/**
 * The part of react-i18next that every application shares through the shell: one i18next instance, one current
 * language. Applications import 'react-i18next' as usual; the vite preset sends that import here. Names are only ever
 * added within a major of the kit.
 */
export { Trans, useTranslation } from 'react-i18next';
