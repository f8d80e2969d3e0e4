import { describe, expect, it } from 'vitest';
import { type Language, languageCodes } from '#contract/languages.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const portal = portalOfTest(startPortal);

const post = (subject: string, recipient = 'owner@example.eu', body = 'Code: 123456') =>
  portal.services.store.transact((trx) =>
    postMail(trx, { subject, body, recipient, language: 'en', at: portal.services.now() }),
  );
const get = (url: string, language: Language = 'en') =>
  portal.app.inject({ url, headers: { 'accept-language': language } });

describe('the mailbox page', () => {
  it('shows the newest mail first, without scripts', async () => {
    await post('First');
    portal.clock.advance(1000);
    await post('Second');
    const { body, headers } = await get('/mailbox');
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'));
    expect(body).not.toMatch(/<script|\son[a-z]+=|style=/i);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['cache-control']).toBe('no-store');
    expect((await get('/mailbox.css')).headers['content-type']).toMatch(/^text\/css/);
  });

  it('escapes texts of users', async () => {
    await post(
      '<img src=x onerror=alert(1)>',
      '"<b>"@example.eu',
      'a & <script>b</script> https://portal.example/a?b=1&c=2',
    );
    const { body } = await get('/mailbox?recipient=%22%3E%3Cscript%3E');
    expect(body).not.toContain('<script');
    const { body: all } = await get('/mailbox');
    expect(all).not.toMatch(/<script|<img|<b>/);
    expect(all).toContain('<a href="https://portal.example/a?b=1&amp;c=2">');
  });

  it('filters by recipient and has several pages', async () => {
    for (let index = 1; index <= 21; index++) {
      portal.clock.advance(1000);
      await post(`Mail no. ${index}.`);
    }
    await post('For somebody else', 'other@example.eu');
    const first = (await get('/mailbox?recipient=Owner@example.eu')).body;
    expect(first).toContain('Mail no. 21.');
    expect(first).not.toMatch(/Mail no\. 1\.|somebody else/);
    expect(first).toContain('1 to 20 of 21');
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = (await get(next)).body;
    expect(second).toContain('Mail no. 1.');
    expect(second).not.toContain('rel="next"');
  });

  it.each(languageCodes)('is translated to %s', async (language) => {
    const { body } = await get('/mailbox', language);
    expect(body).toContain(`<html lang="${language}">`);
    if (language !== 'en') expect(body).not.toContain('Local mailbox');
  });

  it('lists mails as JSON', async () => {
    await post('First');
    const listed = (await get('/mailbox.json?recipient=owner@example.eu')).json();
    expect(listed).toEqual({
      total: 1,
      mails: [expect.objectContaining({ subject: 'First', body: 'Code: 123456', sentAt: null })],
    });
  });

  it('rejects an invalid page number', async () => {
    for (const page of ['0', 'many']) {
      const { statusCode, body } = await get(`/mailbox?page=${page}`);
      expect(statusCode, body).toBe(400);
    }
  });
});

describe('there is no mailbox page', () => {
  it.each([
    ['in production', production],
    ['where mail leaves by SMTP', { SMTP_URL: 'smtp://127.0.0.1:1' }],
  ])('%s', async (_, settings) => {
    const other = await startPortal({ settings });
    try {
      for (const url of ['/mailbox', '/mailbox.json', '/mailbox.css']) {
        const { statusCode, body } = await other.app.inject({ url });
        expect(statusCode, `${url}: ${body}`).toBe(404);
      }
      expect((await other.call('config', {})).data.mailbox).toBeNull();
    } finally {
      await other.close();
    }
  });
});
