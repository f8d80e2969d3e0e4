import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  concernsAuthority,
  isLawfulGround,
  type Provision,
  type RefusalGround,
  refusalGrounds,
} from '#machines/refusal-grounds.ts';
import { grounds, rootFontSizes } from './constants.ts';

test('root font sizes depend on the screen width', () => {
  const css = readFileSync(new URL('../../../src/ui/base.css', import.meta.url), 'utf8');
  const base = /^html:root \{[^}]*font-size: (\d+)%/m.exec(css)?.[1];
  const steps = css.matchAll(/min-width: (\d+)px\) \{\s*html:root \{\s*font-size: (\d+)%/g);
  const sizes = [
    [0, Number(base)],
    ...[...steps].map(([, width, size]) => [+(width ?? 0), +(size ?? 0)]),
  ];
  expect(Object.fromEntries(sizes)).toEqual(rootFontSizes);
});

test('grounds of a refusal have the table’s clauses, addressees and notifications', () => {
  const askers = {
    user: { kind: 'personal', isForThirdParty: false },
    thirdParty: { kind: 'personal', isForThirdParty: true },
    publicBody: { kind: 'public', isForThirdParty: false },
  } as const;
  const uses = Object.entries(askers);
  const inProduct = (Object.keys(refusalGrounds) as RefusalGround[]).map((ground) => ({
    ground,
    clauses: refusalGrounds[ground].provisions.map(clauseOf),
    against: uses.filter(([, use]) => isLawfulGround(ground, use)).map(([asker]) => asker),
    ...(concernsAuthority(ground) && { isNotified: true }),
  }));
  expect(inProduct).toEqual(grounds);
});

function clauseOf({ article, paragraph, point }: Provision): string {
  return `${article}(${paragraph})${point ? `(${point})` : ''}`;
}
