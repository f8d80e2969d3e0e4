import { Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { standingOf } from '#contract/turns.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { installation } from '#ui/frame/installation.tsx';
import { Notice } from '#ui/messages/notice.tsx';

export function LinkNotice({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const { linkEndedAt, personal } = record;
  const { contactMailbox, holder } = installation();
  if (linkEndedAt === null || !standingOf(record).tasks.includes('renewLink')) return null;
  const ended = formatInstant(linkEndedAt, i18n.locale);
  return (
    <Notice kind="error" title={t`The vehicle is no longer linked to your account`}>
      <p>
        {t`The link ended on ${ended}. You can request data, and we can approve and generate them, only while the vehicle is linked. You only receive data from that time.`}
      </p>
      {personal?.onBehalfOf ? (
        <p>
          <Trans>
            Only {holder} can link the vehicle of a user for whom you act. If the user still
            consents, write to <a href={`mailto:${contactMailbox}`}>{contactMailbox}</a> to have it
            linked again.
          </Trans>
        </p>
      ) : (
        <p>{t`If the vehicle is still yours, please link it again in the vehicle app.`}</p>
      )}
    </Notice>
  );
}
