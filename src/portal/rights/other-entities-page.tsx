import { Trans, useLingui } from '@lingui/react/macro';
import { installation } from '#ui/frame/installation.tsx';
import { Page } from '#ui/frame/page.tsx';

export default function OtherEntitiesPage() {
  const { t } = useLingui();
  const { contactMailbox: mailbox } = installation();
  return (
    <Page
      title={t`Other entities`}
      above={[{ to: '/role', label: t`Start` }]}
      lead={
        <Trans>
          If you are neither a user, nor a third party chosen by a user, nor a public sector body,
          you cannot use the form. Send us a formal written request.
        </Trans>
      }
    >
      <div className="prose">
        <section id="write">
          <h2>{t`Where to write`}</h2>
          <p>
            <Trans>
              Send a detailed request with supporting documents to{' '}
              <a href={`mailto:${mailbox}`}>{mailbox}</a>.
            </Trans>
          </p>
        </section>
        <section>
          <h2>{t`What to send`}</h2>
          <ul>
            <li>{t`who you are: name, legal form, address, register number, contact person;`}</li>
            <li>{t`which data you ask for: vehicles, kinds of data, period;`}</li>
            <li>{t`what you need them for, and on which legal basis you ask;`}</li>
            <li>{t`how long you will keep them, and how you will protect them;`}</li>
            <li>
              {t`documents that support this: proof of identity, authority to act, contracts.`}
            </li>
          </ul>
        </section>
        <section>
          <h2>{t`What happens then`}</h2>
          <p>
            <Trans>
              The data holder examines your request and answers in writing. The Data Act gives other
              entities no right of access. If the data are about you, for example because you drove
              the vehicle, you may have a right of access under Article 15 of the GDPR. The
              Commission, the European Central Bank and Union bodies use the form for public sector
              bodies (Art. 14).
            </Trans>
          </p>
        </section>
      </div>
    </Page>
  );
}
