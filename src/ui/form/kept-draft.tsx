import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatAge } from '#ui/format/near-days.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { OpenDraft } from './drafts.ts';
import styles from './form.module.css';
import { type DraftForm, useKeptDraft } from './use-kept-draft.ts';

interface KeptDraftProps {
  form: DraftForm;
  draft: OpenDraft;
  /** The form has other values now. */
  onTaken: () => void;
  /** It is known what the account has of the form, or that it cannot be asked now. */
  onKnown: () => void;
}

/** Keeps a form for the account while it is typed, and offers what another device or tab has kept. */
export default function KeptDraft({ form, draft, onTaken, onKnown }: KeptDraftProps) {
  const { t, i18n } = useLingui();
  const { conflict, isFailing, take, keepOwn } = useKeptDraft(form, draft, {
    taken: onTaken,
    known: onKnown,
  });
  const [chosen, setChosen] = useState<'other' | 'own'>();
  const place = useRef<HTMLDivElement>(null);

  function choose(which: 'other' | 'own') {
    (which === 'other' ? take : keepOwn)();
    setChosen(which);
    // The button that had the focus is gone.
    place.current?.focus();
  }

  const age = conflict?.other && formatAge(conflict.other.savedAt, i18n.locale);
  const keep = (
    <Button size="sm" variant="default" onClick={() => choose('own')}>
      <Trans>Keep what is here</Trans>
    </Button>
  );
  return (
    <div ref={place} tabIndex={-1} role="status" className={styles.kept}>
      {conflict?.other && (
        <Notice kind="info" title={t`This form was changed in another tab or on another device`}>
          <p>
            <Trans>That version was saved {age}. Choose which one to continue with.</Trans>
          </p>
          <div className={styles.actions}>
            <Button size="sm" onClick={() => choose('other')}>
              <Trans>Use the other version</Trans>
            </Button>
            {keep}
          </div>
        </Notice>
      )}
      {conflict && !conflict.other && (
        <Notice
          kind="info"
          title={t`This form was sent or deleted in another tab or on another device`}
        >
          <p>
            <Trans>What you typed here is still there. It is not saved unless you keep it.</Trans>
          </p>
          <div className={styles.actions}>{keep}</div>
        </Notice>
      )}
      {!conflict && isFailing && draft.isUnsaved && (
        <p className={styles.description}>
          <Trans>Not saved in your account yet. It stays on this device until it is.</Trans>
        </p>
      )}
      {!conflict && !isFailing && chosen && (
        <p className={styles.description}>
          {chosen === 'other' ? (
            <Trans>The other version is in the form now.</Trans>
          ) : (
            <Trans>What is here is kept.</Trans>
          )}
        </p>
      )}
    </div>
  );
}
