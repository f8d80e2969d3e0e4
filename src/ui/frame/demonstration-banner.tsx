import { Trans } from '@lingui/react/macro';
import { useAnswer } from '#ui/calls/use-answer.ts';
import styles from './banner.module.css';

/** Says on every page that an installation is a demonstration, and where its mail is. */
export function DemonstrationBanner() {
  const { data } = useAnswer('config', {}, { keep: true, quiet: true });
  if (data?.mode !== 'demonstration') return <div className={styles.awaited} />;
  return (
    <aside className={styles.banner}>
      <p>
        <Trans>
          <b>Demonstration.</b> Nothing here is real.
        </Trans>{' '}
        {data.mailbox && (
          <>
            <Trans>No mail leaves this machine.</Trans>{' '}
            <a href={data.mailbox} target="_blank" rel="noreferrer">
              <Trans>Open the local mailbox</Trans>
            </a>
          </>
        )}
      </p>
    </aside>
  );
}
