import type { ReactNode } from 'react';
import type { ContractForm } from './contract-form.ts';
import { ErrorSummary } from './error-summary.tsx';
import styles from './form.module.css';

interface CheckedFormProps {
  form: Pick<ContractForm, 'problems' | 'failures'>;
  /** Checks the form and goes on with it. */
  onSubmit: () => void;
  children: ReactNode;
}

/** The frame of a contract form: what is wrong with it above, its fields and buttons below. */
export function CheckedForm({ form, onSubmit, children }: CheckedFormProps) {
  return (
    <>
      <ErrorSummary form={form} />
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
