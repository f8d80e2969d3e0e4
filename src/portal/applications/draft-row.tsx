import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { readContent } from '#ui/form/accounts-drafts.ts';
import { formatAge } from '#ui/format/near-days.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import AbandonDialog from '../abandon-dialog.tsx';
import styles from './application-table.module.css';
import type { BegunForm } from './use-begun-forms.ts';

interface DraftRowProps {
  begun: BegunForm;
  title: string;
  /** Address of its form. */
  form: string;
  /** Its purpose in words, where one is chosen. */
  purpose: (values: { purpose?: string }) => string;
  onForget: () => void;
}

/** A form that was begun and not sent: how old it is, and the way on. */
export function DraftRow({ begun, title, form, purpose, onForget }: DraftRowProps) {
  const { t, i18n } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { local, kept, isUnknown } = begun;
  // The account tells what this device does not have.
  const asked = kept && !local?.values ? { name: kept.name } : null;
  const { data } = useQuery('draftRead', asked, { silent: true });
  const content = local?.values ? local : data && readContent<{ purpose: string }>(data.content);
  const chosen = purpose(content?.values ?? {});
  const savedAt = local?.values ? local.savedAt : (kept?.savedAt ?? local?.savedAt);
  const age = savedAt ? formatAge(savedAt, i18n.locale) : null;
  const place = content?.place ?? local?.place;
  const address = place?.startsWith(form) ? place : form;
  return (
    <tr data-draft>
      <th scope="row">
        <Link to={address}>{title}</Link>
        <small>
          {kept || isUnknown ? (
            <Trans>Not sent</Trans>
          ) : (
            <Trans>Not sent, on this device only</Trans>
          )}
        </small>
      </th>
      <td data-label={t`Application time`} data-empty>
        –
      </td>
      <td data-label={t`Purpose of use`} data-empty={chosen === '–' || undefined}>
        {chosen}
      </td>
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
              setAsking(false);
              onForget();
            }}
            onKeep={() => setAsking(false)}
          />
        )}
      </td>
    </tr>
  );
}
