import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import type { Language } from '#contract/languages.ts';
import { fullName } from '#contract/languages.ts';
import type { StoredPersonalForm } from '#contract/personal-form.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { personalFields } from '#forms/personal-fields.ts';
import { publicFields } from '#forms/public-fields.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { ComparedAnswer, FileLinks } from './file-links.tsx';
import { Summary, type SummaryProps } from './summary.tsx';
import { useOptionLabels } from './use-options.ts';

const AnswerChanges = lazy(() => import('./answer-changes.tsx'));

export function ApplicationAnswers({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const { personal, public: publicForm, dataRequest, files, supplements, vehicle } = record;
  return (
    <>
      <section id="owner" tabIndex={-1}>
        <h2>{personal ? t`Owner information` : t`Requester information`}</h2>
        {personal && <OwnerAnswers form={personal} />}
        {publicForm && (
          <>
            <Summary
              title={<Trans>Public sector body</Trans>}
              fields={publicFields}
              parts={['body']}
              form={publicForm}
            />
            <Summary
              title={<Trans>Data request</Trans>}
              fields={publicFields}
              parts={['data', 'use', 'formalities', 'delivery']}
              form={publicForm}
              files={files}
            />
          </>
        )}
      </section>
      <section id="vehicle" tabIndex={-1}>
        <h2>{t`Vehicle information`}</h2>
        {personal ? (
          <VehicleAnswers form={personal} files={files} vehicle={vehicle} />
        ) : (
          <p>{t`This request is not about one particular vehicle.`}</p>
        )}
      </section>
      {personal && (
        <section id="processing" tabIndex={-1}>
          <h2>{t`Processing information`}</h2>
          <PurposeAnswers form={personal} files={files} />
          {dataRequest && (
            <Summary
              title={<Trans>Data information</Trans>}
              fields={dataRequestFields}
              parts={[
                'time',
                'dataTypes',
                'delivery',
                ...(personal.thirdParty ? ['agreement'] : []),
              ]}
              form={dataRequest}
              files={files}
            />
          )}
        </section>
      )}
      {supplements.length > 0 && (
        <section>
          <h2>{t`Supplementary information`}</h2>
          {supplements.map(({ at, text, files: ids, changes }) => (
            <div key={at} className="stack stack-small">
              <time className="soft" dateTime={new Date(at).toISOString()}>
                {formatInstant(at, i18n.locale)}
              </time>
              {text && <p className="quote">{text}</p>}
              {changes.length > 0 && (
                <Suspense>
                  <AnswerChanges kind={record.kind} changes={changes} />
                </Suspense>
              )}
              <FileLinks files={files} ids={ids} />
            </div>
          ))}
        </section>
      )}
    </>
  );
}

interface AnswersProps extends Pick<SummaryProps, 'files' | 'action' | 'title'> {
  form: StoredPersonalForm;
}

const withoutRow = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, []]));

export function OwnerAnswers({ form, ...summary }: AnswersProps) {
  const { t, i18n } = useLingui();
  const label = useOptionLabels('titles', 'countries');
  const { user } = form;
  const title = user.title && label('titles', user.title);
  const place = [user.postCode, user.city].filter(Boolean).join(' ');
  const country = user.country && label('countries', user.country);
  return (
    <Summary
      {...summary}
      form={form}
      fields={personalFields}
      parts={['user']}
      rows={{
        'user.title': [
          {
            label: t`Name`,
            value: (
              <ComparedAnswer field="name">
                {fullName(user, i18n.locale as Language, title)}
              </ComparedAnswer>
            ),
          },
        ],
        'user.address': [
          {
            label: t`Contact address`,
            value: [user.address, place, country].filter(Boolean).join('\n'),
          },
        ],
        ...withoutRow('user.firstName', 'user.middleName', 'user.lastName'),
        ...withoutRow('user.postCode', 'user.city', 'user.country'),
      }}
    />
  );
}

export function VehicleAnswers({
  vehicle,
  ...summary
}: AnswersProps & { vehicle: { name: string; vin: string } | null | undefined }) {
  const { t } = useLingui();
  const { vehicleId } = summary.form.vehicle;
  return (
    <Summary
      {...summary}
      fields={personalFields}
      parts={['vehicle']}
      rows={{
        'vehicle.vehicleId': [
          { label: t`Vehicle`, value: vehicle?.name ?? vehicleId },
          {
            label: t`Vehicle identification number`,
            value: vehicle && <ComparedAnswer field="vin">{vehicle.vin}</ComparedAnswer>,
            isOptional: true,
          },
        ],
      }}
    />
  );
}

export function PurposeAnswers(summary: Omit<AnswersProps, 'title'>) {
  const { t } = useLingui();
  return (
    <Summary
      {...summary}
      title={<Trans>Application information</Trans>}
      fields={personalFields}
      parts={summary.form.thirdParty ? ['purpose', 'thirdParty'] : ['purpose']}
      rows={{
        use: [
          {
            label: t`Who uses the data`,
            value: summary.form.thirdParty ? t`A third party` : t`I use them myself`,
          },
          { label: t`Acts on behalf of`, value: summary.form.onBehalfOf, isOptional: true },
        ],
      }}
    />
  );
}
