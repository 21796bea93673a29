export { type ApplicationInput, setUpApplication } from './application';
export { expectAccessible } from './axe';
export { type LocaleTexts, localeProblems } from './locale-check';
export { type Rendered, renderWithProviders } from './render';
export { MockSocket, mockSocket } from './socket';
