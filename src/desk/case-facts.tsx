import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { recipientAddress } from '#contract/recipient.ts';
import { formatter, plainList } from '#lib/words/formats.ts';
import AnswerChanges from '#ui/application/answer-changes.tsx';
import { FileLinks } from '#ui/application/file-links.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { SummaryList } from '#ui/application/summary-list.tsx';
import { formatDate, formatInstant } from '#ui/format/dates.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { MoreRows, useFirstRows } from '#ui/list/paged-list.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import type { Case, CaseProps } from './case.ts';
import CaseChecks from './case-checks.tsx';
import type { Findings } from './papers/file-viewing.ts';
import { filterAddress } from './queue/queue-address.ts';

export function CaseFacts({ record, findings }: CaseProps & { findings: Findings }) {
  const { t, i18n } = useLingui();
  const deadline = useDeadline();
  const { requesterEmail, createdAt, answerDueAt, informationRequest } = record;
  const thirdParty = record.personal?.thirdParty;
  const recipient = recipientAddress(thirdParty, record.recipient);
  return (
    <section>
      <h2>{t`What was filed`}</h2>
      <CaseChecks record={record} findings={findings} />
      <SummaryList
        rows={[
          { label: t`Requester`, value: requesterEmail },
          {
            label: t`Acts on behalf of`,
            value: record.personal?.onBehalfOf,
            isOptional: true,
          },
          {
            label: t`Data recipient`,
            value:
              thirdParty &&
              [thirdParty.name, thirdParty.location, recipient].filter(Boolean).join('\n'),
            isOptional: true,
          },
          { label: t`Filed on`, value: formatInstant(createdAt, i18n.locale) },
          {
            label: t`Answer due by`,
            value: answerDueAt === null ? null : deadline(answerDueAt, record.clock.timeZone),
            isOptional: true,
          },
          {
            label: t`What is missing`,
            value:
              informationRequest &&
              plainList(
                informationRequest.items.map(({ label }) => label),
                i18n.locale,
              ),
            isOptional: true,
          },
          {
            label: t`Question to the requester`,
            value: informationRequest?.text,
            isOptional: true,
          },
        ]}
      />
      {thirdParty && recipient === null && (
        <Notice kind="error" title={t`The e-mail address of the data recipient is missing`}>
          <p>{t`The data can be approved once the requester has named it on the page of the application.`}</p>
        </Notice>
      )}
    </section>
  );
}

export function unreadSupplement({ history, supplements }: Case) {
  return history.at(-1)?.event === 'information.supply' ? supplements.at(-1) : undefined;
}

export function CaseChanges({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const { history, files } = record;
  const added = unreadSupplement(record);
  if (!added) return null;
  const question = history.findLast(({ event }) => event === 'information.request');
  return (
    <Notice kind="info" title={t`New since the question`}>
      {question?.text && (
        <>
          <p>{t`Asked on ${formatInstant(question.at, i18n.locale)}:`}</p>
          <p className="quote">{question.text}</p>
        </>
      )}
      <p>{t`Answered on ${formatInstant(added.at, i18n.locale)}:`}</p>
      {added.text && <p className="quote">{added.text}</p>}
      {added.changes.length > 0 && <AnswerChanges kind={record.kind} changes={added.changes} />}
      {added.files.length > 0 ? (
        <FileLinks files={files} ids={added.files} />
      ) : (
        <p>{t`No file was added.`}</p>
      )}
      <p>{t`All other answers and files are unchanged.`}</p>
    </Notice>
  );
}

export function AlreadyGiven({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const { total, items } = record.alreadyGiven;
  if (total === 0) return null;
  return (
    <Notice kind="info" title={t`The same data were given to another public sector body`}>
      <p>
        {t`Their erasure was not reported: this can be a ground to decline if the purpose is also the same (Art. 18(2)(b)).`}
      </p>
      <ul>
        {items.map(({ applicationNumber, departmentName, purpose, approvedAt }) => (
          <li key={applicationNumber}>
            <Link className="whole" to={`/desk/applications/${applicationNumber}`}>
              {applicationNumber}
            </Link>
            {departmentName && <span>{` · ${departmentName}`}</span>}
            <span>{` · ${formatDate(approvedAt, i18n.locale)}`}</span>
            <p>{purpose}</p>
          </li>
        ))}
      </ul>
      <AndMore more={total - items.length} to={`/desk/erasures?sameAs=${record.number}`} />
    </Notice>
  );
}

export function CaseResubmission({ record: { kind, resubmission } }: CaseProps) {
  const { t, i18n } = useLingui();
  if (!resubmission) return null;
  const { earlier, fields, added, removed, kept } = resubmission;
  const names = (list: readonly string[]) => formatter(Intl.ListFormat, i18n.locale).format(list);
  const areFilesChanged = added.length + removed.length > 0;
  return (
    <section>
      <h2>{t`Filed again: what changed`}</h2>
      <p>
        <Trans>
          Compared with <Link to={`/desk/applications/${earlier}`}>{earlier}</Link>, which the data
          holder ended.
        </Trans>
      </p>
      <AnswerChanges
        kind={kind}
        changes={fields}
        {...(areFilesChanged && {
          files: { before: names(removed) || null, after: names(added) || null },
        })}
      />
      {kept.length > 0 && <p>{t`Files with the same content as before: ${names(kept)}`}</p>}
    </section>
  );
}

const ROWS_AT_FIRST = 6;

export function OtherApplications({ record }: CaseProps) {
  const { others: applications, othersTotal, requesterEmail } = record;
  const search = record.public?.departmentName ?? requesterEmail;
  const { t, i18n } = useLingui();
  const { shown, ...more } = useFirstRows(applications, ROWS_AT_FIRST);
  return (
    <section>
      <h2>{t`Other applications of this requester`}</h2>
      {applications.length === 0 ? (
        <p>{t`This is the only one.`}</p>
      ) : (
        <CardTable
          rows={shown}
          keyOf={({ number }) => number}
          columns={[
            {
              label: t`Application number`,
              cell: ({ number }) => (
                <Link className="whole" to={`/desk/applications/${number}`}>
                  {number}
                </Link>
              ),
            },
            { label: t`Filed on`, cell: ({ createdAt }) => formatDate(createdAt, i18n.locale) },
            {
              label: t`Processing status`,
              cell: ({ state, kind }) => <StatusBadge state={state} kind={kind} />,
            },
          ]}
        />
      )}
      <MoreRows {...more} />
      {more.hidden === 0 && (
        <AndMore
          more={othersTotal - applications.length}
          to={`/desk?${filterAddress({ search })}`}
        />
      )}
    </section>
  );
}

function AndMore({ more, to }: { more: number; to: string }) {
  if (more <= 0) return null;
  return (
    <p>
      <Link to={to}>
        <Plural value={more} one="and # more" other="and # more" />
      </Link>
    </p>
  );
}
