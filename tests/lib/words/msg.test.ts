import { readFile } from 'node:fs/promises';
import { createBabelExtractor } from '@lingui/cli/api/extractors/babel';
import { getConfig } from '@lingui/conf';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';
import { described } from './described.ts';

const SOURCE = 'tests/lib/words/described.ts';

it('msg describes a message as the extractor reads it from the source', async () => {
  const extracted: unknown[] = [];
  const linguiConfig = getConfig();
  await createBabelExtractor({}).extract(
    SOURCE,
    await readFile(SOURCE, 'utf8'),
    ({ id, message }) => extracted.push({ id, message }),
    { linguiConfig },
  );
  expect(extracted).toEqual(described('VD-1', 2).map(({ id, message }) => ({ id, message })));
});

it('msg inserts new values on each call', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  i18n.setMessagesCompiler(compileMessage);
  expect(described('VD-1', 1).map(i18n.t)).toEqual([
    'Plain',
    'Application VD-1 received',
    'First line\nVD-1, 2 times',
    'It is wrong; 1 try left.',
    'To',
  ]);
  expect(described('VD-2', 0).map(i18n.t)).toContain('It is wrong; none left.');
});
