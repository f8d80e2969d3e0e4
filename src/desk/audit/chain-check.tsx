import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './audit-page.module.css';

const MAX_PLACES = 20;

export function ChainCheck() {
  const { t, i18n } = useLingui();
  const placeWords = usePlaceWords();
  const [checked, setChecked] = useState<CallData<'auditVerify'> & { at: number }>();

  const { entries = 0, histories = 0, broken = [] } = checked ?? {};

  async function check() {
    setChecked(undefined);
    setChecked({ ...(await call('auditVerify', {})), at: Date.now() });
  }

  return (
    <section className={`stack measure ${styles.section}`}>
      <h2>{t`Was anything changed?`}</h2>
      <p>
        {t`The log, applications with their histories and files, reports and notices of erasure are sealed with a key that the database does not contain. Checking the seals shows whether anything was changed, removed or added.`}
      </p>
      <div role="status" className={`stack measure ${styles.section}`}>
        {checked && (
          <Notice
            kind={broken.length === 0 ? 'good' : 'error'}
            title={
              broken.length === 0
                ? t`Nothing was changed`
                : t`Something was changed outside the portal`
            }
          >
            <p>
              <Plural value={entries} one="# entry of the log" other="# entries of the log" />
              <span> · </span>
              <Plural value={histories} one="# history" other="# histories" />
            </p>
            {broken.length === 0 ? (
              <p>{formatInstant(checked.at, i18n.locale)}</p>
            ) : (
              <p>{t`The seals do not match at:`}</p>
            )}
            {broken.length > 0 && (
              <ul>
                {broken.slice(0, MAX_PLACES).map((place) => (
                  <li key={place}>{placeWords(place)}</li>
                ))}
              </ul>
            )}
            {broken.length > MAX_PLACES && (
              <p>
                <Plural
                  value={broken.length - MAX_PLACES}
                  one="and # more place"
                  other="and # more places"
                />
              </p>
            )}
          </Notice>
        )}
      </div>
      <p>
        <BusyButton variant="default" work={check}>
          {t`Check the seals`}
        </BusyButton>
      </p>
    </section>
  );
}

/**
 * Returns a function that describes a broken position: `seal 17`, `seal 17 of an unknown table`,
 * `seals end`, `seals moved 17`, `schema` with a name, or a table with the values of a row's key.
 */
function usePlaceWords(): (place: string) => string {
  const { t } = useLingui();
  return (place) => {
    const [table = '', key = '', second = ''] = place.split(' ');
    const last = place.split(' ').at(-1);
    const name = place.slice('schema '.length);
    const words: Record<string, string> = {
      seal: second ? t`seal ${key}, of an unknown table` : t`seal ${key}`,
      seals:
        key === 'end'
          ? t`the end of the seals`
          : t`the end of the seals, before seal ${last} was made`,
      schema: t`the structure of the database: ${name}`,
      audit_entry: t`entry ${key} of the log`,
      account: t`the account ${key}`,
      application: t`the application ${key}`,
      history_entry: t`revision ${last} in the history of ${key}`,
      supplement: t`an answer of the requester in ${key}`,
      stored_file: t`the file ${key}`,
      note: t`the note ${key}`,
      opinion: t`the second opinion ${key}`,
      second_factor: t`the second factor of the account ${key}`,
      recovery_code: t`the second factor of the account ${key}`,
      passkey: t`the passkey ${key}`,
      vehicle: t`the vehicle ${key}`,
      vehicle_link: t`the link ${key} of a vehicle to an account`,
      report: t`the report of ${key}`,
      recipient: t`the recipient of ${key}`,
      recipient_file: t`the file ${key} for a recipient`,
      dispute: t`the dispute ${key}`,
      quote: t`the quote ${key}`,
      live_grant: t`the live access ${key}`,
      live_token: t`the token ${key} for live access`,
      body_notice: t`the notice of a public sector body ${key}`,
      erasure_notice: t`the notice of erasure of ${key}`,
      authority_notice: t`the notice to the authority about ${key}`,
      past_authority_notice: t`the earlier notice to the authority ${key}`,
      earlier_record: t`the earlier version ${key} of a record`,
      company_identity: t`the company account of ${key}`,
      desk_setting: t`the desk’s setting ${key}`,
      held_report: t`the report ${key}, held for a dispute`,
      installation: t`the id of the installation`,
      lead_nomination: t`the proposal of a lead ${key}`,
      letter_template: t`the template ${key}`,
      series_object: t`the vehicle data ${key}`,
    };
    return words[table] ?? place;
  };
}
