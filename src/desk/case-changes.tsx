import { Trans, useLingui } from '@lingui/react/macro';
import { FileLinks } from '#ui/application/file-links.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

/** The answer that came last, while no decision has followed it. */
export function unreadSupplement({ history, supplements }: CallData<'deskApplication'>) {
  return history.at(-1)?.event === 'information.supply' ? supplements.at(-1) : undefined;
}

/** Answers that the requester added after the last question, until the next decision. */
export function CaseChanges({ record }: { record: CallData<'deskApplication'> }) {
  const { t, i18n } = useLingui();
  const { history, files } = record;
  const added = unreadSupplement(record);
  if (!added) return null;
  const question = history.findLast(({ event }) => event === 'information.request');
  return (
    <Notice kind="info" title={t`New since it was asked for`}>
      {question?.text && (
        <>
          <p>
            <Trans>Asked on {formatInstant(question.at, i18n.locale)}:</Trans>
          </p>
          <p className="quote">{question.text}</p>
        </>
      )}
      <p>
        <Trans>Answered on {formatInstant(added.at, i18n.locale)}:</Trans>
      </p>
      <p className="quote">{added.text}</p>
      {added.files.length > 0 ? (
        <FileLinks files={files} ids={added.files} />
      ) : (
        <p>{t`No file was added.`}</p>
      )}
      <p>{t`All other answers and files are as they were.`}</p>
    </Notice>
  );
}
