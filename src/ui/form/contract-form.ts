import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { Actor } from 'xstate';
import type * as z from 'zod/mini';
import { type FieldProblem, parseInput } from '#contract/envelope.ts';
import { MAX_LINE, MAX_TEXT } from '#contract/limits.ts';
import { answerAt } from '#forms/field.ts';
import type { uploadQueueMachine } from '#machines/upload-queue.machine.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { clearMessages } from '#ui/messages/messages.ts';
import { type Draft, openDraft, restored } from './drafts.ts';

type Schema = z.core.$ZodType;
export type Values = Record<string, unknown>;

export interface ContractFormOptions<V extends Values, S extends Schema> {
  schema: S;
  initialValues: V;
  toInput: (values: V) => unknown;
  words: Readonly<Record<string, FieldWords>>;
  alsoAsk?: (values: V) => FieldProblem[];
  /** Key of the draft that is saved while the user types: account id, colon, name of the draft. */
  draft?: string;
  /**
   * Fields whose initial value may be outdated when the draft is loaded. The draft contains them
   * only if the user changed them.
   */
  proposed?: readonly string[];
}

export interface ContractForm<V extends Values = Values, S extends Schema = Schema> {
  fields: UseFormReturnType<V>;
  /** Number of failed checks. Whenever it increases, the error summary takes the focus. */
  failures: number;
  problems: { field: string; text: string }[];
  errorOf: (field: string) => string | undefined;
  /** Validates the fields below `parts`. Returns the input, or null and shows the problems. */
  check: (parts?: readonly string[]) => z.output<S> | null;
  /** Validates as `check` does, but returns the texts of the problems instead of showing them. */
  peek: () => { input: z.output<S> } | { problems: string[] };
  /** Shows the fields that the server rejected; false if it named none. */
  showErrors: (error: unknown) => boolean;
  rejections: (error: unknown) => string[];
  /**
   * Validates all fields and passes the input to `deliver`. Validation errors from the server are
   * shown at their fields; other errors are shown as a message.
   */
  send: (deliver: (input: z.output<S>) => Promise<void>) => Promise<void>;
  isSending: boolean;
  /** Upload queues by field. They continue while another page of the form is shown. */
  uploads: Map<string, UploadQueue>;
  draft: Draft | undefined;
  initialValues: V;
  done: () => void;
  restart: () => void;
}

export interface FieldForm extends Pick<ContractForm, 'errorOf' | 'uploads'> {
  fields: {
    getInputProps: (
      field: string,
      options?: { type: 'input' | 'checkbox' },
    ) => ReturnType<UseFormReturnType<Values>['getInputProps']>;
    setFieldValue: (field: string, value: unknown) => void;
    getValues: () => object;
  };
}

export function useContractForm<V extends Values, S extends Schema>(
  options: ContractFormOptions<V, S>,
): ContractForm<V, S> {
  const { schema, initialValues, toInput, words, alsoAsk, proposed = [] } = options;
  const problemText = useProblemText();
  const [failures, setFailures] = useState(0);
  const [isSending, setSending] = useState(false);
  const [uploads] = useState(() => new Map<string, UploadQueue>());
  useEffect(() => () => stopUploads(uploads), [uploads]);
  const [atFirst] = useState(initialValues);
  const typed = (values: V): object =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) => !proposed.includes(field) || value !== atFirst[field],
      ),
    );
  const [draft] = useState(() =>
    options.draft ? openDraft(options.draft, typed(initialValues)) : undefined,
  );
  const fields = useForm<V>({
    initialValues: draft?.unsaved ? restored(initialValues, draft.unsaved) : initialValues,
    onValuesChange: (values) => draft?.type(typed(values)),
  });

  const textOf = (field: string, problem: unknown) =>
    problemText(problem as Problem['problem'], words[field]);

  const order = Object.keys(words);
  const listed = (errors: object) =>
    Object.entries(errors)
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([field, problem]) => ({ field, text: textOf(field, problem) }));
  const textsOf = (problems: readonly Problem[]) =>
    listed(byField(problems)).map(({ text }) => text);

  function show(problems: readonly Problem[]) {
    // Errors are stored as rules and formatted when shown, in the current language.
    fields.setErrors(byField(problems));
    setFailures((count) => count + 1);
  }

  function validate(): { problems: Problem[]; value?: z.output<S> } {
    const values = fields.getValues();
    const input = toInput(values);
    const parsed = parseInput(schema, input);
    const unfinished = [...uploads].flatMap(([field, queue]) => {
      const problem = uploadProblem(queue);
      // Other answers may have made the field irrelevant.
      return problem && answerAt(input, field) !== undefined ? [{ field, problem }] : [];
    });
    const broken = 'fields' in parsed ? parsed.fields : [];
    const found = [...broken, ...(alsoAsk?.(values) ?? []), ...unfinished];
    return { problems: found.map(ofField), ...('value' in parsed && { value: parsed.value }) };
  }

  function check(parts?: readonly string[]): z.output<S> | null {
    const { problems, value } = validate();
    const found = problems.filter(
      ({ field }) => !parts || parts.some((part) => isWithin(field, part)),
    );
    if (found.length) {
      show(found);
      return null;
    }
    fields.clearErrors();
    return value ?? ({} as z.output<S>);
  }

  function peek(): ReturnType<ContractForm<V, S>['peek']> {
    const { problems, value } = validate();
    return value === undefined || problems.length > 0
      ? { problems: textsOf(problems) }
      : { input: value };
  }

  function showErrors(error: unknown): boolean {
    const named = rejectedFields(error);
    if (named.length > 0) show(named);
    return named.length > 0;
  }

  const send: ContractForm<V, S>['send'] = async (deliver) => {
    const input = check();
    if (!input) return;
    clearMessages();
    setSending(true);
    try {
      await deliver(input);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showErrors(error);
    } finally {
      setSending(false);
    }
  };

  const done = () => void draft?.forget();

  return {
    fields,
    failures,
    problems: listed(fields.errors),
    errorOf: (field) => {
      const problem = fields.errors[field];
      return problem ? textOf(field, problem) : undefined;
    },
    check,
    peek,
    showErrors,
    rejections: (error) => textsOf(rejectedFields(error)),
    send,
    isSending,
    uploads,
    draft,
    initialValues,
    done,
    restart: () => {
      fields.setInitialValues(initialValues);
      fields.reset();
      done();
    },
  };
}

