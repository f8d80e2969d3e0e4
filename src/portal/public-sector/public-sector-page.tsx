import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Navigate, NavLink, useParams } from 'react-router-dom';
import { v4 as uuid } from 'uuid';
import { isPersonal } from '#contract/data-catalogue.ts';
import { type DataType, publicLevels } from '#contract/data-types.ts';
import { type FieldProblem, parseInput } from '#contract/envelope.ts';
import { namesPersonalData, type PublicForm, publicForm } from '#contract/public-form.ts';
import type { User } from '#contract/user-info.ts';
import { type Fields, fieldsIn } from '#forms/field.ts';
import { publicFields } from '#forms/public-fields.ts';
import {
  PUBLIC_FORM,
  type PublicSection,
  publicSections,
  sectionAddress,
} from '#portal/addresses.ts';
import { type EndForm, useFormEntries } from '#portal/form-entries.ts';
import { CheckedAnswers, PartWithDefaults } from '#portal/form-parts.tsx';
import { EarlierDetailsButton, StepForm, useEarlierForm } from '#portal/step-form.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { call } from '#ui/calls/call.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { type ContractForm, useContractForm } from '#ui/form/contract-form.ts';
import { DescribedField, DescribedPart } from '#ui/form/described-fields.tsx';
import { emptyValues, inputOf } from '#ui/form/typed-values.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { Tabs } from '#ui/frame/tabs.tsx';

export default function PublicSectorPage() {
  const { data: user, fallback } = usePageQuery('currentUser', {});
  const { isOver, end } = useFormEntries('public-request');
  if (isOver) return <FullScreenLoader />;
  if (!user) return fallback;
  return <Sections user={user} onEnd={end} />;
}

function Sections({ user, onEnd }: { user: User; onEnd: EndForm }) {
  const { t, i18n } = useLingui();
  const titles = {
    body: t`The public sector body`,
    data: t`The data`,
    use: t`The use`,
    formalities: t`Formal requirements`,
    delivery: t`Delivery`,
    check: t`Check your answers`,
  };
  const { section = 'body' } = useParams();
  const [submissionId] = useState(() => uuid());
  const form = useContractForm<PublicValues, typeof publicForm>({
    schema: publicForm,
    initialValues: {
      ...emptyPublicRequest,
      submissionId,
      contactEmail: user.email,
      reportLanguage: i18n.locale,
    },
    toInput: publicInput,
    words: publicFields,
    alsoAsk: askLawful,
    draft: `${user.id}:public-request`,
  });

  const earlier = useEarlierForm('public');
  const here = publicSteps.find((step) => step.section === section);
  if (!here) return <Navigate to={PUBLIC_FORM} replace />;

  const send = () =>
    form.send(async (value) => {
      const sent = { submissionId: form.fields.getValues().submissionId, form: value };
      const { applicationNumber } = await call('publicApplication', sent);
      form.done();
      onEnd(`${PUBLIC_FORM}/status?number=${applicationNumber}`);
    });

  const number = publicSteps.indexOf(here) + 1;
  const { length: count } = publicSteps;
  const values = form.fields.getValues();
  return (
    <Page
      title={titles[here.section]}
      lead={
        <>
          <p>{t`Request of a public sector body, step ${number} of ${count}`}</p>
          <p>{t`On the basis of an exceptional need, under Art. 14 of the Data Act.`}</p>
        </>
      }
    >
      <Tabs label={t`Sections of the request`}>
        {publicSections.map((each) => {
          const isDone = isSectionDone(values, each);
          return (
            <NavLink key={each} to={sectionAddress(each)} end aria-current="step">
              <span>{titles[each]}</span>{' '}
              {each !== 'check' && (
                <span className="visually-hidden">{isDone ? t`Complete` : t`To be completed`}</span>
              )}
              {isDone && <Glyph name="check" />}
            </NavLink>
          );
        })}
      </Tabs>
      <StepForm
        form={form}
        steps={publicSteps}
        here={here}
        sendLabel={t`Send the request`}
        onSend={send}
        onEnd={onEnd}
      >
        {here.section === 'body' && earlier?.departmentName && (
          <EarlierDetailsButton
            name={earlier.departmentName}
            onUse={() => {
              for (const field of ['departmentName', 'telephone', 'contactEmail'] as const)
                form.fields.setFieldValue(field, earlier[field] ?? '');
              form.fields.clearErrors();
            }}
          />
        )}
        {here.section === 'check' ? (
          <>
            <CheckedAnswers
              fields={publicFields}
              form={publicInput(values)}
              files={values.materials}
              parts={publicSections.slice(0, -1).map((part) => ({
                part,
                title: titles[part],
                to: sectionAddress(part),
              }))}
            />
            <DescribedField form={form} fields={publicFields} name="userAgreementAccepted" />
          </>
        ) : here.section === 'body' || here.section === 'delivery' ? (
          <PartWithDefaults form={form} fields={publicFields} part={here.section} />
        ) : (
          <DescribedPart
            form={form}
            fields={shownFields(values)}
            part={here.section}
            drawn={{ dataTypes: <DataTypesField form={form} /> }}
          />
        )}
      </StepForm>
    </Page>
  );
}

