import { useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { isOver } from '#contract/turns.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

export function LinkNotice({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const { linkEndedAt, state } = record;
  if (linkEndedAt === null || isOver(state)) return null;
  const ended = formatInstant(linkEndedAt, i18n.locale);
  return (
    <Notice kind="error" title={t`The vehicle is no longer linked to your account`}>
      <p>
        {t`The link ended on ${ended}. You can request data, and we can approve and generate them, only while the vehicle is linked. You only receive data from that time.`}
      </p>
      <p>{t`If the vehicle is still yours, please link it again in the vehicle app.`}</p>
    </Notice>
  );
}
