import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Sections of OWASP ASVS 5.0.0 with the number of their requirements of levels 1 and 2. */
const sections = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;
const expected = sections.split(' ').flatMap((section) => {
  const [name, count] = section.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`);
});

const rows = Array.from(
  readFileSync('src/docs/security.md', 'utf8').matchAll(
    /^\| (\d[\d., –]*) \| [^|]+ \| (yes|read|\*\*no\*\*|operator|n\/a) \| (.+) \|$/gm,
  ),
  ([, numbers = '', holds, because = '']) => ({ numbers, holds, because }),
);

/** Parses ranges such as `1.2.3, 1.2.6–1.2.8`. */
function numbersOf(text: string): string[] {
  return text.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–');
    const section = first.slice(0, first.lastIndexOf('.'));
    const numberOf = (each: string) => Number(each.slice(each.lastIndexOf('.') + 1));
    return Array.from(
      { length: numberOf(last) - numberOf(first) + 1 },
      (_, index) => `${section}.${numberOf(first) + index}`,
    );
  });
}

test('the table has every requirement of levels 1 and 2, once and in order', () => {
  expect(rows.flatMap(({ numbers }) => numbersOf(numbers))).toEqual(expected);
});

test('every fulfilled requirement names a test', () => {
  const silent = rows.filter(({ holds, because }) => holds === 'yes' && !because.includes(' › '));
  expect(silent.map(({ numbers }) => numbers)).toEqual([]);
});

const named = new Set(
  rows.flatMap(({ because }) =>
    because
      .split('<br>')
      .flatMap((part) => /`([^`]+\.tsx?)` › (.+)$/.exec(part)?.slice(1).join(' › ') ?? []),
  ),
);

describe('a test that is named', () => {
  test.each([...named])('exists: %s', (name) => {
    const [file = '', title = ''] = name.split(' › ');
    const path = `tests/${file}`;
    expect(existsSync(path), path).toBe(true);
    const source = readFileSync(path, 'utf8');
    expect(["'", '`'].some((quote) => source.includes(`${quote}${title}${quote}`))).toBe(true);
  });
});

const sources = globSync('src/{contract,lib,server,tools}/**/*.ts').map((file) => ({
  file,
  source: readFileSync(file, 'utf8'),
}));
const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, source }) => (pattern.test(source) ? [file] : [])).toSorted();

test.each<[string, RegExp, string[]]>([
  [
    'the server starts programs in two places only',
    /node:child_process/,
    ['src/server/platform/inspection/inspector.ts', 'src/server/site/ensure-build.ts'],
  ],
  ['no program is started in a shell', /\bshell: |\bexec\w*\b.* from 'node:child_process'/, []],
  [
    'regular expressions are built from constants and the operator’s own formats',
    /new RegExp\(/,
    [
      'src/contract/second-factor.ts',
      'src/lib/statechart/paths/scenario-stub.ts',
      'src/lib/words/fold.ts',
      'src/server/live/api-routes.ts',
      'src/server/live/token-format.ts',
      'src/server/platform/inspection/findings.ts',
      'src/tools/backup/write-backup.ts',
      'src/tools/import/times.ts',
    ],
  ],
  ['hashes are SHA-256 and SHA-512', /create(Hash|Hmac)\((?!'sha(256|512)')/, []],
  ['ciphers are AES-256 of Node', /createCipheriv\((?!'aes-256-|ALGORITHM)/, []],
  [
    'no certificate check is disabled',
    /rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
    ['src/server/platform/config/check-settings.ts'],
  ],
])('%s', (_, pattern, expected) => {
  expect(filesWith(pattern)).toEqual(expected);
});
