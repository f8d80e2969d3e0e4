import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { useOptionLabels } from '#ui/application/use-option-labels.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDay, formatInstant } from '#ui/format/dates.ts';
import styles from './case-resubmission.module.css';

type Resubmission = NonNullable<CallData<'deskApplication'>['resubmission']>;

/** What a requester changed since the application of theirs that was refused or lapsed. */
export default function CaseResubmission({ changes }: { changes: Resubmission }) {
  const { t, i18n } = useLingui();
  const labelOf = useFieldLabels();
  const wordsOf = useFieldValues();
  const { earlier, fields, added, removed, kept } = changes;
  const names = (list: readonly string[]) => new Intl.ListFormat(i18n.locale).format(list);
  return (
    <section>
      <h2>
        <Trans>Filed again: what changed</Trans>
      </h2>
      <p>
        <Trans>
          Compared with <Link to={`/desk/applications/${earlier}`}>{earlier}</Link>, which the data
          holder ended.
        </Trans>
      </p>
      {fields.length + added.length + removed.length === 0 ? (
        <p>
          <Trans>Nothing changed.</Trans>
        </p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              <th scope="col">
                <Trans>Before</Trans>
              </th>
              <th scope="col">
                <Trans>Now</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{labelOf(field)}</th>
                <td>{before.length > 0 ? <del>{wordsOf(field, before)}</del> : '–'}</td>
                <td>{after.length > 0 ? <ins>{wordsOf(field, after)}</ins> : '–'}</td>
              </tr>
            ))}
            {added.length + removed.length > 0 && (
              <tr>
                <th scope="row">{t`Files`}</th>
                <td>{removed.length > 0 ? <del>{names(removed)}</del> : '–'}</td>
                <td>{added.length > 0 ? <ins>{names(added)}</ins> : '–'}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {kept.length > 0 && (
        <p>
          <Trans>Files with the same content as before: {names(kept)}</Trans>
        </p>
      )}
    </section>
  );
}

/** The words of each field's path, as the forms have them. */
function useFieldLabels(): (field: string) => string {
  const { t } = useLingui();
  const labels: Record<string, string> = {
    'user.title': t`Title`,
    'user.firstName': t`First name`,
    'user.middleName': t`Middle name`,
    'user.lastName': t`Last name`,
    'user.dateOfBirth': t`Date of birth`,
    'user.phone': t`Phone number`,
    'user.address': t`Contact address`,
    'user.postCode': t`Post code`,
    'user.city': t`City`,
    'user.country': t`Country or region`,
    purpose: t`Purpose of use`,
    purposeDetails: t`Details`,
    'thirdParty.name': t`Full name of the third party`,
    'thirdParty.location': t`Location of the third party`,
    departmentName: t`Department name`,
    telephone: t`Telephone`,
    contactEmail: t`Contact e-mail`,
    type: t`Type`,
    legalProvision: t`Legal provision`,
    dataRequest: t`Data request`,
    dataTypes: t`Data types`,
    from: t`Start time`,
    to: t`End time`,
    scope: t`Scope of the data request`,
    exceptionalNeed: t`Exceptional need`,
    useAndDuration: t`Intended use and duration`,
    erasure: t`Expected erasure`,
    holderReason: t`Why this data holder`,
    onwardRecipients: t`Onward recipients`,
    safeguards: t`Safeguards`,
    deadline: t`Needed by`,
    receptionMethod: t`Preferred reception method`,
    reportLanguage: t`Report language`,
    masking: t`Data masking`,
  };
  return (field) => labels[field] ?? labels[field.replace(/^dataRequest\./, '')] ?? field;
}

function useFieldValues(): (field: string, values: readonly string[]) => string {
  const { t, i18n } = useLingui();
  const labels = useOptionLabels();
  return (field, values) => {
    const [value = ''] = values;
    switch (field.replace(/^(user|dataRequest)\./, '')) {
      case 'title':
        return labels.title(value);
      case 'country':
        return labels.country(value);
      case 'purpose':
        return labels.purpose(value);
      case 'type':
        return labels.applyType(value);
      case 'receptionMethod':
        return labels.receptionMethod(value);
      case 'reportLanguage':
        return labels.reportLanguage(value);
      case 'dataTypes':
        return labels.dataTypes(values);
      case 'masking':
        return value === 'true' ? t`Yes` : t`No`;
      case 'dateOfBirth':
      case 'deadline':
        return formatDay(value, i18n.locale);
      case 'from':
      case 'to':
        return formatInstant(value, i18n.locale);
      default:
        return values.join(', ');
    }
  };
}
