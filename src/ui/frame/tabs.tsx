import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = nav.current?.querySelector(`a[href="${pathname}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
      {children}
    </nav>
  );
}
