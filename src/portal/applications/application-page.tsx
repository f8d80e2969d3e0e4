import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { groupAndTasksOf } from '#contract/turns.ts';
import { applicationAddress, MAIN_LIST } from '#portal/addresses.ts';
import NotFoundPage from '#portal/not-found-page.tsx';
import { reportActions } from '#portal/requester-actions.ts';
import { CodeInput, useCodeField } from '#portal/use-code-field.tsx';
import { BusyButton, useBusy } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import type { Elements } from '#ui/elements.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { installation } from '#ui/frame/installation.tsx';
import { Page, type PageProps } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import { Notice } from '#ui/messages/notice.tsx';

/** Interval in ms at which an open page refetches. */
export const refetchInterval = (isGenerating: boolean) => (isGenerating ? 3000 : 30_000);

const pollEvery = (record: ApplicationRecord | undefined) =>
  refetchInterval(record?.report ? reportActions(record.report, record).isWorking : false);

/** Application of a page, with what the page shows while it has none. */
export function useApplication(number: string | null, isLive = false) {
  const { data, isMissing, fallback } = usePageQuery(
    'applicationDetails',
    number === null ? null : { applicationNumber: number },
    isLive ? { pollEvery } : {},
  );
  // The query returns the record of the previous URL until this one is loaded.
  const record = data?.number === number ? data : undefined;
  return { record, fallback: isMissing ? <NotFoundPage /> : fallback };
}

interface ApplicationStepPageProps extends Pick<PageProps, 'title' | 'crumb' | 'actions'> {
  record: ApplicationRecord;
  isPossible: boolean;
  otherwise: Elements;
  children: (record: ApplicationRecord) => Elements;
}

/** Keeps the form on screen if the step becomes impossible, so that no input is lost. */
export function ApplicationStepPage(props: ApplicationStepPageProps) {
  const { record, isPossible, otherwise, children, ...page } = props;
  const { t } = useLingui();
  const [shown, setShown] = useState<ApplicationRecord>();
  if (isPossible && shown !== record) setShown(record);
  const address = applicationAddress(record.number);
  return (
    <Page
      {...page}
      above={[
        { to: MAIN_LIST, label: t`My applications` },
        { to: address, label: record.number },
      ]}
    >
      {!isPossible && (
        <>
          <LinkNotice record={record} />
          <p>
            {otherwise}
            <SentenceSpace />
            <Link to={address}>{t`See the application`}</Link>
          </p>
          {shown && <p>{t`Your input is kept.`}</p>}
        </>
      )}
      {shown && children(shown)}
    </Page>
  );
}

export function LinkNotice({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const { linkEndedAt, personal } = record;
  const { contactMailbox, holder } = installation();
  if (linkEndedAt === null || !groupAndTasksOf(record).tasks.includes('renewLink')) return null;
  const ended = formatInstant(linkEndedAt, i18n.locale);
  return (
    <Notice kind="error" title={t`The vehicle is no longer linked to your account`}>
      <p>
        {t`The link ended on ${ended}. You can request data, and we can approve and generate them, only while the vehicle is linked. You only receive data from that time.`}
      </p>
      {personal?.onBehalfOf ? (
        <p>
          <Trans>
            Only {holder} can link the vehicle of a user for whom you act. If the user still
            consents, write to <a href={`mailto:${contactMailbox}`}>{contactMailbox}</a> to have it
            linked again.
          </Trans>
        </p>
      ) : (
        <p>{t`If the vehicle is still yours, please link it again in the vehicle app.`}</p>
      )}
    </Notice>
  );
}

export function ContactNotice({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const [isSent, setSent] = useState(false);
  const { isBusy, run } = useBusy();
  const { number: applicationNumber, unconfirmedContact: contact } = record;
  const { input, submit } = useCodeField((code) =>
    run(() => call('confirmContact', { applicationNumber, code })),
  );
  if (!groupAndTasksOf(record).tasks.includes('confirmContact')) return null;

  const send = () => call('sendContactCode', { applicationNumber }).then(() => setSent(true));

  return (
    <section id="contact" tabIndex={-1}>
      <Notice kind="info" title={t`The contact e-mail address is not confirmed yet`}>
        <p>
          <Trans>
            Until <b>{contact}</b> is confirmed, the password of the file is sent only to the
            address you sign in with. We send a code to the contact e-mail address, which you enter
            here.
          </Trans>
        </p>
      </Notice>
      {isSent ? (
        <form onSubmit={submit} noValidate>
          <CodeInput {...input} />
          <div className="row above">
            <Button type="submit" loading={isBusy}>{t`Confirm`}</Button>
            <BusyButton variant="default" disabled={isBusy} work={send}>{t`Resend`}</BusyButton>
          </div>
        </form>
      ) : (
        <div className="row above">
          <BusyButton variant="default" work={send}>{t`Send code`}</BusyButton>
        </div>
      )}
    </section>
  );
}
