import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { findDraft, forgetDraft } from '#ui/form/drafts.ts';
import { formatAge } from '#ui/format/near-days.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import AbandonDialog from '../abandon-dialog.tsx';
import styles from './application-table.module.css';

interface DraftRowProps {
  /** Name of the draft on this device. */
  draft: string;
  title: string;
  /** Address of its form. */
  form: string;
  /** Its purpose in words, where one is chosen. */
  purpose: (values: { purpose?: string }) => string;
  onForgotten: () => void;
}

/** A form that was begun and not sent: how old it is, and the way on. */
export function DraftRow({ draft, title, form, purpose, onForgotten }: DraftRowProps) {
  const { t, i18n } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const kept = findDraft<{ purpose: string }>(draft);
  if (!kept) return null;
  const age = kept.savedAt === null ? null : formatAge(kept.savedAt, i18n.locale);
  const address = kept.place?.startsWith(form) ? kept.place : form;
  return (
    <tr data-draft>
      <th scope="row">
        <Link to={address}>{title}</Link>
        <small>
          <Trans>Not sent, on this device only</Trans>
        </small>
      </th>
      <td data-label={t`Application time`}>–</td>
      <td data-label={t`Purpose of use`}>{purpose(kept.values)}</td>
      <td data-label={t`Processing status`}>
        <span className={styles.draft}>
          <Trans>Draft</Trans>
        </span>
        {age && (
          <small>
            <Trans>Saved {age}</Trans>
          </small>
        )}
      </td>
      <td>
        <div className={styles.actions}>
          <Link className={styles.quiet} to={address}>
            <Trans>Continue</Trans>
          </Link>
          <MoreMenu label={t`More for the draft`}>
            <li>
              <button type="button" onClick={() => setAsking(true)}>
                <Trans>Delete the draft</Trans>
              </button>
            </li>
          </MoreMenu>
        </div>
        {isAsking && (
          <AbandonDialog
            onAbandon={() => {
              forgetDraft(draft);
              onForgotten();
            }}
            onKeep={() => setAsking(false)}
          />
        )}
      </td>
    </tr>
  );
}
