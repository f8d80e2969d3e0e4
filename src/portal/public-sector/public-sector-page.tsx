import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import type { DataOf } from '#contract/endpoint.ts';
import { publicForm } from '#contract/public-form.ts';
import type { currentUser } from '#contract/user-info.ts';
import { publicFields } from '#forms/public-fields.ts';
import { call } from '#ui/calls/call.ts';
import { randomId } from '#ui/calls/random-id.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { Elements } from '#ui/elements.ts';
import { useContractForm } from '#ui/form/contract-form.ts';
import { DescribedPart } from '#ui/form/described-fields.tsx';
import { TimeRange } from '#ui/form/time-range.tsx';
import { Awaited, FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { MAIN_LIST, PUBLIC_FORM } from '../addresses.ts';
import { StepForm } from '../step-form.tsx';
import { DataTypesField } from './data-types-field.tsx';
import {
  askLawful,
  emptyPublicRequest,
  fieldsOfSection,
  isSectionDone,
  type PublicSection,
  type PublicValues,
  publicInput,
  publicSections,
  sectionAddress,
  sectionOf,
} from './public-values.ts';
import { SectionList } from './section-list.tsx';
import { useSectionTitles } from './use-section-titles.ts';

const CheckSection = lazy(() => import('./check-section.tsx'));

/** The request of a public sector body, with everything Art. 17(1) makes it state. */
export default function PublicSectorPage() {
  const { data: user, isFailed, reload } = useQuery('currentUser', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!user) return <FullScreenLoader />;
  return <Sections user={user} />;
}

/** The form, a section at a time, in whichever order. */
function Sections({ user }: { user: DataOf<typeof currentUser> }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const titles = useSectionTitles();
  const { section = publicSections[0] } = useParams();
  const [submissionId] = useState(randomId);
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

  const index = publicSections.indexOf(section as PublicSection);
  const here = publicSections[index];
  if (!here) return <Navigate to={PUBLIC_FORM} replace />;
  const previous = publicSections[index - 1];
  const next = publicSections[index + 1];

  const send = () =>
    form.send(async (value) => {
      const sent = { submissionId: form.fields.getValues().submissionId, form: value };
      const { applicationNumber } = await call('publicApplication', sent);
      form.done();
      navigate(`${PUBLIC_FORM}/status?number=${applicationNumber}`, { replace: true });
    });

  const advance = () => {
    if (here === 'check' || !next) send();
    else if (form.check(fieldsOfSection(here))) navigate(sectionAddress(next));
  };

  const number = index + 1;
  const { length: count } = publicSections;
  const values = form.fields.getValues();
  return (
    <Page
      title={titles[here]}
      lead={
        <>
          <p>
            <Trans>
              Request of a public sector body, step {number} of {count}
            </Trans>
          </p>
          <p>
            <Trans>On the basis of an exceptional need, under Art. 14 of the Data Act.</Trans>
          </p>
        </>
      }
    >
      <SectionList here={here} isDone={(each) => isSectionDone(values, each)} />
      <StepForm
        form={form}
        send={next ? undefined : t`Send the request`}
        pageOf={(field) => sectionAddress(sectionOf(field))}
        back={previous ? sectionAddress(previous) : MAIN_LIST}
        onSubmit={advance}
        onAbandon={() => {
          form.done();
          navigate(MAIN_LIST);
        }}
      >
        {here === 'check' ? (
          <Suspense fallback={<Awaited />}>
            <CheckSection values={values} />
          </Suspense>
        ) : (
          <DescribedPart
            form={form}
            fields={publicFields}
            part={here}
            drawn={{ dataTypes: <DataTypesField form={form} /> }}
            frames={{ time: (row: Elements) => <TimeRange>{row}</TimeRange> }}
          />
        )}
      </StepForm>
    </Page>
  );
}
