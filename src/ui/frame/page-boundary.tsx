import { Component, type ReactNode } from 'react';
import { PageFailed } from './page.tsx';

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
