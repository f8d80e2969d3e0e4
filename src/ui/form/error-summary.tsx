import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ContractForm, fieldId } from './contract-form.ts';
import styles from './form.module.css';

export interface ErrorSummaryProps {
  form: Pick<ContractForm, 'problems' | 'failures'>;
  /** Address of the page that asks for a field, where a form has several. */
  pageOf?: ((field: string) => string | undefined) | undefined;
}

/** Problems of a form, above it; takes the focus after a failed check and links to fields. */
export function ErrorSummary({ form: { problems, failures }, pageOf }: ErrorSummaryProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const summary = useRef<HTMLElement>(null);
  const title = useId();
  useEffect(() => {
    if (failures) summary.current?.focus();
  }, [failures]);
  const isFaulty = problems.length > 0;
  useEffect(() => {
    if (!isFaulty) return;
    const title = document.title;
    document.title = t`Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [isFaulty, t]);
  if (!isFaulty) return null;
  return (
    <section
      ref={summary}
      className={`stack stack-small measure ${styles.summary}`}
      tabIndex={-1}
      aria-labelledby={title}
    >
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
                const element = document.getElementById(fieldId(field));
                const page = pageOf?.(field);
                if (element) element.focus();
                else if (page) navigate(`${page}#${fieldId(field)}`);
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
