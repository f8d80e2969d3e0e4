import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { ActionLink, Page } from '#ui/frame/page.tsx';
import styles from './role-page.module.css';

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
      <h2 className={styles.question}>{t`Who are you?`}</h2>
      <ul className={`stack plain ${styles.cards}`}>
        <RoleCard
          title={t`User or third party`}
          details="/right/customer"
          view="/home/data-acquisition"
          viewLabel={t`View my applications`}
        >
          {t`You own, rent or lease a connected vehicle, or you act for someone who does.`}
        </RoleCard>
        <RoleCard
          title={t`Public sector body`}
          details="/right/government"
          view="/home/data-acquisition/public-sector"
          viewLabel={t`View the request form`}
        >
          {t`You need vehicle data because of an exceptional need in the public interest.`}
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

interface RoleCardProps {
  title: string;
  details: string;
  view: string;
  viewLabel: string;
  children: ReactNode;
}

function RoleCard({ title, details, view, viewLabel, children }: RoleCardProps) {
  const { t } = useLingui();
  const titleId = useId();
  return (
    <li className={`panel ${styles.card}`}>
      <h3 id={titleId}>{title}</h3>
      <p>{children}</p>
      <p className={`stack ${styles.links}`}>
        <ActionLink to={view}>{viewLabel}</ActionLink>
        <Link to={details} aria-describedby={titleId}>{t`More details`}</Link>
      </p>
    </li>
  );
}

/** Illustration: a car on a road whose lane marking becomes the lines of a document. */
function JourneyPicture() {
  return (
    <svg viewBox="0 0 420 220" role="presentation" aria-hidden="true" focusable="false">
      <circle cx="318" cy="62" r="34" fill="#f2b33d" />
      <path
        d="M0 168c60-34 108-46 156-34s78 26 122 10 92-28 142-8v84H0z"
        fill="var(--brand-wash)"
      />
      <path d="M0 188h420v32H0z" fill="#0a3f47" />
      <g fill="#f2b33d">
        <path d="M8 202h34v4H8zM62 202h34v4H62zM116 202h34v4h-34z" />
        <circle cx="182" cy="204" r="3.4" />
        <circle cx="206" cy="204" r="3.4" />
        <circle cx="230" cy="204" r="3.4" />
        <circle cx="254" cy="204" r="3.4" />
      </g>
      <g transform="translate(44 104)">
        <path
          d="M6 66c-4-16 2-28 20-31l22-5 22-20c7-6 14-8 24-8h34c12 0 20 4 27 13l15 18c14 2 22 9 23 22l1 11c0 5-3 8-8 8H14c-5 0-7-3-8-8z"
          fill="var(--brand)"
        />
        <path
          d="M59 31l17-16c5-4 10-6 17-6h10v22zm52 0V9h16c9 0 15 3 20 9l10 13z"
          fill="var(--paper)"
        />
        <path d="M104 42h14v5h-14z" fill="#f2b33d" />
        <circle cx="48" cy="74" r="17" fill="#1c2b33" />
        <circle cx="48" cy="74" r="7" fill="#fbf9f5" />
        <circle cx="152" cy="74" r="17" fill="#1c2b33" />
        <circle cx="152" cy="74" r="7" fill="#fbf9f5" />
      </g>
      <g transform="translate(284 92)">
        <path
          d="M0 0h68l24 24v100H0z"
          fill="var(--surface)"
          stroke="var(--brand)"
          strokeWidth="4"
        />
        <path d="M68 0v24h24" fill="none" stroke="var(--brand)" strokeWidth="4" />
        <path
          d="M14 40h26M14 58h26M14 76h26M14 94h26"
          stroke="var(--line-strong)"
          strokeWidth="5"
        />
        <path d="M50 40h28M50 58h18M50 76h24M50 94h12" stroke="#f2b33d" strokeWidth="5" />
      </g>
    </svg>
  );
}