export type UploadQueue = Actor<typeof uploadQueueMachine>;
type UploadProblem = 'uploading' | 'notUploaded';

export function uploadProblem(queue: UploadQueue): UploadProblem | null {
  const snapshot = queue.getSnapshot();
  if (snapshot.matches('transferring')) return 'uploading';
  return snapshot.matches('unfinished') ? 'notUploaded' : null;
}

export function stopUploads(uploads: ContractForm['uploads']): void {
  for (const queue of uploads.values()) queue.stop();
  uploads.clear();
}

/**
 * Removes the name of the form and a list index from a problem's field: `form.files.0` is `files`.
 */
function ofField({ field, problem }: Problem): Problem {
  const path = field.replace(/^(form|personal|public|dataRequest)\./, '').replace(/\.\d+$/, '');
  return { field: path, problem };
}

const byField = (problems: readonly Problem[]) =>
  Object.fromEntries(problems.map(({ field, problem }) => [field, problem]));

function rejectedFields(error: unknown): Problem[] {
  const data = error instanceof ApiError ? error.data : null;
  return data && 'fields' in data ? (data.fields ?? []).map(ofField) : [];
}

export function isWithin(field: string, part: string): boolean {
  return field === part || field.startsWith(`${part}.`);
}

export function fieldId(field: string): string {
  return `field-${field}`;
}

/** Removes empty values, as the contract requires of optional fields. */
export function filled<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== undefined),
  ) as Partial<T>;
}

export interface FieldWords {
  label?: string | MessageDescriptor;
  shortLabel?: MessageDescriptor;
  prompt: string | MessageDescriptor;
  format?: string | MessageDescriptor;
  range?: string | MessageDescriptor;
  control?: { kind: string };
}

const limits: Readonly<Record<string, number>> = { line: MAX_LINE, text: MAX_TEXT };

export type Problem = Omit<FieldProblem, 'problem'> & {
  problem: FieldProblem['problem'] | UploadProblem;
};

function useProblemText(): (problem: Problem['problem'], words?: FieldWords) => string {
  const { t, i18n } = useLingui();
  const translated = (text: string | MessageDescriptor) =>
    typeof text === 'string' ? text : i18n._(text);
  return (problem, words) => {
    switch (problem) {
      case 'required':
      case 'choice':
        return words ? translated(words.prompt) : t`This is required`;
      case 'uploading':
        return t`Please wait until the files are uploaded`;
      case 'notUploaded':
        return t`Some files are not uploaded: try them again or remove them`;
      case 'tooShort':
        return t`This is too short`;
      case 'tooLong': {
        const most = words?.control && limits[words.control.kind];
        if (most === undefined) return t`This is too long`;
        const limit = formatNumber(most, i18n.locale);
        const label = words?.shortLabel ?? words?.label;
        if (label === undefined) return t`Use at most ${limit} characters`;
        return t`${{ field: translated(label) }}: use at most ${limit} characters`;
      }
      case 'range':
      case 'format':
      case 'unknown':
        return words
          ? translated((problem === 'range' && words.range) || (words.format ?? words.prompt))
          : t`This is not in the correct format`;
    }
  };
}
