import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './audit-page.module.css';

/** Places that are listed; where one is broken, those after it tell little more. */
const SHOWN = 20;

/** Recomputes the chains when asked, and says whether anything was changed. */
export function ChainCheck() {
  const { t, i18n } = useLingui();
  const [isChecking, setChecking] = useState(false);
  const [checked, setChecked] = useState<CallData<'auditVerify'> & { at: number }>();

  async function check() {
    setChecking(true);
    setChecked(undefined);
    // Why not is on screen as a message.
    const answer = await call('auditVerify', {}).catch(() => null);
    if (answer) setChecked({ ...answer, at: Date.now() });
    setChecking(false);
  }

  return (
    <section className={styles.section}>
      <h2>
        <Trans>Was anything changed?</Trans>
      </h2>
      <p>
        <Trans>
          Each entry of the log and of the histories carries a hash over itself and the entry
          before. Recomputing them shows whether an entry was changed, removed or moved.
        </Trans>
      </p>
      <div role="status" className={styles.section}>
        {checked?.broken.length === 0 && (
          <Notice kind="good" title={t`Nothing was changed`}>
            <Counts checked={checked} />
            <p>{formatInstant(checked.at, i18n.locale)}</p>
          </Notice>
        )}
        {checked && checked.broken.length > 0 && (
          <Notice kind="error" title={t`Something was changed outside the portal`}>
            <Counts checked={checked} />
            <p>
              <Trans>The chain does not hold at:</Trans>
            </p>
            <ul>
              {checked.broken.slice(0, SHOWN).map((place) => (
                <li key={place}>
                  <Place place={place} />
                </li>
              ))}
            </ul>
            {checked.broken.length > SHOWN && (
              <p>
                <Plural
                  value={checked.broken.length - SHOWN}
                  one="and # more place"
                  other="and # more places"
                />
              </p>
            )}
          </Notice>
        )}
      </div>
      <p>
        <Button variant="default" onClick={check} loading={isChecking}>
          <Trans>Check the chains</Trans>
        </Button>
      </p>
    </section>
  );
}

function Counts({ checked: { entries, histories } }: { checked: CallData<'auditVerify'> }) {
  return (
    <p>
      <Plural value={entries} one="# entry of the log" other="# entries of the log" />
      {' · '}
      <Plural value={histories} one="# history" other="# histories" />
    </p>
  );
}

/** `audit 17`, `audit end`, or an application's number with `revision 3` or `end`. */
function Place({ place }: { place: string }) {
  const [chain = '', ...where] = place.split(' ');
  const number = where.at(-1);
  if (chain === 'audit')
    return number === 'end' ? (
      <Trans>the end of the log</Trans>
    ) : (
      <Trans>entry {number} of the log</Trans>
    );
  return number === 'end' ? (
    <Trans>the end of the history of {chain}</Trans>
  ) : (
    <Trans>
      revision {number} in the history of {chain}
    </Trans>
  );
}
