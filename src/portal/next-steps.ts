import { useLingui } from '@lingui/react/macro';
import type { ApplicationKind } from '#machines/application.machine.ts';

export function useNextSteps(kind: ApplicationKind, event: string | undefined): string[] {
  const { t } = useLingui();
  const ask = t`If we need more information, we will e-mail you. You can then add it under “Supplementary information”.`;
  const decide = t`We will e-mail you the decision.`;
  if (event === 'data.request')
    return [
      t`The data holder is checking your data request.`,
      ask,
      t`Once it is approved, we will e-mail you the password of your file. You download the file from the page of your application.`,
    ];
  if (event === 'information.supply')
    return [t`The data holder is checking what you added.`, ask, decide];
  if (kind === 'public') return [t`The data holder is checking your request.`, ask, decide];
  return [
    t`The data holder is checking whether you have the right to these data.`,
    ask,
    t`Once we have confirmed your right, we will e-mail you and ask which data you want.`,
  ];
}
