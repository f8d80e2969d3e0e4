import type * as z from 'zod/mini';
import type { EndpointName } from '#contract/endpoints.ts';
import { call } from '#ui/calls/call.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import type { Elements } from '#ui/elements.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { CheckedForm, type CheckedFormProps } from './checked-form.tsx';
import { type Choice, ChoiceField } from './choice-field.tsx';
import {
  type ContractForm,
  type ContractFormOptions,
  type FieldWords,
  filled,
  useContractForm,
  type Values,
} from './contract-form.ts';
import { type FieldProps, TextAreaField, TextField } from './text-field.tsx';

type InputSchema<Name extends EndpointName> = z.core.$ZodType<CallInput<Name>>;

interface CallFormOptions<Name extends EndpointName, V extends Values>
  extends ContractFormOptions<V, InputSchema<Name>> {
  done?: string;
  onDone?: () => void;
}

export function useCallForm<Name extends EndpointName, V extends Values>(
  name: Name,
  { done, onDone, ...options }: CallFormOptions<Name, V>,
): ContractForm<V, InputSchema<Name>> & { submit: () => Promise<void> } {
  const form = useContractForm(options);
  const submit = () =>
    form.send(async (input) => {
      await call(name, input);
      form.done();
      onDone?.();
      if (done) showMessage({ kind: 'notice', text: done });
    });
  return { ...form, submit };
}

/**
 * Moves the focus when a form replaces its button, or closes: the element that had the focus is
 * removed. The target is the first field, or the heading of the section when the form closes.
 */
export function focusInPlace(form: HTMLFormElement | null) {
  if (document.activeElement !== document.body) return;
  const heading = form?.closest('section')?.querySelector('h2');
  const first = form?.querySelector<HTMLInputElement>(':is(input, select, textarea):enabled');
  const chosen = form?.querySelector<HTMLElement>(`[name="${first?.name}"]:checked`);
  (chosen ?? first)?.focus();
  return () => {
    if (!heading || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus();
  };
}

interface CallField
  extends Omit<FieldWords, 'control' | 'label' | 'shortLabel'>,
    Omit<FieldProps, 'form' | 'name'> {
  control?: { kind: 'date' | 'email' | 'text' };
  choices?: readonly Choice[];
}

interface CallFormProps<Name extends EndpointName>
  extends Pick<CallFormOptions<Name, Values>, 'schema' | 'draft' | 'done'>,
    Pick<CheckedFormProps, 'action' | 'variant' | 'onClose'> {
  endpoint: Name;
  /** Part of the input that the user does not enter. */
  about?: object;
  /** Fields in display order, each a text or a choice; empty ones are not sent. */
  fields: Readonly<Record<string, CallField>>;
  initialValues?: Readonly<Record<string, string>>;
  children?: Elements;
}

/** Form that makes one call and then closes. */
export function CallForm<Name extends EndpointName>(props: CallFormProps<Name>) {
  const { endpoint, about, fields, initialValues, children, action, variant, onClose, ...call } =
    props;
  const form = useCallForm<Name, Values>(endpoint, {
    ...call,
    initialValues: Object.fromEntries(
      Object.keys(fields).map((name) => [name, initialValues?.[name] ?? '']),
    ),
    toInput: (values) => ({ ...about, ...filled(values) }),
    words: fields,
    ...(onClose && { onDone: onClose }),
  });
  return (
    <CheckedForm
      form={form}
      // An unchanged correction records nothing.
      onSubmit={onClose && initialValues && !form.fields.isDirty() ? onClose : form.submit}
      {...{ action, variant, onClose }}
      onShown={onClose && focusInPlace}
    >
      {Object.entries(fields).map(
        ([name, { prompt, format, range, control, choices, ...field }]) => {
          const common = { form, name, ...field };
          if (choices) return <ChoiceField key={name} {...common} choices={choices} />;
          if (control?.kind === 'text') return <TextAreaField key={name} {...common} />;
          return (
            <TextField key={name} {...common} type={control?.kind ?? 'text'} autoComplete="off" />
          );
        },
      )}
      {children}
    </CheckedForm>
  );
}
