import { Trans } from '@lingui/react/macro';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import styles from './frame.module.css';
import { installation } from './installation.ts';
import { ServerPart } from './server-part.tsx';

/** Says in the header of a demonstration that it is one. */
export function DemonstrationChip() {
  if (!installation().demonstration) return null;
  return (
    <ServerPart name="demonstration">
      <span className={styles.demonstration}>
        <Trans>Demonstration</Trans>
      </span>
    </ServerPart>
  );
}

/** Says in the footer of a demonstration what that means, and where its mail is. */
export function DemonstrationNote() {
  const { demonstration } = installation();
  if (!demonstration) return null;
  return (
    <ServerPart name="demonstration">
      <p>
        <Trans>
          <b>Demonstration.</b> Nothing here is real.
        </Trans>
        <SentenceSpace />
        {demonstration === 'local-mailbox' && (
          <ServerPart name="local-mailbox">
            <Trans>No e-mail leaves this machine.</Trans>
            <SentenceSpace />
            <a href="/mailbox" target="_blank" rel="noreferrer">
              <Trans>Open the local mailbox</Trans>
            </a>
          </ServerPart>
        )}
      </p>
    </ServerPart>
  );
}
