import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useQuery } from '#ui/calls/use-query.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Comma } from '#ui/language/translated-text.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './consent-area.module.css';
import type { ConsentAreaProps } from './use-consent.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

function Lifetime({ seconds }: { seconds: number }) {
  if (seconds >= DAY) {
    return <Plural value={Math.round(seconds / DAY)} one="kept # day" other="kept # days" />;
  }
  return <Plural value={Math.round(seconds / MINUTE)} one="kept # minute" other="kept # minutes" />;
}

export default function CookieSettings({ consent, chosenLanguage }: ConsentAreaProps) {
  const { t } = useLingui();
  const isAllowed = useSelector(consent, ({ context }) => context.choice?.functional ?? false);
  const [functional, setFunctional] = useState(isAllowed);
  const { data: cookies = [] } = useQuery('cookieList', {}, { cache: true });
  return (
    <Dialog title={t`Cookie settings`} onClose={() => consent.send({ type: 'settings.close' })}>
      <div className="stack">
        {chosenLanguage && (
          <Notice kind="info">
            <p>{t`To change the language, first allow functional cookies: one of them keeps your choice.`}</p>
          </Notice>
        )}
        <Checkbox defaultChecked disabled label={t`Necessary cookies`} />
        <Checkbox
          checked={functional}
          onChange={(event) => setFunctional(event.currentTarget.checked)}
          label={t`Functional cookies`}
          description={t`Needed to change the language and keep that choice.`}
        />
        {/* Collapsed, so that the dialog does not grow when the list is loaded. */}
        <details>
          <summary>{t`The cookies of this site`}</summary>
          <ul className={`stack plain ${styles.list}`}>
            {cookies.map(({ name, category, purpose, lifetime }) => (
              <li key={name}>
                <code>{name}</code>{' '}
                <small>
                  {category === 'functional' ? <Trans>functional</Trans> : <Trans>necessary</Trans>}
                  <Comma />
                  <Lifetime seconds={lifetime} />
                </small>
                <br />
                <span>{purpose}</span>
              </li>
            ))}
          </ul>
        </details>
        <div className="row">
          <Button onClick={() => consent.send({ type: 'consent.give', functional })}>
            {t`Save settings`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