function DataTypesField({ form }: { form: PublicContractForm }) {
  const { t, i18n } = useLingui();
  const { data: categories = [] } = useQuery('dataTypeOptions', {}, { cache: true });
  const { type, dataTypes } = form.fields.getValues();
  const isEmergency = type === 'publicEmergency';
  return (
    <ChoiceField
      form={form}
      name="dataTypes"
      label={i18n._(publicFields.dataTypes.label)}
      description={
        isEmergency
          ? undefined
          : t`Outside a public emergency you can request non-personal data only (Art. 15(1)(b)).`
      }
      several
      choices={categories.map((category) => ({
        value: category.type,
        label: category.label,
        description: category.personal && <span className="tag">{t`personal data`}</span>,
        // A checked type can always be unchecked.
        isDisabled: category.personal && !isEmergency && !dataTypes.includes(category.type),
      }))}
    />
  );
}

const emptyPublicRequest = {
  submissionId: '',
  ...emptyValues(publicFields),
  maskingLevel: publicLevels[0] as string,
};
type PublicValues = typeof emptyPublicRequest;
type PublicContractForm = ContractForm<PublicValues, typeof publicForm>;

const publicInput = (values: PublicValues): unknown => inputOf(publicFields, values);

/** Personal data require a notice to the authority. The contract has the same rule. */
function shownFields({ type, dataTypes }: PublicValues): Fields {
  const isRequired =
    type === 'publicEmergency' && dataTypes.some((each) => isPersonal(each as DataType));
  if (!isRequired) return publicFields;
  const { isOptional: _, ...supervisoryNotice } = publicFields.supervisoryNotice;
  return { ...publicFields, supervisoryNotice };
}

/** Outside an emergency, personal data cannot be requested. The contract has the same rule. */
function askLawful({ type, dataTypes }: PublicValues): FieldProblem[] {
  const typed = { type, dataTypes } as Pick<PublicForm, 'type' | 'dataTypes'>;
  return type !== '' && namesPersonalData(typed) ? [{ field: 'dataTypes', problem: 'range' }] : [];
}

const publicSteps = publicSections.map((section) => ({
  section,
  address: sectionAddress(section),
  ...(section !== 'check' && { parts: fieldsIn(publicFields, section) }),
}));

function isSectionDone(values: PublicValues, section: PublicSection): boolean {
  if (section === 'check') return false;
  const parsed = parseInput(publicForm, publicInput(values));
  const broken = [...('fields' in parsed ? parsed.fields : []), ...askLawful(values)];
  const sectionFields = fieldsIn(publicFields, section);
  return !broken.some(({ field }) => sectionFields.includes(field.replace(/\.\d+$/, '')));
}
