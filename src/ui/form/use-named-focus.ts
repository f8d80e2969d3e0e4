import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Focuses the field that the address names behind its `#`, as soon as it is there and visible. */
export function useNamedFocus(isVisible: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    // The first page of a visit has the key `default`: the browser goes to the place itself.
    if (!isVisible || !hash || key === 'default') return;
    const focus = () => {
      const element = document.getElementById(decodeURIComponent(hash.slice(1)));
      element?.focus();
      return element !== null;
    };
    if (focus()) return;
    // Some fields are loaded apart.
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isVisible, hash, key]);
}
