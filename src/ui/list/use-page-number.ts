import { useSearchParams } from 'react-router-dom';

/** The page of a list that the address names (`?page=`); the first where it names none. */
export function usePageNumber(): number {
  const [address] = useSearchParams();
  return Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
}
