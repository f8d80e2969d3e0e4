/** Initials of the person with an e-mail address: «MK» of m.keller@example.eu. */
export function initialsOf(email = ''): string {
  const [first = '', second = ''] = (email.split('@')[0] ?? '').split(/[._-]/);
  return (first.slice(0, 1) + (second || first.slice(1)).slice(0, 1)).toUpperCase();
}
