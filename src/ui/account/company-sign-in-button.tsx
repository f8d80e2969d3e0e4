import { Trans } from '@lingui/react/macro';
import type { ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { Notice } from '#ui/messages/notice.tsx';

interface CompanySignInButtonProps extends ButtonProps {
  input: CallInput<'companySignIn'>;
}

export function CompanySignInButton({ input, ...button }: CompanySignInButtonProps) {
  const [problem, setProblem] = useState<string>();

  async function begin() {
    setProblem(undefined);
    await call('companySignIn', input, { silent: true }).then(
      ({ address }) => location.assign(address),
      (error: Error) => setProblem(error.message),
    );
  }

  return (
    <>
      {problem && <Notice kind="error" title={problem} />}
      <div className="row">
        <BusyButton {...button} work={begin}>
          <Trans>Sign in with the company account</Trans>
        </BusyButton>
      </div>
    </>
  );
}
