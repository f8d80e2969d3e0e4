import { Trans, useLingui } from '@lingui/react/macro';
import { HOLDER_MARK, MAILBOX_MARK } from '#contract/built-pages.ts';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import styles from './frame.module.css';

interface Installation {
  /** Mail delivery of a demonstration; null in production. */
  demonstration: 'local-mailbox' | 'smtp' | null;
  contactMailbox: string;
  holder: string;
}

/**
 * Facts about the installation that pages need for the first paint, from attributes that the server
 * writes to `<html>`. A prerendered page has placeholders for the texts; the script adds the notes
 * about the demonstration.
 */
export function installation(): Installation {
  if (typeof document === 'undefined')
    return { demonstration: null, contactMailbox: MAILBOX_MARK, holder: HOLDER_MARK };
  const {
    demonstration = null,
    contactMailbox = '',
    holder = '',
  } = document.documentElement.dataset;
  return { demonstration: demonstration as Installation['demonstration'], contactMailbox, holder };
}

export function DemonstrationChip() {
  const { t } = useLingui();
  if (!installation().demonstration) return null;
  return <span className={styles.demonstration}>{t`Demonstration`}</span>;
}

export function DemonstrationNote() {
  const { t } = useLingui();
  const { demonstration } = installation();
  if (!demonstration) return null;
  return (
    <p>
      <Trans>
        <b>Demonstration.</b> Nothing here is real.
      </Trans>
      <SentenceSpace />
      {demonstration === 'local-mailbox' && (
        <>
          <Trans>No e-mail leaves this machine.</Trans>
          <SentenceSpace />
          <a href="/mailbox" target="_blank" rel="noreferrer">{t`Open the local mailbox`}</a>
        </>
      )}
    </p>
  );
}
