export { expectAccessible } from './axe';
export { type LocaleTexts, localeProblems } from './locale-check';
export { type Rendered, renderWithProviders } from './render';
