import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { Refused } from '#ui/calls/refused.ts';
import { beginSession } from '#ui/calls/session.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

type CompanyAnswer = CallInput<'companyLogin'>;

/** What the company's provider sent the browser back with; null when it did not come from there. */
export function companyAnswerIn(search: URLSearchParams): CompanyAnswer | null {
  const of = (name: string) => search.get(name) ?? undefined;
  const state = of('state');
  const [code, error, iss] = [of('code'), of('error'), of('iss')];
  if (!state || !(code || error)) return null;
  return { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) };
}

interface Props {
  answer: CompanyAnswer;
  /** Signed in; `wanted` is where the person wanted to go. */
  onSignedIn: (wanted: string | null) => void;
  onClose: () => void;
}

/** Ends a sign-in at the company: signed in, or told why not. */
export function CompanyReturn({ answer, onSignedIn, onClose }: Props) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string | null>(null);
  const isSent = useRef(false);

  useEffect(() => {
    // An answer of the provider is good for one call.
    if (isSent.current) return;
    isSent.current = true;
    call('companyLogin', answer, { silent: true }).then(
      ({ token, redirectUrl }) => {
        beginSession(token);
        onSignedIn(redirectUrl);
      },
      (error: unknown) => setProblem(error instanceof Refused ? error.message : t`Network error`),
    );
  }, [answer, onSignedIn, t]);

  if (problem === null) return <FullScreenLoader />;
  return (
    <div className={`stack ${styles.form}`}>
      <Notice kind="error" title={t`You are not signed in`}>
        <span>{problem}</span>
      </Notice>
      <div className="row">
        <Button onClick={onClose}>
          <Trans>Continue to sign-in</Trans>
        </Button>
      </div>
    </div>
  );
}
