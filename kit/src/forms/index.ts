// Applications bundle this sub-path into the screens that have a form: shared, it would be loaded with every remote. It
// holds no state of its own, and imports the rest of the kit by its public names, so that it meets the shared copies.
export { typedAmount } from './amount';
export { EntryForm, type EntryFormProps } from './entry-form';
export { type EntryField, type EntryFormInput, type FormHandle, useEntryForm } from './use-entry-form';
export { type Failure, useFailure } from './use-failure';
