import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { type ContractForm, fieldId } from './contract-form.ts';
import styles from './form.module.css';

type Problems = Pick<ContractForm, 'problems' | 'failures'>;

/** Problems of a form, above it; takes the focus after a failed check and links to fields. */
export function ErrorSummary({ form: { problems, failures } }: { form: Problems }) {
  const summary = useRef<HTMLElement>(null);
  const title = useId();
  useEffect(() => {
    if (failures) summary.current?.focus();
  }, [failures]);
  if (!problems.length) return null;
  return (
    <section ref={summary} className={styles.summary} tabIndex={-1} aria-labelledby={title}>
      <h2 id={title}>
        <Trans>There is a problem</Trans>
      </h2>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(field))?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
