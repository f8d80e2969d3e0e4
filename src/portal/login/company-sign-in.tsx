import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useCompanySignIn } from '#ui/calls/use-company-sign-in.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

/** Offers staff the sign-in at their company, where there is one; `wanted` is where they go then. */
export function CompanySignIn({ wanted }: { wanted: string | null }) {
  const { data } = useQuery('config', {}, { cache: true, silent: true });
  const { begin, isBusy, problem } = useCompanySignIn();
  if (!data?.companySignIn) return null;
  const { holderName } = data;
  return (
    <section className={`stack ${styles.company}`} aria-labelledby="company-sign-in">
      <h2 id="company-sign-in">
        <Trans>For staff of {holderName}</Trans>
      </h2>
      {problem && (
        <Notice kind="error">
          <span>{problem}</span>
        </Notice>
      )}
      <div className="row">
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => begin(wanted === null ? {} : { redirectUrl: wanted })}
        >
          <Trans>Sign in with the company account</Trans>
        </Button>
      </div>
    </section>
  );
}
