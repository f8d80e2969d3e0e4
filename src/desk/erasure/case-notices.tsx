import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  deskAuthorityNotified,
  deskErasureRecord,
  NOTIFY_AUTHORITY_WITHIN_MS,
} from '#contract/notices.ts';
import { hasTag } from '#contract/stored-application.ts';
import { CallForm } from '#ui/form/call-form.tsx';
import { formatDate, formatDay, formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { Case, CaseProps } from '../case.ts';
import { Corrections, CorrectRecord } from '../notes/corrections.tsx';
import { useStaff } from '../staff-context.ts';

export default function CaseNotices({ record }: CaseProps) {
  const { kind, state, report, authorityNotice } = record;
  const isGiven = report !== null || hasTag(state, 'downloadable');
  return (
    <>
      {kind === 'public' && isGiven && <ErasureNotice record={record} />}
      {authorityNotice && <AuthorityNotice record={record} notice={authorityNotice} />}
    </>
  );
}

function ErasureNotice({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const { number: applicationNumber, erasure } = record;
  const { user, hasRole } = useStaff();
  const [corrected, setCorrected] = useState<number | null>(null);
  const isCorrecting = erasure !== null && erasure.at === corrected;
  const mayCorrect = hasRole('reviewer') && erasure?.recordedBy !== record.requesterEmail;
  return (
    <section>
      <h2>{t`Erasure of the data`}</h2>
      <p>
        <Link to="/desk/erasures">{t`Register of erasure notices`}</Link>
      </p>
      {erasure && !isCorrecting ? (
        <>
          <RecordedNotice
            title={t`Erased on ${formatDay(erasure.erasedOn, i18n.locale)}`}
            text={erasure.text}
            record={erasure}
          />
          {mayCorrect && (
            <CorrectRecord
              onCorrect={() => setCorrected(erasure.at)}
              subject={{ applicationNumber, about: 'erasure' }}
            />
          )}
        </>
      ) : hasRole('reviewer') ? (
        <CallForm
          key={erasure?.at}
          endpoint="deskErasureRecord"
          schema={deskErasureRecord.input}
          about={{ applicationNumber, ...(erasure && { corrects: true }) }}
          {...(erasure
            ? {
                initialValues: { erasedOn: erasure.erasedOn, text: erasure.text },
                onClose: () => setCorrected(null),
              }
            : { draft: `${user.id}:erasure:${applicationNumber}` })}
          fields={{
            erasedOn: {
              label: t`Erased on`,
              control: { kind: 'date' },
              prompt: t`Enter the day of the erasure`,
              format: t`The date must be today or in the past, with four digits for the year`,
            },
            text: {
              label: t`Remark`,
              control: { kind: 'text' },
              optional: true,
              prompt: t`Write where the notice is`,
            },
          }}
          action={erasure ? t`Save` : t`Record the notice`}
          variant="default"
          done={t`The notice is recorded.`}
        />
      ) : (
        <p>{t`The erasure has not been reported yet.`}</p>
      )}
      <Corrections record={record} about={['erasure']} />
    </section>
  );
}

interface AuthorityNoticeProps extends CaseProps {
  notice: NonNullable<Case['authorityNotice']>;
}

/** Task to notify an authority without e-mail address (Art. 4(2), 4(7), 4(8), 5(10), 5(11)). */
function AuthorityNotice({ record, notice }: AuthorityNoticeProps) {
  const { t, i18n } = useLingui();
  const { user, hasRole } = useStaff();
  const { number } = record;
  const { since, notified, earlier } = notice;
  const [corrected, setCorrected] = useState<number | null>(null);
  const isCorrecting = notified !== null && notified.at === corrected;
  const day = (at: number) => formatDate(at, i18n.locale);
  const dueAt = since + NOTIFY_AUTHORITY_WITHIN_MS;
  const dueTime = formatInstant(dueAt, i18n.locale);
  const due = dueAt < Date.now() ? t`Overdue since ${day(dueAt)}` : t`To be given by ${dueTime}`;
  return (
    <section>
      <h2>{t`Notice to the competent authority`}</h2>
      {earlier.map(({ since: decidedAt, ...notification }) => (
        <RecordedNotice
          key={decidedAt}
          title={t`Earlier decision, of ${day(decidedAt)}: notified on ${formatDay(notification.on, i18n.locale)}`}
          text={notification.how}
          record={notification}
        />
      ))}
      {notified && !isCorrecting && (
        <>
          <RecordedNotice
            title={t`Notified on ${formatDay(notified.on, i18n.locale)}`}
            text={notified.how}
            record={notified}
          />
          {hasRole('lead') && (
            <CorrectRecord
              onCorrect={() => setCorrected(notified.at)}
              subject={{ applicationNumber: number, about: 'authority' }}
            />
          )}
        </>
      )}
      {!notified && (
        <Notice kind="info" title={due}>
          <p>
            {t`The law requires that the competent authority is notified of this decision. No e-mail address is set for it, so the desk notifies it. A lead then records it here.`}
          </p>
        </Notice>
      )}
      {(!notified || isCorrecting) && hasRole('lead') && (
        <CallForm
          key={notified?.at}
          endpoint="deskAuthorityNotified"
          schema={deskAuthorityNotified.input}
          about={{ applicationNumber: number, ...(notified && { corrects: true }) }}
          {...(notified
            ? {
                initialValues: { notifiedOn: notified.on, how: notified.how },
                onClose: () => setCorrected(null),
              }
            : { draft: `${user.id}:authority:${number}` })}
          fields={{
            notifiedOn: {
              label: t`Notified on`,
              control: { kind: 'date' },
              prompt: t`Enter the day of the notice`,
              format: t`The date must be today or in the past, with four digits for the year`,
            },
            how: {
              label: t`How it was notified`,
              description: t`For example through its portal, with the reference number`,
              control: { kind: 'text' },
              prompt: t`Write how the authority was notified`,
            },
          }}
          action={notified ? t`Save` : t`Record the notice`}
          variant="default"
          done={t`The notice is recorded.`}
        />
      )}
      <Corrections record={record} about={['authority']} />
    </section>
  );
}

interface RecordedNoticeProps {
  title: string;
  text: string;
  record: { recordedBy: string; at: number };
}

function RecordedNotice({ title, text, record }: RecordedNoticeProps) {
  const { t, i18n } = useLingui();
  return (
    <Notice kind="good" title={title}>
      <p>{text}</p>
      <p>{t`Recorded by ${record.recordedBy}, ${formatDate(record.at, i18n.locale)}`}</p>
    </Notice>
  );
}
