import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { plainList } from '#lib/words/formats.ts';
import { SummaryList } from '#ui/application/summary-list.tsx';
import { ZipPrograms } from '#ui/application/zip-programs.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { formatSize } from '#ui/format/numbers.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { Notice } from '#ui/messages/notice.tsx';

/** Poll interval in ms while the data are not ready. */
const REFRESH = 30_000;

/** Token of a mailed link, in the URL fragment, which reaches neither servers nor logs. */
const tokenIn = (hash: string) => /^#([\w-]{43})$/.exec(hash)?.[1];

export default function DeliveryPage() {
  const { hash } = useLocation();
  const found = tokenIn(hash);
  // Keeps the token, because the skip link replaces the fragment with `#content`.
  const [token, setToken] = useState(found);
  if (found !== undefined && found !== token) setToken(found);
  return token === undefined ? <ClosedDelivery /> : <OpenDelivery key={token} token={token} />;
}

function OpenDelivery({ token }: { token: string }) {
  const { t, i18n } = useLingui();
  const deadline = useDeadline();
  const { data, fallback, isMissing } = usePageQuery(
    'delivery',
    { token },
    { silent: true, pollEvery: (shown) => shown?.progress === 'waiting' && REFRESH },
  );
  if (isMissing) return <ClosedDelivery />;
  if (!data) return fallback;
  const instant = (at: number | null) => (at === null ? undefined : deadline(at, data.timeZone));
  const until = instant(data.sharedUntil);
  return (
    <Page title={t`Vehicle data shared with you`}>
      <div className="stack stack-large measure">
        <NextStep token={token} delivery={data} until={until} />
        <SummaryList
          rows={[
            { label: t`Shared by`, value: data.sharedBy },
            { label: t`Data recipient`, value: data.recipient },
            { label: t`E-mail address`, value: data.email },
            { label: t`Data purpose`, value: data.purpose },
            {
              label: t`Data types`,
              value: plainList(data.dataTypes, i18n.locale),
              isOptional: true,
            },
            { label: t`From`, value: instant(data.from), isOptional: true },
            { label: t`To`, value: instant(data.to), isOptional: true },
            { label: t`Shared until`, value: until, isOptional: true },
            { label: t`Data holder`, value: data.holder },
            { label: t`Application number`, value: data.applicationNumber },
          ]}
        />
        <p>
          {t`Use the data only for the purposes and under the conditions agreed with the user, and erase them when they are no longer needed for that (Art. 6(1) of the Data Act).`}
        </p>
      </div>
    </Page>
  );
}

function ClosedDelivery() {
  const { t } = useLingui();
  return (
    <Page title={t`Vehicle data shared with you`}>
      <Notice kind="info" title={t`This link no longer works`}>
        <p>
          {t`Please check that you opened the complete link from our latest e-mail. A link also stops working if it is not confirmed in time, if a newer one is sent, or when the sharing ends.`}
        </p>
        <p>{t`The person who shares the data with you can send you a new link.`}</p>
      </Notice>
    </Page>
  );
}

interface DeliveryProps {
  token: string;
  delivery: CallData<'delivery'>;
}

function NextStep({ token, delivery, until }: DeliveryProps & { until: string | undefined }) {
  const { t, i18n } = useLingui();
  const { progress, provedAt, email, recipient, files } = delivery;
  if (provedAt === null) return <Confirmation token={token} delivery={delivery} />;
  if (progress === 'ready')
    return (
      <section>
        <Notice kind="good" title={t`Your copy of the data is ready`}>
          <p>
            <Trans>
              The file opens with the password that we sent to <b className="address">{email}</b>.
            </Trans>
          </p>
          {until && <p>{t`You can download the file until ${until}.`}</p>}
        </Notice>
        <div className="row above">
          {files.map(({ format, size }) => {
            const packageSize = formatSize(size, i18n.locale);
            return (
              <BusyButton
                key={format}
                variant={format === 'xlsx' ? 'filled' : 'default'}
                leftSection={<Glyph name="download" />}
                work={() => download('deliveryFile', { token, format })}
              >
                {format === 'xlsx'
                  ? t`Excel workbook (${packageSize})`
                  : t`CSV and JSON (zip, ${packageSize})`}
              </BusyButton>
            );
          })}
        </div>
        {files.some(({ format }) => format === 'zip') && <ZipPrograms />}
      </section>
    );
  if (progress === 'suspended')
    return (
      <Notice kind="info" title={t`The sharing of the data is suspended`}>
        <p>
          {t`Agreed measures that protect trade secrets are not kept (Art. 5(10) of the Data Act). Once the data holder shares the data again, this link opens them again.`}
        </p>
      </Notice>
    );
  if (progress === 'waiting')
    return (
      <Notice kind="info" title={t`The data are not ready yet`}>
        <p>
          <Trans>
            As soon as they are, we will send the password of the copy for {recipient} to{' '}
            <b className="address">{email}</b>. Then open this link again to download it.
          </Trans>
        </p>
      </Notice>
    );
  return (
    <Notice
      kind="info"
      title={
        progress === 'empty'
          ? t`There are no data for this request`
          : t`The report is no longer kept`
      }
    />
  );
}

/** Requires a click, because mail scanners open links automatically. */
function Confirmation({ token, delivery: { email, recipient } }: DeliveryProps) {
  const { t } = useLingui();
  return (
    <section>
      <Notice kind="info" title={t`Please confirm this address`}>
        <p>
          <Trans>
            You followed the link in our e-mail, so the mailbox is yours. Confirm that you receive
            the data for {recipient}: then we will send the password of your copy to{' '}
            <b className="address">{email}</b>.
          </Trans>
        </p>
        <p>{t`If you know nothing about it, simply close this page.`}</p>
      </Notice>
      <div className="row above">
        <BusyButton work={() => call('deliveryConfirm', { token })}>{t`Confirm`}</BusyButton>
      </div>
    </section>
  );
}
