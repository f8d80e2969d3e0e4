import { Plural, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { mentionOf } from '#contract/mentions.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { FieldForm } from '#ui/form/contract-form.ts';
import { TextAreaField } from '#ui/form/text-field.tsx';
import { isOpenTo } from '../staff-context.ts';
import styles from './notes.module.css';

/** What stands before the caret while somebody begins to name a colleague. */
const BEGUN = /(?<![\p{L}\p{N}._%+@-])@([\p{L}\p{N}._%+@-]*)$/u;
/** Most names that are offered at a time. */
const FEW = 6;

interface MentionFieldProps {
  form: FieldForm;
  name: string;
  label: string;
  /** Accounts that are not offered. */
  without: readonly string[];
}

/** A text in which @ offers the names of colleagues, for the keyboard and the pointer. */
export function MentionField({ form, name, label, without }: MentionFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const [begun, setBegun] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const offered = useColleagues(begun, without);
  const chosen = offered[Math.min(at, offered.length - 1)];
  const text = () => area.current?.querySelector('textarea');

  function look() {
    const field = text();
    const before = field?.value.slice(0, field.selectionStart) ?? '';
    setBegun(BEGUN.exec(before)?.[1]?.toLowerCase() ?? null);
    setAt(0);
  }

  function put(mention: string) {
    const field = text();
    if (!field || begun === null) return;
    const caret = field.selectionStart;
    const start = caret - begun.length - 1;
    const rest = field.value.slice(caret).replace(/^ /, '');
    form.fields.setFieldValue(name, `${field.value.slice(0, start)}${mention} ${rest}`);
    setBegun(null);
    // Once the field has its new text.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start + mention.length + 1, start + mention.length + 1);
    });
  }

  function press(event: KeyboardEvent) {
    if (!chosen) return;
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step) setAt((offered.indexOf(chosen) + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') put(chosen.mention);
    else if (event.key === 'Escape') setBegun(null);
    else return;
    event.preventDefault();
  }

  return (
    <div ref={area} className={styles.mentioning}>
      <TextAreaField
        form={form}
        name={name}
        label={label}
        description={t`Type @ to name a colleague, who gets an e-mail.`}
        aria-autocomplete="list"
        aria-controls={chosen && id}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        onKeyDown={press}
        onInput={look}
        onClick={look}
        onBlur={() => setBegun(null)}
      />
      {chosen && (
        <div id={id} role="listbox" aria-label={t`Colleagues`} className={styles.offered}>
          {offered.map((one) => (
            <div
              key={one.id}
              id={`${id}-${one.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={one === chosen}
              // The focus stays in the field.
              onMouseDown={(event) => {
                event.preventDefault();
                put(one.mention);
              }}
            >
              {one.email}
            </div>
          ))}
        </div>
      )}
      <p role="status" className="visually-hidden">
        {chosen && (
          <Plural
            value={offered.length}
            one="# colleague: choose with the arrow keys and Enter"
            other="# colleagues: choose with the arrow keys and Enter"
          />
        )}
      </p>
    </div>
  );
}

/** Colleagues whose addresses begin as somebody has begun to type; none while nobody does. */
function useColleagues(begun: string | null, without: readonly string[]) {
  const [isAsked, setAsked] = useState(false);
  if (begun !== null && !isAsked) setAsked(true);
  const { data: staff = [] } = useQuery('staffList', isAsked ? {} : null, { silent: true });
  if (begun === null) return [];
  const readers = staff.filter((one) => isOpenTo(one, 'desk'));
  const addresses = readers.map(({ email }) => email);
  return readers
    .filter(({ id, email }) => !without.includes(id) && email.startsWith(begun))
    .slice(0, FEW)
    .map(({ id, email }) => ({ id, email, mention: mentionOf(email, addresses) }));
}
