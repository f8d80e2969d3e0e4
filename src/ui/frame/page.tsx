import { Trans, useLingui } from '@lingui/react/macro';
import { Breadcrumbs } from '@mantine/core';
import '@mantine/core/styles/Breadcrumbs.layer.css';
import { Component, createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Elements } from '#ui/elements.ts';
import { wholeNumbers } from '#ui/format/whole-numbers.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import styles from './page.module.css';

export interface PageProps {
  title: string;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  /** The pages above this one, outermost first. */
  above?: readonly { to: string; label: string }[];
  /** Drawn beside the title on wide screens. */
  picture?: Elements;
  /** Ways forward from the page as a whole, beside the title. */
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
    // A change of the query alone, like that of a filter, is no other page.
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

/** Content of a page whose data could not be fetched; where there is no page yet, the whole of it. */
export function PageFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  const isWithinPage = useContext(WithinPage);
  const retry = (
    <button type="button" onClick={onRetry}>
      <Trans>Try again</Trans>
    </button>
  );
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
  /** Another address is another try. */
  address: string;
  children: ReactNode;
}

/** Keeps a page that cannot be shown, its script lost on the way, from taking the rest with it. */
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
    // A script that failed to load is asked for again by a new document only.
    return <PageFailed onRetry={() => location.reload()} />;
  }
}
