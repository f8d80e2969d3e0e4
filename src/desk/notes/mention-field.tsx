import { Plural, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { mentionOf } from '#contract/mentions.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { FieldForm } from '#ui/form/contract-form.ts';
import { TextAreaField } from '#ui/form/text-field.tsx';
import { isOpenTo } from '../staff-context.ts';
import styles from './notes.module.css';

const UNFINISHED_MENTION = /(?<![\p{L}\p{N}._%+@-])@([\p{L}\p{N}._%+@-]*)$/u;
const MAX_OFFERED = 6;

interface MentionFieldProps {
  form: FieldForm;
  name: string;
  label: string;
  without: readonly string[];
}

export function MentionField({ form, name, label, without }: MentionFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const offered = useColleagues(typed, without);
  const chosen = offered[Math.min(at, offered.length - 1)];
  const text = () => area.current?.querySelector('textarea');

  function readMention() {
    const field = text();
    const before = field?.value.slice(0, field.selectionStart) ?? '';
    setTyped(UNFINISHED_MENTION.exec(before)?.[1]?.toLowerCase() ?? null);
    setAt(0);
  }

  function insert(mention: string) {
    const field = text();
    if (!field || typed === null) return;
    const caret = field.selectionStart;
    const start = caret - typed.length - 1;
    const rest = field.value.slice(caret).replace(/^ /, '');
    form.fields.setFieldValue(name, `${field.value.slice(0, start)}${mention} ${rest}`);
    setTyped(null);
    // Runs after the field is rendered with its new text.
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
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen.mention);
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
  }

  return (
    <div ref={area} className={styles.mentioning}>
      <TextAreaField
        form={form}
        name={name}
        label={label}
        description={t`Type @ to mention a colleague, who then gets an e-mail.`}
        aria-autocomplete="list"
        aria-controls={chosen && id}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        onKeyDown={press}
        onInput={readMention}
        onClick={readMention}
        onBlur={() => setTyped(null)}
      />
      {chosen && (
        <div id={id} role="listbox" aria-label={t`Colleagues`} className={styles.offered}>
          {offered.map((each) => (
            <div
              key={each.id}
              id={`${id}-${each.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={each === chosen}
              onMouseDown={(event) => {
                event.preventDefault();
                insert(each.mention);
              }}
            >
              {each.email}
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

function useColleagues(typed: string | null, without: readonly string[]) {
  const [isAsked, setAsked] = useState(false);
  if (typed !== null && !isAsked) setAsked(true);
  const { data: staff = [] } = useQuery('staffList', isAsked ? {} : null, { silent: true });
  if (typed === null) return [];
  const readers = staff.filter((member) => isOpenTo(member, 'desk'));
  const addresses = readers.map(({ email }) => email);
  return readers
    .filter(({ id, email }) => !without.includes(id) && email.startsWith(typed))
    .slice(0, MAX_OFFERED)
    .map(({ id, email }) => ({ id, email, mention: mentionOf(email, addresses) }));
}
