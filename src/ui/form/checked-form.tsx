import type { ReactNode } from 'react';
import { ErrorSummary, type ErrorSummaryProps } from './error-summary.tsx';
import styles from './form.module.css';
import { useNamedFocus } from './use-named-focus.ts';

interface CheckedFormProps extends ErrorSummaryProps {
  /** Checks the form and goes on with it. */
  onSubmit: () => void;
  children: ReactNode;
}

/** The frame of a contract form: what is wrong with it above, its fields and buttons below. */
export function CheckedForm({ form, pageOf, onSubmit, children }: CheckedFormProps) {
  useNamedFocus();
  return (
    <>
      <ErrorSummary form={form} pageOf={pageOf} />
      <form
        className={styles.form}
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
