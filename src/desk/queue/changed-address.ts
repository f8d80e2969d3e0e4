/** Address with one part of the filter changed; it begins at its first page. */
export function changedAddress(
  address: URLSearchParams,
  key: string,
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value) next.set(key, value);
  else next.delete(key);
  next.delete('page');
  return next;
}
