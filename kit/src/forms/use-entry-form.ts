import { zodResolver } from '@hookform/resolvers/zod';
import { errorText } from '@krapao/kit/i18n';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import { useFailure } from './use-failure';

/** A zod schema, of zod or zod mini. */
export interface Schema<V, O> {
  _zod: { input: V; output: O };
}

/** What {@link useEntryForm} needs. `V` is what is entered, `O` what the schema makes of it. */
export interface EntryFormInput<V extends FieldValues, O> {
  /** The generated schema of the body, or one made of its fields. What the contract cannot say is added as a check. */
  schema: Schema<V, O>;
  defaultValues: V;
  /** What to say of a field that its schema refuses, where the check itself does not say it. */
  problems?: Partial<Record<Path<V>, string>>;
  /** The text of a problem. A problem is a code of the catalogue unless this says otherwise. */
  say?: (problem: string) => string;
  /**
   * After the first refused attempt an edit checks the form again. Otherwise it takes back what was said of the field.
   */
  live?: boolean;
  /** A call is under way: nothing is sent. */
  pending?: boolean;
  /** Called with a checked entry, unless a rate limit runs or a call is under way. */
  onSubmit: (values: O) => void;
  /** The entry was refused before it was sent. */
  onRefused?: () => void;
  /** Called on every edit, with what has been entered. */
  onEdit?: (name: Path<V>, value: unknown) => void;
}

/** What a text field of the form is given. */
export interface EntryField<T> {
  name: string;
  value: T;
  onValueChange: (value: T) => void;
  error: string | null;
}

/** A form of the kit, for {@link EntryForm}. */
export interface FormHandle {
  ref: RefObject<HTMLFormElement | null>;
  submit: () => void;
}

/**
 * What marks a control with a problem; the second for buttons, which know no aria-invalid. A problem without words
 * marks none.
 */
const WRONG = '[aria-invalid=true], [data-invalid=true]';

/** What is said of a field where neither its check nor the form says anything: zod's own words are always English. */
const UNSAID = 'KEY_INVALID';

/**
 * A form: what is entered, what is wrong with it by field, and what the server said of the whole. A refused entry takes
 * the focus to the first field that is wrong. While a rate limit runs nothing is sent.
 */
export function useEntryForm<V extends FieldValues, O>(input: EntryFormInput<V, O>) {
  const { schema, problems, say = errorText, live = false, pending = false } = input;
  const ref = useRef<HTMLFormElement>(null);
  const { failure, waiting, ...failures } = useFailure();
  // A form is checked asynchronously, so that what a render knew of a call is old when its entry would be sent.
  const busy = useRef(false);
  // From a sending until its call is known to run: two submits in one tick send once.
  const locked = useRef(false);
  useLayoutEffect(() => {
    busy.current = pending || waiting;
    if (!pending) locked.current = false;
  }, [pending, waiting]);
  const form = useForm<V, unknown, O>({
    defaultValues: input.defaultValues as DefaultValues<V>,
    resolver: zodResolver<V, unknown, O>(
      schema,
      { error: ({ path }) => problems?.[path?.join('.') as Path<V>] ?? UNSAID },
      { mode: 'sync' },
    ),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { errors, isSubmitted } = form.formState;
  const values = form.watch();

  const focusProblem = (names: readonly string[]) => {
    const from = document.activeElement;
    requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now !== from && now !== document.body) return; // the member is somewhere else by now
      const named = names
        .map((name) => ref.current?.elements.namedItem(name))
        .find((item) => item instanceof HTMLElement);
      (ref.current?.querySelector<HTMLElement>(WRONG) ?? named)?.focus();
    });
  };
  const set = <N extends Path<V>>(name: N, value: PathValue<V, N>) => {
    form.setValue(name, value);
    locked.current = false;
    if (live && isSubmitted) void form.trigger();
    else form.clearErrors(name);
    failures.clear();
    input.onEdit?.(name, value);
  };
  const problemOf = (name: Path<V>): string | null => {
    const message = form.getFieldState(name, { ...form.formState, errors }).error?.message;
    if (!message) return null;
    // Some forms say a text as it is.
    const text = say(message);
    return text === UNSAID ? errorText(UNSAID) : text;
  };
  return {
    ref,
    values,
    set,
    problemOf,
    /** The props of a field's control. */
    field: <N extends Path<V>>(name: N): EntryField<PathValue<V, N>> => ({
      name,
      value: form.getValues(name),
      onValueChange: (value) => set(name, value),
      error: problemOf(name),
    }),
    /** Says what is wrong with a field now, if anything is. */
    check: (name: Path<V>) => void form.trigger(name),
    /** The server refused one field. */
    refuse: (name: Path<V>, problem: string) => {
      locked.current = false;
      form.setError(name, { type: 'server', message: problem });
      focusProblem([name]);
    },
    /** Empties the form. */
    reset: () => form.reset(),
    failure,
    waiting,
    /** The server refused the whole, or did not answer. */
    fail: (error: unknown) => {
      locked.current = false;
      failures.show(error);
    },
    retry: failures.release,
    submit: () =>
      void form.handleSubmit(
        (checked) => {
          if (busy.current || locked.current) return;
          failures.release();
          locked.current = true;
          input.onSubmit(checked);
          // Not every entry makes a call: some forms ask first. A call that was begun here is known by the next task.
          setTimeout(() => {
            if (!busy.current) locked.current = false;
          });
        },
        (refused) => {
          input.onRefused?.();
          focusProblem(Object.keys(refused));
        },
      )(),
  };
}
