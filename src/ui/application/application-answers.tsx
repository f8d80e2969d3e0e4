import { Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { publicFields } from '#forms/public-fields.ts';
import { formatInstant } from '#ui/format/dates.ts';
import styles from './application.module.css';
import { FileLinks } from './file-links.tsx';
import { OwnerAnswers, PurposeAnswers, VehicleAnswers } from './personal-answers.tsx';
import { Summary } from './summary.tsx';

/** Answers of an application: requester, vehicle, purpose, and what was added since. */
export function ApplicationAnswers({ record }: { record: ApplicationRecord }) {
  const { i18n } = useLingui();
  const { personal, public: publicForm, dataRequest, files, supplements, vehicle } = record;
  return (
    <>
      <section id="owner" tabIndex={-1}>
        <h2>
          {personal ? <Trans>Owner information</Trans> : <Trans>Requester information</Trans>}
        </h2>
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
        <h2>
          <Trans>Vehicle information</Trans>
        </h2>
        {personal ? (
          <VehicleAnswers form={personal} files={files} vehicle={vehicle} />
        ) : (
          <p>
            <Trans>This request is not about one particular vehicle.</Trans>
          </p>
        )}
      </section>
      {personal && (
        <section id="processing" tabIndex={-1}>
          <h2>
            <Trans>Processing information</Trans>
          </h2>
          <PurposeAnswers form={personal} files={files} />
          {dataRequest && (
            <Summary
              title={<Trans>Data information</Trans>}
              fields={dataRequestFields}
              parts={['time', 'dataTypes', 'delivery', 'agreement']}
              form={dataRequest}
              files={files}
            />
          )}
        </section>
      )}
      {supplements.length > 0 && (
        <section>
          <h2>
            <Trans>Supplementary information</Trans>
          </h2>
          {supplements.map(({ at, text, files: ids }) => (
            <div key={at} className={`stack stack-small ${styles.supplement}`}>
              <time dateTime={new Date(at).toISOString()}>{formatInstant(at, i18n.locale)}</time>
              <p className="quote">{text}</p>
              <FileLinks files={files} ids={ids} />
            </div>
          ))}
        </section>
      )}
    </>
  );
}
