import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from './call.ts';
import type { CallInput } from './call-types.ts';
import { ApiError } from './call-types.ts';

export function useCompanySignIn() {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function begin(input: CallInput<'companySignIn'>) {
    setIsBusy(true);
    setProblem(null);
    try {
      const { address } = await call('companySignIn', input, { silent: true });
      location.assign(address);
    } catch (error) {
      setIsBusy(false);
      setProblem(error instanceof ApiError ? error.message : t`Network error`);
    }
  }

  return { begin, isBusy, problem };
}
