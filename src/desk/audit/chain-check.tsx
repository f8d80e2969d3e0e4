import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './audit-page.module.css';

const MAX_PLACES = 20;

export function ChainCheck() {
  const { t, i18n } = useLingui();
  const [isChecking, setChecking] = useState(false);
  const [checked, setChecked] = useState<CallData<'auditVerify'> & { at: number }>();

  async function check() {
    setChecking(true);
    setChecked(undefined);
    const answer = await call('auditVerify', {}).catch(() => null);
    if (answer) setChecked({ ...answer, at: Date.now() });
    setChecking(false);
  }

  return (
    <section className={`stack measure ${styles.section}`}>
      <h2>{t`Was anything changed?`}</h2>
      <p>
        <Trans>
          The log, applications with their histories and files, reports and notices of erasure are
          sealed with a key that the database does not contain. Checking the seals shows whether
          anything was changed, removed or added.
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
            <p>{t`The seals do not match at:`}</p>
            <ul>
              {checked.broken.slice(0, MAX_PLACES).map((place) => (
                <li key={place}>
                  <Place place={place} />
                </li>
              ))}
            </ul>
            {checked.broken.length > MAX_PLACES && (
              <p>
                <Plural
                  value={checked.broken.length - MAX_PLACES}
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
          {t`Check the seals`}
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
 * Describes a broken position: `seal 17`, `seal 17 of an unknown table`, `seals end`, `seals moved
 * 17`, or a table with the values of a row's key.
 */
function Place({ place }: { place: string }) {
  const [table, key = '', second = ''] = place.split(' ');
  const last = place.split(' ').at(-1);
  switch (table) {
    case 'seal':
      if (second) return <Trans>seal {key}, of an unknown table</Trans>;
      return <Trans>seal {key}</Trans>;
    case 'seals':
      if (key === 'end') return <Trans>the end of the seals</Trans>;
      return <Trans>the end of the seals, before seal {last} was made</Trans>;
    case 'audit_entry':
      return <Trans>entry {key} of the log</Trans>;
    case 'account':
      return <Trans>the account {key}</Trans>;
    case 'application':
      return <Trans>the application {key}</Trans>;
    case 'history_entry':
      return (
        <Trans>
          revision {last} in the history of {key}
        </Trans>
      );
    case 'supplement':
      return <Trans>an answer of the requester in {key}</Trans>;
    case 'stored_file':
      return <Trans>the file {key}</Trans>;
    case 'note':
      return <Trans>the note {key}</Trans>;
    case 'opinion':
      return <Trans>the second opinion {key}</Trans>;
    case 'second_factor':
    case 'recovery_code':
      return <Trans>the second factor of the account {key}</Trans>;
    case 'passkey':
      return <Trans>the passkey {key}</Trans>;
    case 'vehicle_link':
      return <Trans>the link {key} of a vehicle to an account</Trans>;
    case 'report':
      return <Trans>the report of {key}</Trans>;
    case 'recipient':
      return <Trans>the recipient of {key}</Trans>;
    case 'recipient_file':
      return <Trans>the file {key} for a recipient</Trans>;
    case 'dispute':
      return <Trans>the dispute {key}</Trans>;
    case 'quote':
      return <Trans>the quote {key}</Trans>;
    case 'live_grant':
      return <Trans>the live access {key}</Trans>;
    case 'live_token':
      return <Trans>the token {key} for live access</Trans>;
    case 'body_notice':
      return <Trans>the notice of a public sector body {key}</Trans>;
    case 'erasure_notice':
      return <Trans>the notice of erasure of {key}</Trans>;
    case 'authority_notice':
      return <Trans>the notice to the authority about {key}</Trans>;
    case 'past_authority_notice':
      return <Trans>the earlier notice to the authority {key}</Trans>;
    case 'company_identity':
      return <Trans>the company account of {key}</Trans>;
    case 'desk_setting':
      return <Trans>the desk’s setting {key}</Trans>;
    case 'held_report':
      return <Trans>the report {key}, held for a dispute</Trans>;
    case 'installation':
      return <Trans>the id of the installation</Trans>;
    case 'lead_nomination':
      return <Trans>the proposal of a lead {key}</Trans>;
    case 'letter_template':
      return <Trans>the template {key}</Trans>;
    case 'series_object':
      return <Trans>the vehicle data {key}</Trans>;
    default:
      return <span>{place}</span>;
  }
}
