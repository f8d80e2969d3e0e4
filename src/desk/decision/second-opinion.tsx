import { Trans, useLingui } from '@lingui/react/macro';
import type { FourEyes } from '#contract/four-eyes.ts';
import { Notice } from '#ui/messages/notice.tsx';

/** What an approval that needs a second opinion has, or still lacks, and who may give it. */
export function SecondOpinion({ second, opinions }: NonNullable<FourEyes>) {
  const { t } = useLingui();
  if (second)
    return (
      <Notice kind="good">
        <p>{t`${second.email} agrees to the approval.`}</p>
      </Notice>
    );
  return (
    <Notice kind="info">
      <p>
        <Trans>
          Before this application can be approved, another reviewer or a lead has to agree.{' '}
          <a href="#notes">Ask a colleague for an opinion</a> in the notes.
        </Trans>
      </p>
      {opinions.map(({ by, agrees, isCurrent }) => (
        <p key={by}>
          {agrees ? (
            <Trans>{by} agreed before the application changed, and has to be asked again.</Trans>
          ) : isCurrent ? (
            <Trans>{by} advises against the approval.</Trans>
          ) : (
            <Trans>{by} advised against the approval before the application changed.</Trans>
          )}
        </p>
      ))}
    </Notice>
  );
}
