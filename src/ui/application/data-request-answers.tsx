import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { StoredDataRequest } from '#contract/stored-forms.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { FileLinks } from './file-links.tsx';
import { SummaryList } from './summary-list.tsx';
import { useOptionLabels } from './use-option-labels.ts';

interface DataRequestAnswersProps {
  request: StoredDataRequest;
  files: Parameters<typeof FileLinks>[0]['files'];
  action?: ReactNode;
}

/** Which data are asked for, and how. */
export function DataRequestAnswers({ request, files, action }: DataRequestAnswersProps) {
  const { t, i18n } = useLingui();
  const labels = useOptionLabels();
  const masking = request.masking === undefined ? undefined : request.masking ? t`Yes` : t`No`;
  return (
    <SummaryList
      title={<Trans>Data information</Trans>}
      action={action}
      rows={[
        { label: t`Start time`, value: request.from && formatInstant(request.from, i18n.locale) },
        { label: t`End time`, value: request.to && formatInstant(request.to, i18n.locale) },
        { label: t`Data types`, value: labels.dataTypes(request.dataTypes) },
        { label: t`Data masking`, value: masking },
        { label: t`Contact e-mail`, value: request.contactEmail },
        { label: t`Report language`, value: labels.reportLanguage(request.reportLanguage) },
        { label: t`Scope of the data request`, value: request.scope, isOptional: true },
        {
          label: t`Data Sharing Agreement`,
          value: request.agreement.length ? (
            <FileLinks files={files} ids={request.agreement} />
          ) : null,
          isOptional: true,
        },
      ]}
    />
  );
}
