import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { answerAt, type Field, type Fields, fieldsIn, optionListsOf } from '#forms/field.ts';
import type { Elements } from '#ui/elements.ts';
import { formatDay, formatInstant } from '#ui/format/dates.ts';
import { FileLinks } from './file-links.tsx';
import { SummaryList, type SummaryRow } from './summary-list.tsx';
import { useOptionLabels } from './use-options.ts';

type Files = Parameters<typeof FileLinks>[0]['files'];

export interface SummaryProps {
  fields: Fields;
  parts: readonly string[];
  form: unknown;
  files?: Files;
  title?: ReactNode;
  action?: Elements;
  /** Rows that replace the default row of a path; an empty list hides it. */
  rows?: Readonly<Record<string, readonly SummaryRow[]>>;
}

export function Summary(props: SummaryProps) {
  const { fields, parts, form, files = [], title, action, rows = {} } = props;
  const labelOf = useFieldLabels();
  const paths = parts.flatMap((part) => fieldsIn(fields, part));
  const textOf = useAnswerText(paths.map((path) => fields[path] as Field));
  return (
    <SummaryList
      title={title}
      action={action}
      rows={paths.flatMap((path) => {
        if (rows[path]) return rows[path];
        const field = fields[path] as Field;
        const answer = answerAt(form, path);
        const value =
          field.control.kind === 'files' ? linksTo(files, answer) : textOf(field, answer);
        return { label: labelOf(field), value, isOptional: field.isOptional ?? false };
      })}
    />
  );
}

function linksTo(files: Files, ids: unknown): ReactNode {
  const named = (ids as readonly string[] | undefined) ?? [];
  return named.length > 0 ? <FileLinks files={files} ids={named} /> : null;
}

export function useFieldLabels(): (field: Field) => string {
  const { i18n } = useLingui();
  return ({ shortLabel, label }) => i18n._(shortLabel ?? label);
}

/** Returns a formatter of answers, which returns null for empty answers, files and ticks. */
export function useAnswerText(
  fields: readonly Field[],
): (field: Field, answer: unknown) => string | null {
  const { t, i18n } = useLingui();
  const optionLabel = useOptionLabels(...optionListsOf(fields));
  return ({ control }, answer) => {
    const [first] = [answer].flat();
    if (first === undefined || first === null || first === '') return null;
    switch (control.kind) {
      case 'date':
        return formatDay(String(first), i18n.locale);
      case 'instant':
        return formatInstant(String(first), i18n.locale);
      case 'yesNo':
        return String(first) === 'true' ? t`Yes` : t`No`;
      case 'select':
      case 'options':
      case 'severalOptions':
        return optionLabel(control.options, answer as string | readonly string[]);
      case 'files':
      case 'tick':
        return null;
      default:
        return String(first);
    }
  };
}
