import { Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

/** What ended when the vehicle is no longer linked to the account, and what follows. */
export function LinkNotice({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const { linkEndedAt, state } = record;
  const isOver = hasTag(state, 'ended') && !hasTag(state, 'downloadable');
  if (linkEndedAt === null || isOver) return null;
  const ended = formatInstant(linkEndedAt, i18n.locale);
  return (
    <Notice kind="error" title={t`The vehicle is no longer linked to your account`}>
      <p>
        <Trans>
          The link ended on {ended}. You can request data, and we can approve and generate them,
          only while the vehicle is linked. You only receive data from that time.
        </Trans>
      </p>
      <p>
        <Trans>If the vehicle is still yours, please link it again in the vehicle app.</Trans>
      </p>
    </Notice>
  );
}
