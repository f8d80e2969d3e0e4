import { Trans } from '@lingui/react/macro';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import styles from './banner.module.css';
import { installation } from './installation.ts';
import { ServerPart } from './server-part.tsx';

/** Says on every page that an installation is a demonstration, and where its mail is. */
export function DemonstrationBanner() {
  const { demonstration } = installation();
  if (!demonstration) return null;
  return (
    <ServerPart name="demonstration">
      <aside className={styles.banner}>
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
      </aside>
    </ServerPart>
  );
}
