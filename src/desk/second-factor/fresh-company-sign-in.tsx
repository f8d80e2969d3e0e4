import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { createPath, useLocation } from 'react-router-dom';
import { useCompanySignIn } from '#ui/calls/use-company-sign-in.ts';
import { Notice } from '#ui/messages/notice.tsx';

/** In place of a second factor: a new sign-in at the company, which leads back to this page. */
export function FreshCompanySignIn() {
  const here = createPath(useLocation());
  const { begin, isBusy, problem } = useCompanySignIn();
  return (
    <>
      <p>
        <Trans>
          To do this, you must have signed in at your company in the last few minutes. Sign in there
          again. You will come back to this page, where you can try again.
        </Trans>
      </p>
      {problem && (
        <Notice kind="error">
          <span>{problem}</span>
        </Notice>
      )}
      <Button loading={isBusy} onClick={() => begin({ redirectUrl: here, isFresh: true })}>
        <Trans>Sign in with the company account</Trans>
      </Button>
    </>
  );
}
