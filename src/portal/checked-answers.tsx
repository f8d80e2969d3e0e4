import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { Summary, type SummaryProps } from '#ui/application/summary.tsx';

interface CheckedAnswersProps extends Pick<SummaryProps, 'fields' | 'form' | 'files'> {
  parts: readonly { part: string; title: string; to: string }[];
}

/** Summary of a form by its parts, each with a link to change it. */
export function CheckedAnswers({ parts, ...form }: CheckedAnswersProps) {
  const { t } = useLingui();
  return (
    <>
      <h2 className="visually-hidden">{t`Your answers`}</h2>
      {parts.map(({ part, title, to }) => (
        <Summary
          key={part}
          {...form}
          parts={[part]}
          title={title}
          action={<ChangeLink to={to} what={title} />}
        />
      ))}
    </>
  );
}

export function ChangeLink({ to, what }: { to: string; what: string }) {
  return (
    <Link to={to}>
      <Trans>
        Change<span className="visually-hidden"> {what}</span>
      </Trans>
    </Link>
  );
}
