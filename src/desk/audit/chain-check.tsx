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

/** Checks the seals when asked, and says whether anything was changed. */
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
    <section className={`stack measure ${styles.section}`}>
      <h2>
        <Trans>Was anything changed?</Trans>
      </h2>
      <p>
        <Trans>
          The log, applications with their histories and files, reports and notices of erasure are
          sealed with a key that the database does not hold. Checking the seals shows whether
          anything was changed, removed or put in.
        </Trans>
      </p>
      <div role="status" className={`stack measure ${styles.section}`}>
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
              <Trans>The seals do not hold at:</Trans>
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
          <Trans>Check the seals</Trans>
        </Button>
      </p>
    </section>
  );
}

function Counts({ checked: { entries, histories } }: { checked: CallData<'auditVerify'> }) {
  return (
    <p>
      <Plural value={entries} one="# entry of the log" other="# entries of the log" />
      <span> · </span>
      <Plural value={histories} one="# history" other="# histories" />
    </p>
  );
}

/**
 * Words for a place: `audit 17`, `seal 17`, `seals begin`, `seals end`, `seals moved 17`, those that
 * end in what they are about (`note 7b0c`, `roles of 7b0c`), or the number of an application or the
 * id of a record with `revision 3`, `end`, or what is sealed of it (`SealedTable.nameOf`).
 */
function Place({ place }: { place: string }) {
  const words = place.split(' ');
  const [chain = '', what] = words;
  const last = words.at(-1);
  if (chain === 'audit') return <Trans>entry {what} of the log</Trans>;
  if (chain === 'seal') return <Trans>seal {what}</Trans>;
  if (chain === 'seals') {
    if (what === 'begin') return <Trans>the beginning of the seals</Trans>;
    if (what === 'end') return <Trans>the end of the seals</Trans>;
    return <Trans>the end of the seals, before seal {last} was made</Trans>;
  }
  if (chain === 'note') return <Trans>the note {last}</Trans>;
  if (chain === 'roles') return <Trans>the roles of the account {last}</Trans>;
  if (chain === 'second') return <Trans>the second factor of the account {last}</Trans>;
  if (chain === 'links') return <Trans>the links of the vehicle {last}</Trans>;
  if (chain === 'scan') return <Trans>the check of the file {last}</Trans>;
  if (what === 'record') return <Trans>the application {chain} or its files</Trans>;
  if (what === 'handling') return <Trans>assignee or due date of {chain}</Trans>;
  if (what === 'report') return <Trans>the report of {chain}</Trans>;
  if (what === 'recipient') return <Trans>the recipient of {chain} or its files</Trans>;
  if (what === 'dispute') return <Trans>the dispute {chain}</Trans>;
  if (what === 'body') return <Trans>the notice of a public sector body {chain}</Trans>;
  if (what === 'quote') return <Trans>the quote {chain}</Trans>;
  if (what === 'notice') return <Trans>the notice of erasure of {chain}</Trans>;
  if (what === 'authority') return <Trans>the notice to the authority about {chain}</Trans>;
  if (what === 'past') return <Trans>the earlier notice to the authority {chain}</Trans>;
  if (what === 'end') return <Trans>the end of the history of {chain}</Trans>;
  return (
    <Trans>
      revision {last} in the history of {chain}
    </Trans>
  );
}
