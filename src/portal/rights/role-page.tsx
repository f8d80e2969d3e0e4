import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { RoadPicture } from '#portal/road-picture.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { installation } from '#ui/frame/installation.tsx';
import { ActionLink, Page } from '#ui/frame/page.tsx';
import styles from './role-page.module.css';

export default function RolePage() {
  const { t } = useLingui();
  const { holder } = installation();
  const cards = [
    {
      glyph: 'person',
      title: t`User or third party`,
      text: t`You own, rent or lease a connected vehicle, or you act for someone who does.`,
      details: '/right/customer',
      view: '/home/data-acquisition',
      viewLabel: t`View my applications`,
    },
    {
      glyph: 'building',
      title: t`Public sector body`,
      text: t`You need vehicle data because of an exceptional need in the public interest.`,
      details: '/right/government',
      view: '/home/data-acquisition/public-sector',
      viewLabel: t`View the request form`,
    },
    {
      glyph: 'mail',
      title: t`Other entities`,
      text: t`None of these applies to you. Send us a formal written request instead of using the form.`,
      details: '/right/other-entities',
      view: '/right/other-entities#write',
      viewLabel: t`View how to write to us`,
    },
  ] as const;
  return (
    <Page
      title={t`The data your car makes are yours to use`}
      hero={<RoadPicture />}
      lead={t`Under the EU Data Act, ${holder} gives you a copy of them, or sends them to someone you choose. It is free of charge for users, and every step has a date.`}
    >
      <div className={styles.below}>
        <h2 className="visually-hidden">{t`Who are you?`}</h2>
        <ul className={`stack plain ${styles.cards}`}>
          {cards.map(({ glyph, title, details, view, viewLabel, text }, index) => (
            <li
              key={glyph}
              className={`panel ${styles.card}`}
              data-first={index === 0 || undefined}
            >
              <h3 id={glyph}>
                <Glyph name={glyph} /> <span>{title}</span>
              </h3>
              <p>{text}</p>
              <p className={`row ${styles.links}`}>
                <ActionLink to={view} variant={index === 0 ? 'filled' : 'outline'}>
                  {viewLabel}
                </ActionLink>
                <Link to={details} aria-describedby={glyph}>{t`More details`}</Link>
              </p>
            </li>
          ))}
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
