/** The sign: a road running to the horizon, its lane marking turning into data. */
export function Mark() {
  return (
    <svg viewBox="0 0 40 40" width="2.2em" height="2.2em" aria-hidden="true" focusable="false">
      <rect width="40" height="40" rx="9" fill="#f2b33d" />
      <path d="M16.6 7h6.8L34 34H6z" fill="#0a3f47" />
      <path d="M19.1 27h1.8l.5 5h-2.8z" fill="#fff" />
      <circle cx="20" cy="22.4" r="1.7" fill="#fff" />
      <circle cx="20" cy="17" r="1.4" fill="#fff" />
      <circle cx="20" cy="12.4" r="1.1" fill="#fff" />
    </svg>
  );
}
