import { useLingui } from '@lingui/react/macro';
import type { PassingOn } from '#contract/notices.ts';
import { onwardKindWords } from '#forms/recorded-words.ts';
import { formatDate, formatDay } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

export function PassingOnList({ notices }: { notices: readonly PassingOn[] }) {
  const { t, i18n } = useLingui();
  return notices.map((notice) => {
    const { noticeId, at, kind, organisation, contact, purpose, safeguards, usedUntil } = notice;
    return (
      <Notice
        key={noticeId}
        kind="info"
        title={t`Passed on to ${organisation}, until ${formatDay(usedUntil, i18n.locale)}`}
      >
        <p>{i18n._(onwardKindWords[kind])}</p>
        <p>{contact}</p>
        <p>{t`Purpose: ${purpose}`}</p>
        <p>{t`Safeguards: ${safeguards}`}</p>
        <p>{t`Notice of ${formatDate(at, i18n.locale)}`}</p>
      </Notice>
    );
  });
}
