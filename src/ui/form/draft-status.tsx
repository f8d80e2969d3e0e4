import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { formatAge } from '#ui/format/near-days.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { Draft, DraftStatus as Status } from './drafts.ts';
import styles from './form.module.css';

/** Whether a draft is saved. When it was changed elsewhere, the user chooses a version. */
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
    <div ref={region} tabIndex={-1} className={styles.draft}>
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
              {newer ? (
                <Trans>That version was saved {age}. Choose which one to continue with.</Trans>
              ) : (
                <Trans>
                  What you typed here is still there. It is not saved unless you keep it.
                </Trans>
              )}
            </p>
            <div className="row above">
              {newer && (
                <Button size="sm" onClick={() => choose('other')}>
                  <Trans>Use the other version</Trans>
                </Button>
              )}
              <Button size="sm" variant="default" onClick={() => choose('own')}>
                <Trans>Keep what is here</Trans>
              </Button>
            </div>
          </Notice>
        )}
      </div>
    </div>
  );
}
