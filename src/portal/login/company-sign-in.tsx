import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { beginSession } from '#ui/calls/session.ts';
import { useCompanySignIn } from '#ui/calls/use-company-sign-in.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

/**
 * Offers the sign-in at the company when it is configured. `wanted` is the address to open then.
 */
export function CompanySignIn({ wanted }: { wanted: string | null }) {
  const { t } = useLingui();
  const { data } = useQuery('config', {}, { cache: true, silent: true });
  const { begin, isBusy, problem } = useCompanySignIn();
  if (!data?.companySignIn) return null;
  const { holderName } = data;
  return (
    <section className={`stack ${styles.company}`} aria-labelledby="company-sign-in">
      <h2 id="company-sign-in">{t`For staff of ${holderName}`}</h2>
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
          {t`Sign in with the company account`}
        </Button>
      </div>
    </section>
  );
}

type CompanyAnswer = CallInput<'companyLogin'>;

/** Query parameters with which the identity provider redirects back; null for any other address. */
export function companyAnswerIn(search: URLSearchParams): CompanyAnswer | null {
  const of = (name: string) => search.get(name) ?? undefined;
  const state = of('state');
  const [code, error, iss] = [of('code'), of('error'), of('iss')];
  if (!state || !(code || error)) return null;
  return { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) };
}

interface Props {
  answer: CompanyAnswer;
  /** Called with the address that the person wanted to open. */
  onSignedIn: (wanted: string | null) => void;
  onClose: () => void;
}

/** Completes a sign-in at the company, or shows why it failed. */
export function CompanyReturn({ answer, onSignedIn, onClose }: Props) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string | null>(null);
  const isSent = useRef(false);

  useEffect(() => {
    // An authorization code is valid once.
    if (isSent.current) return;
    isSent.current = true;
    call('companyLogin', answer, { silent: true }).then(
      ({ token, redirectUrl }) => {
        beginSession(token);
        onSignedIn(redirectUrl);
      },
      (error: unknown) => setProblem(error instanceof ApiError ? error.message : t`Network error`),
    );
  }, [answer, onSignedIn, t]);

  if (problem === null) return <FullScreenLoader />;
  return (
    <div className={`stack ${styles.form}`}>
      <Notice kind="error" title={t`You are not signed in`}>
        <span>{problem}</span>
      </Notice>
      <div className="row">
        <Button onClick={onClose}>{t`Continue to sign-in`}</Button>
      </div>
    </div>
  );
}
