import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openPage } from '#tests/components/open-page.tsx';
import { analyst } from '#tests/components/people.ts';
import { pageOf, rowsOf, textOf } from '#tests/components/reading.ts';

const csv = [
  'Order number,Step,Time,Agent,Part',
  'good,Submit,2026-01-01T00:00:00Z,anna,customer',
  'good,Review started,2026-01-02T00:00:00Z,ben,agent',
  'hasty,Submit,2026-01-01T00:00:00Z,cleo,customer',
  'hasty,Approve,2026-01-02T00:00:00Z,ben,agent',
  'own,Submit,2026-01-01T00:00:00Z,ben,customer',
  'own,Review started,2026-01-02T00:00:00Z,ben,agent',
  'odd,Archive,2026-01-02T00:00:00Z,ben,agent',
].join('\n');

async function choose(name: string, ...parts: BlobPart[]) {
  const user = openPage('/charts/application/log', {}, analyst);
  const page = await pageOf('Another system’s log');
  await user.upload(within(page).getByLabelText(/^Event log/), new File(parts, name));
  return { user, page };
}

describe('another system’s log', () => {
  test('in CSV is read by its columns, told in our words, and replayed', async () => {
    const { user, page } = await choose('theirs.CSV', csv);
    expect(await screen.findByLabelText('Application')).toHaveProperty('value', 'Order number');
    expect(screen.getByLabelText('Role (if known)')).toHaveProperty('value', 'Part');
    await user.click(screen.getByRole('button', { name: 'Read the table' }));
    expect(await screen.findByLabelText('Review started × 2')).toHaveProperty(
      'value',
      'review.start',
    );
    await user.selectOptions(screen.getByLabelText('Submit × 3'), 'application.file');
    await user.selectOptions(screen.getByLabelText('Approve × 1'), 'data.approve');
    await user.selectOptions(screen.getByLabelText('Role: customer'), 'requester');
    await user.selectOptions(screen.getByLabelText('Role: agent'), 'reviewer');
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    const heading = await screen.findByRole('heading', { name: 'The log on the machine' });
    expect(document.activeElement).toBe(heading);
    expect(textOf(page)).toContain('Fitness50%Applications4Without a deviation1Not ended4Events7');
    expect(textOf(page)).toContain('3 applications deviate.');
    const [kinds, first] = within(page).getAllByRole('table').map(rowsOf);
    expect(kinds?.slice(1)).toEqual([
      ['Approve', 'Submitted', 'the machine does not accept this event there', '1', 'hasty'],
      ['Review started', 'Submitted', expect.stringContaining('isOthers'), '1', 'own'],
      ['–', '–', 'the filing is not in the log; it is assumed', '1', 'odd'],
      ['Archive', 'Submitted', 'the machine has no such event', '1', 'odd'],
    ]);
    expect(first?.slice(1).map((cells) => cells.slice(0, 2))).toEqual([
      ['hasty', '2'],
      ['own', '2'],
      ['odd', '0'],
    ]);
    // The words that were chosen stay, to be chosen otherwise; the next result is read from its heading.
    expect(screen.getByLabelText('Submit × 3')).toHaveProperty('value', 'application.file');
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    const next = await screen.findByRole('heading', { name: 'The log on the machine' });
    expect(next).not.toBe(heading);
    expect(document.activeElement).toBe(next);
  });

  test('in XES is read at once', async () => {
    const { user, page } = await choose(
      'theirs.xes',
      `<log><trace><string key="concept:name" value="a"/><event>
       <string key="concept:name" value="application.file"/>
       <date key="time:timestamp" value="2026-01-01T00:00:00Z"/></event></trace></log>`,
    );
    await user.click(await screen.findByRole('button', { name: 'Replay' }));
    await screen.findByRole('heading', { name: 'The log on the machine' });
    expect(textOf(page)).toContain('Everything is as the machine allows.');
  });

  test.each([
    ['a.xes', '<log>\n<trace></log>', 'This is no XES. Line 2. unexpected close tag.'],
    ['a.xes', '<html/>', 'This is no XES. Line 1. <html> stands where <log> is to'],
    ['a.csv', '', 'The file is empty.'],
    ['a.csv', new Uint8Array([65, 255, 66]), 'The file is no text in UTF-8.'],
    ['a.csv', '"a', 'This is no CSV. Line 1. a quote is never closed'],
  ])('%s with %j is refused in words', async (name, content, words) => {
    const { page } = await choose(name, content);
    expect(textOf(await within(page).findByRole('alert'))).toContain(words);
  });

  test('with a time that is none names the line and the column', async () => {
    const { user, page } = await choose('a.csv', 'case,activity,time\n1,file,soon\n');
    await user.click(await screen.findByRole('button', { name: 'Read the table' }));
    expect(textOf(await within(page).findByRole('alert'))).toContain(
      'There is no time in “time”. Line 2.',
    );
  });

  test('larger than the limit is not read', async () => {
    const user = openPage('/charts/application/log', {}, analyst);
    const page = await pageOf('Another system’s log');
    const file = new File(['<log/>'], 'a.xes');
    Object.defineProperty(file, 'size', { value: 64 * 1024 * 1024 + 1 });
    await user.upload(within(page).getByLabelText(/^Event log/), file);
    expect(textOf(await within(page).findByRole('alert'))).toContain(
      'The file is larger than 64 MB.',
    );
  });
});
