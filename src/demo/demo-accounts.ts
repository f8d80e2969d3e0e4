/** Addresses a demonstration can be tried with. */
export const demoAccounts = [
  { role: 'owner', email: 'owner@example.eu' },
  { role: 'publicSector', email: 'authority@example.eu' },
  { role: 'reviewer', email: 'reviewer@example.eu' },
  { role: 'lead', email: 'lead@example.eu' },
  { role: 'auditor', email: 'auditor@example.eu' },
  { role: 'analyst', email: 'analyst@example.eu' },
] as const;
