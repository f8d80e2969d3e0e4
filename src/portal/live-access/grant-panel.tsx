import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { canChangeGrant, type GrantChange } from '#contract/live/grant-state.ts';
import type { CarWithGrant } from '#contract/live/grants.ts';
import { grantStates } from '#forms/live-access.ts';
import { useBusy } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';
import { formatDate } from '#ui/format/dates.ts';
import { showMessage } from '#ui/messages/messages.ts';

export function GrantPanel({ car: { grant, name } }: { car: CarWithGrant }) {
  const { t, i18n } = useLingui();
  const { isBusy, run } = useBusy();
  const words: Record<GrantChange, { label: string; done: string }> = {
    pause: { label: t`Pause`, done: t`Live access is paused.` },
    resume: { label: t`Resume`, done: t`Live access is resumed.` },
    renew: { label: t`Renew for a year`, done: t`Live access is renewed.` },
    end: { label: t`End`, done: t`Live access is ended.` },
  };
  const change = async (which: GrantChange) => {
    await call('liveGrantChange', { grantId: grant.grantId, change: which });
    showMessage({ kind: 'notice', text: words[which].done });
  };
  const button = (which: GrantChange, onClick: () => void) => (
    <Button key={which} size="sm" variant="default" disabled={isBusy} onClick={onClick}>
      {words[which].label}
    </Button>
  );
  const [since, until] = [grant.requestedAt, grant.endsAt].map((at) => formatDate(at, i18n.locale));
  const state = grantStates[grant.state as keyof typeof grantStates];
  return (
    <section className="panel stack" aria-labelledby="live-grant">
      <h2 id="live-grant">{t`Who receives data`}</h2>
      <h3>
        <span>{t`You, with this page and your tokens`}</span>{' '}
        <span className="tag">{state ? i18n._(state) : grant.state}</span>
      </h3>
      <p>{t`Since ${since}, until ${until}.`}</p>
      <div className="row">
        {(Object.keys(words) as GrantChange[])
          .filter((which) => canChangeGrant(grant, which, Date.now()))
          .map((which) =>
            which === 'end' ? (
              <ConfirmButton
                key={which}
                opener={(ask) => button(which, ask)}
                title={t`End live access to ${name}?`}
                confirm={t`End live access`}
                isFinal
                work={() => change(which)}
              >
                <p>
                  {t`All its tokens stop working within 5 seconds. You can start live access again, with new tokens.`}
                </p>
              </ConfirmButton>
            ) : (
              button(which, () => void run(() => change(which)))
            ),
          )}
      </div>
    </section>
  );
}
