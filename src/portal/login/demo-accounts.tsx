import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '#ui/calls/use-query.ts';
import { installation } from '#ui/frame/installation.ts';
import { ServerPart } from '#ui/frame/server-part.tsx';
import styles from './login-page.module.css';

/** The addresses a demonstration can be tried with; a press fills one in. */
export function DemoAccounts({ onChoose }: { onChoose: (email: string) => void }) {
  const { t } = useLingui();
  const { data } = useQuery('config', {}, { cache: true, silent: true });
  if (!data && installation().demonstration)
    return (
      <ServerPart name="demo-accounts">
        <div className={styles.awaited} />
      </ServerPart>
    );
  if (!data?.demoAccounts.length) return null;
  const labels: Record<string, string> = {
    owner: t`Vehicle owner`,
    publicSector: t`Public sector body`,
    reviewer: t`Reviewer`,
    lead: t`Lead of the desk`,
    auditor: t`Auditor`,
    analyst: t`Analyst`,
  };
  return (
    <section className={`stack stack-small ${styles.demo}`} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">
        <Trans>Accounts of the demonstration</Trans>
      </h2>
      <ul>
        {data.demoAccounts.map(({ role, email }) => (
          <li key={email}>
            <span>{labels[role] ?? role}</span>{' '}
            <button type="button" onClick={() => onChoose(email)}>
              {email}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
