import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ContractForm } from './contract-form.ts';
import { ErrorSummary, type ErrorSummaryProps } from './error-summary.tsx';
import styles from './form.module.css';
import type { DraftForm } from './use-kept-draft.ts';
import { useNamedFocus } from './use-named-focus.ts';

/** Not before the form stands there. */
const KeptDraft = lazy(() => import('./kept-draft.tsx'));

export interface CheckedFormProps extends ErrorSummaryProps {
  form: ErrorSummaryProps['form'] & DraftForm & Pick<ContractForm, 'draft'>;
  /** Checks the form and goes on with it. */
  onSubmit: () => void;
  children: ReactNode;
}

/** The frame of a contract form: what is wrong with it above, its fields and buttons below. */
export function CheckedForm({ form, pageOf, onSubmit, children }: CheckedFormProps) {
  useNamedFocus();
  // Fields that keep more than their value begin anew with a draft that was taken over.
  const [taken, setTaken] = useState(0);
  const { draft } = form;
  // What the account has of it is on its way: nothing is typed into a form that it replaces.
  const [isAwaited, setAwaited] = useState(
    draft !== undefined && draft.isKept === undefined && !draft.isUnsaved && draft.version > 0,
  );
  return (
    <>
      {draft && (
        <Suspense>
          <KeptDraft
            form={form}
            draft={draft}
            onTaken={() => setTaken(taken + 1)}
            onKnown={() => setAwaited(false)}
          />
        </Suspense>
      )}
      <ErrorSummary form={form} pageOf={pageOf} />
      <form
        key={taken}
        className={styles.form}
        inert={isAwaited}
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
