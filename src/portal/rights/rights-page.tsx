import { useLingui } from '@lingui/react/macro';
import type { Elements } from '#ui/elements.ts';
import { Page } from '#ui/frame/page.tsx';

interface RightsPageProps {
  title: string;
  lead: string;
  sections: readonly { title: string; content: readonly (string | readonly string[])[] }[];
  children: Elements;
}

export function RightsPage({ title, lead, sections, children }: RightsPageProps) {
  const { t } = useLingui();
  return (
    <Page title={title} above={[{ to: '/role', label: t`Start` }]} lead={lead}>
      <div className="prose">
        {sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            {section.content.map((part) =>
              typeof part === 'string' ? (
                <p key={part}>{part}</p>
              ) : (
                <ul key={part[0]}>
                  {part.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
        {children}
      </div>
    </Page>
  );
}
