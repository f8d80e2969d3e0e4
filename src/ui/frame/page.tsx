import '@mantine/core/styles/Breadcrumbs.layer.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Breadcrumbs, Button } from '@mantine/core';
import { Component, createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';
import type { Elements } from '#ui/elements.ts';
import { SentenceSpace, withUnbrokenNumbers } from '#ui/language/translated-text.tsx';
import styles from './page.module.css';

export interface PageProps {
  title: string;
  /** Number of listed items, shown after the title; empty until it is known. */
  count?: string;
  lead?: ReactNode;
  above?: readonly { to: string; label: string }[];
  /** Link that replaces the breadcrumb on pages whose head is a single line. */
  back?: { to: string; label: string };
  /** Subject of the page, such as an application number, for the title of the document. */
  subject?: string | undefined;
  crumb?: string;
  hero?: Elements;
  rail?: Elements;
  actions?: ReactNode;
  children?: Elements;
}

const WithinPage = createContext(false);

export function Page(props: PageProps) {
  const { title, count, subject, crumb, lead, above, back, hero, rail, actions, children } = props;
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname, hash } = useLocation();

  useEffect(() => {
    document.title = [title, subject, crumb, t`Vehicle data access`].filter(Boolean).join(' – ');
  }, [title, subject, crumb, t]);

  const arrivedAt = useRef('');
  useEffect(() => {
    // A change of the query string, for example by a filter, is not a navigation.
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    // The first page of a visit has the key `default`: the browser sets its focus itself.
    if (key === 'default') return;
    if (hash) return;
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, [key, pathname, hash]);

  const shownTitle = (
    <h1 ref={heading} tabIndex={-1}>
      {count === undefined ? (
        withUnbrokenNumbers(title)
      ) : (
        <>
          <span>{withUnbrokenNumbers(title)}</span>
          <span className={styles.count}>{` ${count}`}</span>
        </>
      )}
    </h1>
  );
  const content = (
    <>
      {above && (
        <nav aria-label={t`Breadcrumb`} className="soft">
          <Breadcrumbs separator={<span aria-hidden>›</span>}>
            {above.map(({ to, label }) => (
              <Link key={to} to={to}>
                {withUnbrokenNumbers(label)}
              </Link>
            ))}
            <span aria-current="page">{withUnbrokenNumbers(crumb ?? title)}</span>
          </Breadcrumbs>
        </nav>
      )}
      {back ? (
        <div className={`row ${styles.line}`}>
          <Link to={back.to}>
            <Glyph name="back" /> <span>{back.label}</span>
          </Link>
          {shownTitle}
          <div>{lead}</div>
          <div>{actions}</div>
        </div>
      ) : (
        <div className={hero ? styles.hero : styles.head}>
          {hero}
          <div>
            {shownTitle}
            {lead && <div className={`stack stack-small ${styles.lead}`}>{lead}</div>}
          </div>
          {actions && <div className={`row ${styles.actions}`}>{actions}</div>}
        </div>
      )}
      <WithinPage value>{children}</WithinPage>
    </>
  );
  if (!rail) return <article>{content}</article>;
  return (
    <article className={styles.railed}>
      {rail}
      <div>{content}</div>
    </article>
  );
}

export const isFormPage = (pathname: string): boolean =>
  /\/(new|data-request|supplement|public-sector(?!\/status))\b/.test(pathname);

export function PageFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  const isWithinPage = useContext(WithinPage);
  const { pathname } = useLocation();
  const retry = <button type="button" onClick={onRetry}>{t`Try again`}</button>;
  if (!isWithinPage)
    return (
      <Page title={t`The page could not be loaded.`}>
        {/* The input is stored in the tab or in the account's draft. */}
        {isFormPage(pathname) && <p>{t`Your input is kept.`}</p>}
        {retry}
      </Page>
    );
  return (
    <p>
      <Trans>The page could not be loaded.</Trans>
      <SentenceSpace />
      {retry}
    </p>
  );
}

interface PageBoundaryProps {
  address: string;
  /** By default a message with a button that loads the page again. */
  fallback?: ReactNode;
  children: ReactNode;
}

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
    // Browsers request a failed script again only in a new document.
    return this.props.fallback ?? <PageFailed onRetry={() => location.reload()} />;
  }
}

interface ActionLinkProps {
  to: string;
  glyph?: GlyphName;
  variant?: 'filled' | 'outline';
  children: ReactNode;
}

export function ActionLink(props: ActionLinkProps) {
  const { to, glyph = 'arrow', variant = 'filled', children } = props;
  return (
    <Button component={Link} to={to} variant={variant} rightSection={<Glyph name={glyph} />}>
      <span>{children}</span>
    </Button>
  );
}
