import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { RoadPicture } from '#portal/road-picture.tsx';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';
import { installation } from '#ui/frame/installation.tsx';
import { ActionLink, Page } from '#ui/frame/page.tsx';
import styles from './role-page.module.css';

export default function RolePage() {
  const { t } = useLingui();
  const { holder } = installation();
  return (
    <Page
      title={t`The data your car makes are yours to use`}
      hero={<RoadPicture />}
      lead={t`Under the EU Data Act, ${holder} gives you a copy of them, or sends them to someone you choose. It is free of charge for users, and every step has a date.`}
    >
      <div className={styles.below}>
        <h2 className="visually-hidden">{t`Who are you?`}</h2>
        <ul className={`stack plain ${styles.cards}`}>
          <RoleCard
            glyph="person"
            isFirst
            title={t`User or third party`}
            details="/right/customer"
            view="/home/data-acquisition"
            viewLabel={t`View my applications`}
          >
            {t`You own, rent or lease a connected vehicle, or you act for someone who does.`}
          </RoleCard>
          <RoleCard
            glyph="building"
            title={t`Public sector body`}
            details="/right/government"
            view="/home/data-acquisition/public-sector"
            viewLabel={t`View the request form`}
          >
            {t`You need vehicle data because of an exceptional need in the public interest.`}
          </RoleCard>
          <RoleCard
            glyph="mail"
            title={t`Other entities`}
            details="/right/other-entities"
            view="/right/other-entities#write"
            viewLabel={t`View how to write to us`}
          >
            {t`None of these applies to you. Send us a formal written request instead of using the form.`}
          </RoleCard>
        </ul>
        <Steps />
      </div>
    </Page>
  );
}

function Steps() {
  const { t } = useLingui();
  const steps = [
    [t`Link your car in the vehicle app`, t`Once, so that we know it is yours.`],
    [t`Apply, with one proof`, t`For example the registration certificate.`],
    [t`Choose what you want`, t`Trips, battery, location and six more, for the period you choose.`],
    [
      t`Download your file`,
      t`As an Excel workbook or in open formats, locked with a password that we e-mail to you.`,
    ],
  ];
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{t`From your car to your desk in four steps`}</h2>
      <ol className={`plain ${styles.steps}`}>
        {steps.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b> <span className="small">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface RoleCardProps {
  glyph: GlyphName;
  isFirst?: boolean;
  title: string;
  details: string;
  view: string;
  viewLabel: string;
  children: ReactNode;
}

function RoleCard(props: RoleCardProps) {
  const { glyph, isFirst = false, title, details, view, viewLabel, children } = props;
  const { t } = useLingui();
  const titleId = useId();
  return (
    <li className={`panel ${styles.card}`} data-first={isFirst || undefined}>
      <h3 id={titleId}>
        <Glyph name={glyph} /> <span>{title}</span>
      </h3>
      <p>{children}</p>
      <p className={`row ${styles.links}`}>
        <ActionLink to={view} variant={isFirst ? 'filled' : 'outline'}>
          {viewLabel}
        </ActionLink>
        <Link to={details} aria-describedby={titleId}>{t`More details`}</Link>
      </p>
    </li>
  );
}
