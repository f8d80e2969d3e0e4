import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { Refused } from '#ui/calls/refused.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

/** Offers staff the sign-in at their company, where there is one; `wanted` is where they go then. */
export function CompanySignIn({ wanted }: { wanted: string | null }) {
  const { t } = useLingui();
  const { data } = useQuery('config', {}, { cache: true, silent: true });
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!data?.companySignIn) return null;
  const { holderName } = data;

  async function begin() {
    setIsBusy(true);
    setProblem(null);
    try {
      const input = wanted === null ? {} : { redirectUrl: wanted };
      const { address } = await call('companySignIn', input, { silent: true });
      location.assign(address);
    } catch (error) {
      setIsBusy(false);
      setProblem(error instanceof Refused ? error.message : t`Network error`);
    }
  }

  return (
    <section className={styles.company} aria-labelledby="company-sign-in">
      <h2 id="company-sign-in">
        <Trans>For staff of {holderName}</Trans>
      </h2>
      {problem && <Notice kind="error">{problem}</Notice>}
      <div className={styles.actions}>
        <Button variant="default" loading={isBusy} onClick={begin}>
          <Trans>Sign in with the company account</Trans>
        </Button>
      </div>
    </section>
  );
}
