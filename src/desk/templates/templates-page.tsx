import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { languageCodes, languages } from '#contract/languages.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { useDecisionWords } from '../decision/use-decision-words.ts';
import { ConfirmRowButton, RowButton } from '../row-button.tsx';

const TemplateForm = lazy(() => import('./template-form.tsx'));

type Template = CallData<'deskTemplates'>[number];

export default function TemplatesPage() {
  const { t } = useLingui();
  const words = useDecisionWords();
  const { data: templates, fallback } = usePageQuery('deskTemplates', {});
  const [edited, setEdited] = useState<Template | 'new'>();
  if (!templates) return fallback;

  return (
    <Page
      title={t`Text templates`}
      lead={t`They are offered in the form of a decision, with the values of the application, in the requester’s language.`}
    >
      {!edited && (
        <div className="prose">
          {templates.length === 0 && (
            <p>{t`There are no templates yet. Save texts here that you write often.`}</p>
          )}
          <p>
            <Button onClick={() => setEdited('new')}>{t`New template`}</Button>
          </p>
        </div>
      )}
      {edited && (
        <Suspense>
          <TemplateForm
            key={edited === 'new' ? 'new' : edited.id}
            template={edited === 'new' ? undefined : edited}
            onDone={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {templates.length > 0 && (
        <CardTable
          rows={templates}
          keyOf={({ id }) => id}
          columns={[
            { label: t`Name`, cell: ({ name }: Template) => name },
            { label: t`Decision`, cell: ({ decision }) => words.act(decision) },
            {
              label: t`Languages`,
              cell: ({ texts }) =>
                // Languages are shown by their native names, so no locale's list format applies.
                languageCodes
                  .filter((code) => texts[code])
                  .map((code) => languages[code])
                  .join(', '),
            },
            {
              label: t`Change`,
              // Another form would replace the open one and lose its input.
              cell: (template) =>
                !edited && (
                  <>
                    <RowButton
                      about={template.name}
                      label={t`Change`}
                      onClick={() => setEdited(template)}
                    />
                    <span> </span>
                    <ConfirmRowButton
                      about={template.name}
                      title={t`Remove the template “${template.name}”?`}
                      confirm={t`Remove`}
                      work={() => call('deskTemplateRemove', { id: template.id })}
                    >
                      <p>{t`Texts written with it do not change.`}</p>
                    </ConfirmRowButton>
                  </>
                ),
            },
          ]}
        />
      )}
    </Page>
  );
}
