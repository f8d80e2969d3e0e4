import '@mantine/core/styles/Breadcrumbs.layer.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Breadcrumbs, Button } from '@mantine/core';
import { Component, createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';
import type { Elements } from '#ui/elements.ts';
import { SentenceSpace, wholeNumbers } from '#ui/language/translated-text.tsx';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  /** The pages above this one, outermost first. */
  above?: readonly { to: string; label: string }[];
  /** Shown next to the title on wide screens. */
  picture?: Elements;
  /** Actions of the page, next to the title. */
  actions?: ReactNode;
  children?: Elements;
}

const WithinPage = createContext(false);

/** A page under its heading. After a change of page the heading has the focus. */
export function Page({ title, lead, above, picture, actions, children }: PageProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname, hash } = useLocation();

  useEffect(() => {
    document.title = `${title} – ${t`Vehicle data access`}`;
  }, [title, t]);

  const arrivedAt = useRef('');
  useEffect(() => {
    // A change of the query, as by a filter, is not a change of page.
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    // The first page of a visit has the key `default`: the browser sets its focus itself.
    if (key === 'default') return;
    // An address with a place in the page leads there.
    if (hash) return;
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, [key, pathname, hash]);

  return (
    <article>
      {above && (
        <nav aria-label={t`Breadcrumb`} className="soft">
          <Breadcrumbs separator={<span aria-hidden>›</span>}>
            {above.map(({ to, label }) => (
              <Link key={to} to={to}>
                {wholeNumbers(label)}
              </Link>
            ))}
            <span aria-current="page">{wholeNumbers(title)}</span>
          </Breadcrumbs>
        </nav>
      )}
      <div className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {wholeNumbers(title)}
          </h1>
          {lead && <div className={`stack stack-small ${styles.lead}`}>{lead}</div>}
        </div>
        {picture}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <WithinPage value>{children}</WithinPage>
    </article>
  );
}

/** Shown when data could not be loaded. Without a surrounding page it renders one. */
export function PageFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  const isWithinPage = useContext(WithinPage);
  const retry = <button type="button" onClick={onRetry}>{t`Try again`}</button>;
  if (!isWithinPage) return <Page title={t`The page could not be loaded.`}>{retry}</Page>;
  return (
    <p>
      <Trans>The page could not be loaded.</Trans>
      <SentenceSpace />
      {retry}
    </p>
  );
}

interface PageBoundaryProps {
  /** Resets the boundary when it changes. */
  address: string;
  children: ReactNode;
}

/** Error boundary of a page, so that a script that failed to load leaves the frame usable. */
export class PageBoundary extends Component<PageBoundaryProps, { isFailed: boolean }> {
  override state = { isFailed: false };

  static getDerivedStateFromError() {
    return { isFailed: true };
  }

  override componentDidUpdate({ address }: PageBoundaryProps) {
    if (this.state.isFailed && address !== this.props.address) this.setState({ isFailed: false });
  }

  override render() {
    if (!this.state.isFailed) return this.props.children;
    // The browser requests a failed script again only in a new document.
    return <PageFailed onRetry={() => location.reload()} />;
  }
}

interface ActionLinkProps {
  to: string;
  glyph?: GlyphName;
  children: ReactNode;
}

/** Link styled as a primary button. */
export function ActionLink({ to, glyph = 'arrow', children }: ActionLinkProps) {
  return (
    <Button component={Link} to={to} rightSection={<Glyph name={glyph} />}>
      <span>{children}</span>
    </Button>
  );
}
