import type { ReactElement } from 'react';
import type { Elements } from '#ui/elements.ts';
import { Page, type PageProps } from '#ui/frame/page.tsx';

interface ProsePageProps extends Pick<PageProps, 'title' | 'lead' | 'above'> {
  sections: readonly {
    id?: string;
    title: string;
    /** Paragraphs, and the points of lists. */
    content: readonly (string | ReactElement | readonly string[])[];
  }[];
  children?: Elements;
}

export function ProsePage({ sections, children, ...page }: ProsePageProps) {
  return (
    <Page {...page}>
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
