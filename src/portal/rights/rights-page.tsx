import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { Elements } from '#ui/elements.ts';
import { Page } from '#ui/frame/page.tsx';

interface RightsPageProps {
  title: string;
  lead: ReactNode;
  sections: readonly {
    id?: string;
    title: string;
    /** Paragraphs, and the points of lists. */
    content: readonly (string | ReactElement | readonly string[])[];
  }[];
  children?: Elements;
}

export function RightsPage({ title, lead, sections, children }: RightsPageProps) {
  const { t } = useLingui();
  return (
    <Page title={title} above={[{ to: '/role', label: t`Start` }]} lead={lead}>
      <div className="prose">
        {sections.map((section) => (
          <section key={section.title} id={section.id}>
            <h2>{section.title}</h2>
            {section.content.map((part) => {
              if (typeof part === 'string') return <p key={part}>{part}</p>;
              if (!('length' in part)) return part;
              return (
                <ul key={part[0]}>
                  {part.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              );
            })}
          </section>
        ))}
        {children}
      </div>
    </Page>
  );
}
