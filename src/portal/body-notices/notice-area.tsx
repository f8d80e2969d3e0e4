import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { MAX_YEARS_AHEAD } from '#contract/limits.ts';
import { erasureNotify, onwardKinds, passingOnNotify } from '#contract/notices.ts';
import { hasTag } from '#contract/stored-application.ts';
import { onwardKindWords } from '#forms/recorded-words.ts';
import { PassingOnList } from '#ui/body-notices/passing-on-list.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { formatDate, formatDay } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

export default function NoticeArea({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState<'erasure' | 'passingOn'>();
  const { number, requester, erasedOn, passedOn, acknowledgement } = record;
  const isGiven = record.report !== null || hasTag(record.state, 'downloadable');
  const form = {
    about: { applicationNumber: number },
    action: t`Send the notice`,
    done: t`The notice is sent.`,
    onClose: () => setOpen(undefined),
  };
  return (
    <section id="notices" tabIndex={-1}>
      <h2>{t`Notices to the data holder`}</h2>
      {acknowledgement && (
        <Notice
          kind="info"
          title={t`Public acknowledgement asked for on ${formatDate(acknowledgement.at, i18n.locale)}`}
        >
          <p>
            {t`The data are free of charge. The data holder asks you to acknowledge its contribution publicly once you have received the data (Art. 20(1) of the Data Act).`}
          </p>
        </Notice>
      )}
      <PassingOnList notices={passedOn} />
      {erasedOn && <Notice kind="good" title={t`Erased on ${formatDay(erasedOn, i18n.locale)}`} />}
      {isGiven && !open && (
        <>
          <p>
            {t`Tell the data holder when you have erased the data (Art. 19(1)(c)), and before you pass them on for scientific research or official statistics (Art. 21(5)).`}
          </p>
          <div className="row above">
            {!erasedOn && (
              <Button variant="default" onClick={() => setOpen('erasure')}>
                {t`Report the erasure`}
              </Button>
            )}
            <Button variant="default" onClick={() => setOpen('passingOn')}>
              {t`Report passing on`}
            </Button>
          </div>
        </>
      )}
      {open === 'erasure' && (
        <CallForm
          endpoint="erasureNotify"
          draft={`${requester}:erasure:${number}`}
          schema={erasureNotify.input}
          fields={{
            erasedOn: {
              label: t`Erased on`,
              control: { kind: 'date' },
              prompt: t`Enter the day of the erasure`,
              range: t`The date must be today or in the past, with four digits for the year`,
            },
            text: {
              label: t`Remark`,
              control: { kind: 'text' },
              optional: true,
              prompt: t`Check the remark`,
            },
          }}
          {...form}
        />
      )}
      {open === 'passingOn' && (
        <CallForm
          endpoint="passingOnNotify"
          draft={`${requester}:passing-on:${number}`}
          schema={passingOnNotify.input}
          fields={{
            kind: {
              label: t`To whom do you pass the data on?`,
              choices: onwardKinds.map((value) => ({
                value,
                label: i18n._(onwardKindWords[value]),
              })),
              prompt: t`Choose to whom you pass the data on`,
            },
            organisation: {
              label: t`Name of the organisation`,
              prompt: t`Enter the name of the organisation`,
            },
            contact: {
              label: t`Contact details of the organisation`,
              prompt: t`Enter the contact details of the organisation`,
            },
            purpose: {
              label: t`Purpose`,
              description: t`Compatible with the purpose of your request (Art. 21(1))`,
              control: { kind: 'text' },
              prompt: t`Write for which purpose`,
            },
            usedUntil: {
              label: t`Used until`,
              control: { kind: 'date' },
              prompt: t`Enter the last day on which the data are used`,
              range: t`Enter today’s date or a later one, at most ${{ years: MAX_YEARS_AHEAD }} years ahead`,
            },
            safeguards: {
              label: t`Technical protection and organisational measures`,
              description: t`Also those for personal data and trade secrets, where there are any`,
              control: { kind: 'text' },
              prompt: t`Describe the technical and organisational measures`,
            },
          }}
          {...form}
        />
      )}
    </section>
  );
}
