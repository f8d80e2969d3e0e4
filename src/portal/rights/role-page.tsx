import { Trans, useLingui } from '@lingui/react/macro';
import { Page } from '#ui/frame/page.tsx';
import { JourneyPicture } from './journey-picture.tsx';
import { RoleCard } from './role-card.tsx';
import styles from './role-page.module.css';

/** The first page: who are you? */
export default function RolePage() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Ask for the data of a connected vehicle`}
      picture={<JourneyPicture />}
      lead={
        <Trans>
          Under the EU Data Act you can get the data that your vehicle produces, or have them sent
          to someone you choose. It is free of charge for users.
        </Trans>
      }
    >
      <h2 className={styles.question}>
        <Trans>Who are you?</Trans>
      </h2>
      <ul className={`stack plain ${styles.cards}`}>
        <RoleCard
          title={t`User or third party`}
          details="/right/customer"
          view="/home/data-acquisition"
          viewLabel={t`View my applications`}
        >
          <Trans>
            You own, rent or lease a connected vehicle, or you act for someone who does.
          </Trans>
        </RoleCard>
        <RoleCard
          title={t`Public sector body`}
          details="/right/government"
          view="/home/data-acquisition/public-sector"
          viewLabel={t`View the request form`}
        >
          <Trans>
            You need vehicle data because of an exceptional need in the public interest.
          </Trans>
        </RoleCard>
        <RoleCard
          title={t`Other entities`}
          details="/right/other-entities"
          view="/right/other-entities#write"
          viewLabel={t`View how to write to us`}
        >
          <Trans>
            None of these applies to you. Send us a formal written request instead of using the
            form.
          </Trans>
        </RoleCard>
      </ul>
    </Page>
  );
}
