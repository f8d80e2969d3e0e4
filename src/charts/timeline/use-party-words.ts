import { useLingui } from '@lingui/react/macro';
import type { CallData } from '#ui/calls/call-types.ts';

export type DottedCase = CallData<'chartTimeline'>['cases'][number];
export type Party = DottedCase['steps'][number]['waitsFor'];

/** Party that an application waits for, in words. */
export function usePartyWords(): Record<Party, string> {
  const { t } = useLingui();
  return {
    requester: t`Requester`,
    holder: t`Data holder`,
    suspended: t`Nobody: the data are withheld or suspended`,
    ended: t`Nobody: ended`,
  };
}
