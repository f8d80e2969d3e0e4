import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ContractForm } from './contract-form.ts';
import { DraftStatus } from './draft-status.tsx';
import { restored } from './drafts.ts';
import { ErrorSummary, type ErrorSummaryProps } from './error-summary.tsx';
import styles from './form.module.css';

export interface CheckedFormProps extends ErrorSummaryProps {
  form: ErrorSummaryProps['form'] &
    Pick<ContractForm, 'draft'> & {
      fields: { setValues: (values: object) => void };
      initialValues: object;
    };
  /** Checks the form and goes on with it. */
  onSubmit: () => void;
  children: ReactNode;
}

/** A contract form: the state of its draft, a summary of its problems, and its fields and buttons. */
export function CheckedForm({ form, pageOf, onSubmit, children }: CheckedFormProps) {
  const { draft } = form;
  const [status, setStatus] = useState(draft?.status);
  // Fields with state of their own are mounted again with the values of a loaded draft.
  const [loads, setLoads] = useState(0);
  const fill = useEffectEvent((values: object) => {
    form.fields.setValues(restored(form.initialValues, values));
    setLoads((count) => count + 1);
  });
  useEffect(() => {
    const changed = () => setStatus(draft?.status);
    return draft?.show({ fill: (values) => fill(values), changed });
  }, [draft]);
  // Input would be in conflict with the draft that is about to be loaded.
  const isLoading = status === 'loading';
  useNamedFocus(!isLoading);
  return (
    <>
      {draft && <DraftStatus draft={draft} status={status} />}
      <ErrorSummary form={form} pageOf={pageOf} />
      <form
        key={loads}
        className={`stack stack-large measure ${styles.form}`}
        data-loading={isLoading || undefined}
        // The contract's schema checks; the browser's bubbles are in the browser's language.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </>
  );
}

/** Focuses the field that the address names behind its `#`, as soon as it is there and visible. */
function useNamedFocus(isVisible: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    // The first page of a visit has the key `default`: the browser goes to the place itself.
    if (!isVisible || !hash || key === 'default') return;
    const focus = () => {
      const element = document.getElementById(decodeURIComponent(hash.slice(1)));
      element?.focus();
      return element !== null;
    };
    if (focus()) return;
    // Some fields are loaded apart.
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isVisible, hash, key]);
}
