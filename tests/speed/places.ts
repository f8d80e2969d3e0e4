import type { Persona } from '#demo/testing/personas.ts';
import { addressOf } from '#tests/browser/personas.ts';

/** A page, and its main content. */
export interface Place {
  name: string;
  address: string;
  /** Signed-in role; none by default. */
  as?: Persona;
  /** Matches the main content once it is usable, not its prerendered form. */
  awaited: string;
  /** Maximum median, in ms. */
  goal: number;
}

type People = Record<Persona['role'], Persona>;

const LIST = '/home/data-acquisition';

/** Pages with a speed goal. */
export function timedPlaces({ owner, reviewer, analyst }: People): Place[] {
  const number = addressOf(owner, '{qualification.submitted}');
  return [
    { name: 'sign-in', address: '/login', awaited: 'input[type=email]:enabled', goal: 2000 },
    { name: 'list', address: LIST, as: owner, awaited: 'main tbody a[href*="VD"]', goal: 2500 },
    {
      name: 'queue',
      address: '/desk',
      as: reviewer,
      awaited: 'main tbody a[href*="VD"]',
      goal: 2500,
    },
    {
      name: 'case',
      address: `/desk/applications/${number}`,
      as: reviewer,
      awaited: '#decision input[type=radio]:enabled',
      goal: 3000,
    },
    {
      name: 'chart',
      address: '/charts/application',
      as: analyst,
      awaited: 'main svg [data-state]',
      goal: 3000,
    },
  ];
}

/** Further pages that must not shift. */
export function stillPlaces(people: People): Place[] {
  const { owner } = people;
  const number = addressOf(owner, '{qualification.submitted}');
  const heading = 'main h1';
  return [
    ...timedPlaces(people),
    { name: 'role', address: '/role', awaited: heading, goal: 0 },
    { name: 'role, signed in', address: '/role', as: owner, awaited: heading, goal: 0 },
    { name: 'rights', address: '/right/customer', awaited: heading, goal: 0 },
    { name: 'policy', address: '/policy/privacy', awaited: heading, goal: 0 },
    {
      name: 'details',
      address: `${LIST}/applications/${number}`,
      as: owner,
      awaited: heading,
      goal: 0,
    },
    { name: 'charts', address: '/charts', as: people.analyst, awaited: heading, goal: 0 },
  ];
}
