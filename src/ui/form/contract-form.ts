import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { type FieldProblem, parseInput } from '#contract/envelope.ts';
import { Refused } from '#ui/calls/refused.ts';
import type { UploadProblem } from '#ui/upload/upload-area.tsx';
import { type Draft, openDraft, restored } from './drafts.ts';
import { type FieldWords, type Problem, useProblemText } from './problem-text.ts';

type Schema = z.core.$ZodType;
type Values = Record<string, unknown>;

export interface ContractFormOptions<V extends Values, S extends Schema> {
  /** The contract's schema of what is sent. */
  schema: S;
  initialValues: V;
  /** Converts typed values to the call's input. */
  toInput: (values: V) => unknown;
  /** Prompt and format of each field by its path, in the order of the page. */
  words: Readonly<Record<string, FieldWords>>;
  /** Checks beyond the schema. */
  alsoAsk?: (values: V) => FieldProblem[];
  /** Key of the draft that is saved while the form is typed: account id, colon, name of the draft. */
  draft?: string;
}

/** A form over a schema of the contract, for the field parts of this folder. */
export interface ContractForm<V extends Values = Values, S extends Schema = Schema> {
  fields: UseFormReturnType<V>;
  /** Number of failed checks; the error summary takes the focus on each. */
  failures: number;
  /** Fields with their problems in words, in the order of the page. */
  problems: { field: string; text: string }[];
  errorOf: (field: string) => string | undefined;
  /**
   * Checks the fields whose paths begin with one of `parts`; all without. Gives what to send, or
   * null and shows the problems.
   */
  check: (parts?: readonly string[]) => z.output<S> | null;
  /** Shows what the server found wrong; true when it named fields. */
  refuse: (error: unknown) => boolean;
  /**
   * Checks all fields and delivers what they give. Fields that the server refuses are shown; the
   * call itself shows any other refusal.
   */
  send: (deliver: (input: z.output<S>) => Promise<void>) => Promise<void>;
  /** True while `send` waits for the server. */
  isSending: boolean;
  /** Sets what is still to be done about the files of a field: until then the form cannot go on. */
  setPending: (field: string, problem: UploadProblem | null) => void;
  draft: Draft | undefined;
  /** Values of the form when there is no draft. */
  initialValues: V;
  /** Forgets the draft: the form is sent or abandoned. */
  done: () => void;
  /** Forgets the draft and empties the form, for another of its kind on the same page. */
  restart: () => void;
}

/** Part of a form that a field component needs, for any values. */
export interface FieldForm extends Pick<ContractForm, 'errorOf' | 'setPending'> {
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
  const { schema, initialValues, toInput, words, alsoAsk } = options;
  const problemText = useProblemText();
  const [failures, setFailures] = useState(0);
  const [isSending, setSending] = useState(false);
  const pending = useRef(new Map<string, UploadProblem>());
  const [draft] = useState(() =>
    options.draft ? openDraft(options.draft, initialValues) : undefined,
  );
  const fields = useForm<V>({
    initialValues: draft?.unsaved ? restored(initialValues, draft.unsaved) : initialValues,
    onValuesChange: (values) => draft?.type(values),
  });

  const textOf = (field: string, problem: unknown) =>
    problemText(problem as Problem['problem'], words[field]);

  function show(problems: readonly Problem[]) {
    // The form keeps rules, not words, so that a switch of language reaches them.
    fields.setErrors(Object.fromEntries(problems.map(({ field, problem }) => [field, problem])));
    setFailures((count) => count + 1);
  }

  function check(parts?: readonly string[]): z.output<S> | null {
    const values = fields.getValues();
    const parsed = parseInput(schema, toInput(values));
    const unfinished = [...pending.current].map(([field, problem]) => ({ field, problem }));
    const broken = 'fields' in parsed ? parsed.fields : [];
    const found = [...broken, ...(alsoAsk?.(values) ?? []), ...unfinished]
      .map(({ field, problem }) => ({ field: fieldPath(field), problem }))
      .filter(({ field }) => !parts || parts.some((part) => isWithin(field, part)));
    if (found.length) {
      show(found);
      return null;
    }
    fields.clearErrors();
    return 'value' in parsed ? parsed.value : ({} as z.output<S>);
  }

  function refuse(error: unknown): boolean {
    const data = error instanceof Refused ? error.data : null;
    const named = data && 'fields' in data ? data.fields : undefined;
    if (!named?.length) return false;
    show(
      named.map(({ field, problem }) => ({
        field: fieldPath(field.replace(/^form\./, '')),
        problem,
      })),
    );
    return true;
  }

  const send: ContractForm<V, S>['send'] = async (deliver) => {
    const input = check();
    if (!input) return;
    setSending(true);
    try {
      await deliver(input);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(error);
    } finally {
      setSending(false);
    }
  };

  const done = () => void draft?.forget();

  const order = Object.keys(words);
  return {
    fields,
    failures,
    problems: Object.entries(fields.errors)
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([field, problem]) => ({ field, text: textOf(field, problem) })),
    errorOf: (field) => {
      const problem = fields.errors[field];
      return problem ? textOf(field, problem) : undefined;
    },
    check,
    refuse,
    send,
    isSending,
    setPending: (field, problem) => {
      if (problem) pending.current.set(field, problem);
      else pending.current.delete(field);
    },
    draft,
    initialValues,
    done,
    restart: () => {
      // The form may have begun with the values of a draft.
      fields.setInitialValues(initialValues);
      fields.reset();
      done();
    },
  };
}

/** The field an issue belongs to: a list is one field, whichever of its items is wrong. */
function fieldPath(path: string): string {
  return path.replace(/\.\d+$/, '');
}

function isWithin(field: string, part: string): boolean {
  return field === part || field.startsWith(`${part}.`);
}

/** The element id of a field. */
export function fieldId(field: string): string {
  return `field-${field}`;
}

/** Leaves out what was left empty, as the contract wants optional fields. */
export function filled<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== undefined),
  ) as Partial<T>;
}
