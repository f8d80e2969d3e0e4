import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MAIN_LIST } from './addresses.ts';

export type EndForm = (to: string, state?: string) => void;

const OVER = 'form-entries-over';

const keysIn = (item: string): string[] => JSON.parse(sessionStorage.getItem(item) ?? '[]');

function addKeys(item: string, keys: readonly string[]) {
  sessionStorage.setItem(item, JSON.stringify([...new Set([...keysIn(item), ...keys])]));
}

/**
 * Skips entries of the browser's history that would show a form empty, because it was sent or
 * abandoned. `form` names the form, `end` leaves it when it is sent or abandoned. The page shows
 * nothing while `isOver`.
 */
export function useFormEntries(form: string): { isOver: boolean; end: EndForm } {
  const { key } = useLocation();
  const navigate = useNavigate();
  const item = `form-entries:${form}`;
  // Determined when the entry is reached: `end` is called before the page is left.
  const [reached, setReached] = useState({ key: '', isOver: false });
  if (reached.key !== key) setReached({ key, isOver: keysIn(OVER).includes(key) });
  const { isOver } = reached;
  useEffect(() => {
    // The first entry of a visit has the key `default` in every visit.
    if (!isOver && key !== 'default') addKeys(item, [key]);
    if (!isOver) return;
    if (window.history.state?.idx > 0) navigate(-1);
    else navigate(MAIN_LIST, { replace: true });
  }, [isOver, key, item, navigate]);
  const end: EndForm = (to, state) => {
    addKeys(OVER, keysIn(item));
    sessionStorage.removeItem(item);
    navigate(to, { replace: true, state });
  };
  return { isOver, end };
}
