import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { StoredPublicForm } from '#contract/stored-forms.ts';
import { formatDay, formatInstant } from '#ui/format/dates.ts';
import { FileLinks } from './file-links.tsx';
import { SummaryList } from './summary-list.tsx';
import { useOptionLabels } from './use-option-labels.ts';

interface PublicAnswersProps {
  form: StoredPublicForm;
  files: Parameters<typeof FileLinks>[0]['files'];
  action?: ReactNode;
}

/** What a public sector body states (Art. 17(1)). */
export function PublicAnswers({ form, files, action }: PublicAnswersProps) {
  const { t, i18n } = useLingui();
  const labels = useOptionLabels();
  return (
    <>
      <SummaryList
        title={<Trans>Public sector body</Trans>}
        action={action}
        rows={[
          { label: t`Department name`, value: form.departmentName },
          { label: t`Telephone`, value: form.telephone },
          { label: t`Contact e-mail`, value: form.contactEmail },
          { label: t`Type`, value: labels.applyType(form.type) },
          { label: t`Legal provision`, value: form.legalProvision },
        ]}
      />
      <SummaryList
        title={<Trans>Data request</Trans>}
        rows={[
          { label: t`Data request`, value: form.dataRequest },
          { label: t`Data types`, value: labels.dataTypes(form.dataTypes) },
          { label: t`Start time`, value: form.from && formatInstant(form.from, i18n.locale) },
          { label: t`End time`, value: form.to && formatInstant(form.to, i18n.locale) },
          { label: t`Scope of the data request`, value: form.scope },
          { label: t`Exceptional need`, value: form.exceptionalNeed },
          { label: t`Data purpose`, value: form.purpose },
          { label: t`Intended use and duration`, value: form.useAndDuration },
          { label: t`Expected erasure`, value: form.erasure },
          { label: t`Why this data holder`, value: form.holderReason },
          { label: t`Onward recipients`, value: form.onwardRecipients, isOptional: true },
          { label: t`Safeguards`, value: form.safeguards },
          { label: t`Needed by`, value: form.deadline && formatDay(form.deadline, i18n.locale) },
          {
            label: t`Preferred reception method`,
            value: labels.receptionMethod(form.receptionMethod),
          },
          { label: t`Report language`, value: labels.reportLanguage(form.reportLanguage) },
          {
            label: t`Related materials`,
            value: form.materials.length > 0 && <FileLinks files={files} ids={form.materials} />,
          },
        ]}
      />
    </>
  );
}
