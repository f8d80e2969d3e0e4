import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { type PublicSection, publicSections, sectionAddress } from '#portal/addresses.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import styles from './section-list.module.css';

interface SectionListProps {
  here: PublicSection;
  isDone: (section: PublicSection) => boolean;
}

export function SectionList({ here, isDone }: SectionListProps) {
  const { t } = useLingui();
  const titles = useSectionTitles();
  return (
    <nav aria-label={t`Sections of the request`} className={`measure below ${styles.sections}`}>
      <ol className="plain">
        {publicSections.map((section) => (
          <li key={section} {...(isDone(section) && { 'data-done': true })}>
            <Link
              to={sectionAddress(section)}
              {...(section === here && { 'aria-current': 'step' as const })}
            >
              {titles[section]}
            </Link>
            {section !== 'check' && (
              <span className="soft">
                {isDone(section) ? (
                  <span>
                    <Glyph name="check" /> <Trans>Complete</Trans>
                  </span>
                ) : (
                  <Trans>To be completed</Trans>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function useSectionTitles(): Record<PublicSection, string> {
  const { t } = useLingui();
  return {
    body: t`The public sector body`,
    data: t`The data`,
    use: t`The use`,
    formalities: t`Formal requirements`,
    delivery: t`Delivery`,
    check: t`Check your answers`,
  };
}
