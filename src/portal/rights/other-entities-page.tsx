import { Trans, useLingui } from '@lingui/react/macro';
import { ProsePage } from '#portal/prose-page.tsx';
import { installation } from '#ui/frame/installation.tsx';

export default function OtherEntitiesPage() {
  const { t } = useLingui();
  const { contactMailbox: mailbox } = installation();
  return (
    <ProsePage
      above={[{ to: '/role', label: t`Start` }]}
      title={t`Other entities`}
      lead={t`If you are neither a user, nor a third party chosen by a user, nor a public sector body, you cannot use the form. Send us a formal written request.`}
      sections={[
        {
          id: 'write',
          title: t`Where to write`,
          content: [
            <p key="write">
              <Trans>
                Send a detailed request with supporting documents to{' '}
                <a href={`mailto:${mailbox}`}>{mailbox}</a>.
              </Trans>
            </p>,
          ],
        },
        {
          title: t`What to send`,
          content: [
            [
              t`who you are: name, legal form, address, register number, contact person;`,
              t`which data you ask for: vehicles, kinds of data, period;`,
              t`what you need them for, and on which legal basis you ask;`,
              t`how long you will keep them, and how you will protect them;`,
              t`documents that support this: proof of identity, authority to act, contracts.`,
            ],
          ],
        },
        {
          title: t`What happens then`,
          content: [
            t`The data holder examines your request and answers in writing. The Data Act gives other entities no right of access. If the data are about you, for example because you drove the vehicle, you may have a right of access under Article 15 of the GDPR. The Commission, the European Central Bank and Union bodies use the form for public sector bodies (Art. 14).`,
          ],
        },
      ]}
    />
  );
}
