import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Elements } from '#ui/elements.ts';
import { formatAge } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { type ContractForm, fieldId, stopUploads } from './contract-form.ts';
import { type Draft, restored, type DraftStatus as Status } from './drafts.ts';
import styles from './form.module.css';

export interface CheckedFormProps extends ErrorSummaryProps {
  form: ErrorSummaryProps['form'] &
    Pick<ContractForm, 'draft' | 'isSending' | 'uploads'> & {
      fields: { setValues: (values: object) => void };
      initialValues: object;
    };
  onSubmit: () => void;
  action?: string | undefined;
  variant?: 'default' | undefined;
  onClose?: (() => void) | undefined;
  /** Called when the draft is loaded. May return a cleanup function for when the form closes. */
  onShown?: ((form: HTMLFormElement | null) => (() => void) | undefined) | undefined;
  children: Elements;
}

export function CheckedForm(props: CheckedFormProps) {
  const { form, pageOf, onSubmit, action, variant = 'filled', onClose, onShown, children } = props;
  const { t } = useLingui();
  const { draft } = form;
  const [status, setStatus] = useState(draft?.status);
  // Remounts fields with internal state when a draft is loaded.
  const [loads, setLoads] = useState(0);
  const fill = useEffectEvent((values: object) => {
    stopUploads(form.uploads);
    form.fields.setValues(restored(form.initialValues, values));
    setLoads((count) => count + 1);
  });
  useEffect(() => {
    const changed = () => setStatus(draft?.status);
    return draft?.show({ fill: (values) => fill(values), changed });
  }, [draft]);
  // The form is hidden while the draft loads, because input would conflict with the draft.
  const isLoading = status === 'loading';
  useFragmentFocus(!isLoading);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => (isLoading ? undefined : onShown?.(element.current)), [isLoading, onShown]);
  return (
    <>
      {draft && <DraftStatus draft={draft} status={status} />}
      <ErrorSummary form={form} pageOf={pageOf} />
      <form
        key={loads}
        ref={element}
        className={`stack stack-large measure ${styles.form}`}
        data-loading={isLoading || undefined}
        // The schema validates. The browser's own messages would be in the browser's language.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {action && (
          <div className="row above">
            <Button type="submit" variant={variant} loading={form.isSending}>
              {action}
            </Button>
            {onClose && (
              <Button variant="default" disabled={form.isSending} onClick={onClose}>
                {t`Cancel`}
              </Button>
            )}
          </div>
        )}
      </form>
    </>
  );
}

function useFragmentFocus(isVisible: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    // The first page of a visit has the key `default`: the browser itself scrolls to the fragment.
    if (!isVisible || !hash || key === 'default') return;
    const focus = () => {
      const element = document.getElementById(decodeURIComponent(hash.slice(1)));
      element?.focus();
      return element !== null;
    };
    if (focus()) return;
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isVisible, hash, key]);
}

interface ErrorSummaryProps {
  form: Pick<ContractForm, 'problems' | 'failures'>;
  pageOf?: ((field: string) => string | undefined) | undefined;
}

function ErrorSummary({ form: { problems, failures }, pageOf }: ErrorSummaryProps) {
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
      <h2 id={title}>{t`There is a problem`}</h2>
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

export function DraftStatus({ draft, status }: { draft: Draft; status: Status | undefined }) {
  const { t, i18n } = useLingui();
  const region = useRef<HTMLDivElement>(null);
  const { newer } = draft;
  const age = newer && formatAge(newer.savedAt, i18n.locale);

  function choose(version: 'other' | 'own') {
    draft.choose(version);
    // The button that had the focus is removed.
    region.current?.focus();
  }

  return (
    <div ref={region} tabIndex={-1} className={`soft measure below ${styles.draft}`}>
      {status === 'saving' && <Trans>Saving…</Trans>}
      {status === 'saved' && <Trans>Saved</Trans>}
      <div role="status">
        {status === 'failing' && (
          <Trans>
            Not saved yet. Please keep this tab open: your input is saved when the server can be
            reached again.
          </Trans>
        )}
        {status === 'outdated' && (
          <Notice
            kind="info"
            title={
              newer
                ? t`This form was changed in another tab or on another device`
                : t`This form was sent or deleted in another tab or on another device`
            }
          >
            <p>
              {newer
                ? t`That version was saved ${age}. Choose which one to continue with.`
                : t`What you typed here is still there. It is not saved unless you keep it.`}
            </p>
            <div className="row above">
              {newer && (
                <Button size="sm" onClick={() => choose('other')}>
                  {t`Use the other version`}
                </Button>
              )}
              <Button size="sm" variant="default" onClick={() => choose('own')}>
                {t`Keep what is here`}
              </Button>
            </div>
          </Notice>
        )}
      </div>
    </div>
  );
}
