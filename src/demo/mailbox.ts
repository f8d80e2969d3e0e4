import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Language } from '#contract/languages.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import { countRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { languageOf } from '#server/platform/http/route.ts';
import { countText, instantText, wordsOf } from '#server/platform/words/words.ts';

const PAGE_SIZE = 20;

const MARK =
  '<svg viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="9" fill="#f2b33d"/><path d="M16.6 7h6.8L34 34H6z" fill="#0a3f47"/><path d="M19.1 27h1.8l.5 5h-2.8z" fill="#fff"/><circle cx="20" cy="22.4" r="1.7" fill="#fff"/><circle cx="20" cy="17" r="1.4" fill="#fff"/><circle cx="20" cy="12.4" r="1.1" fill="#fff"/></svg>';

const query = z.object({
  recipient: z._default(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200)), ''),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
});
type Query = z.output<typeof query>;

export async function mailboxPage(app: FastifyInstance, services: Services): Promise<void> {
  const schema = { hide: true, querystring: query };

  app.get<{ Querystring: Query }>('/mailbox', { schema }, async (request, reply) => {
    const view = await readMailbox(services, request.query);
    return uncached(reply)
      .type('text/html; charset=utf-8')
      .header('vary', 'accept-language')
      .send(mailboxHtml(languageOf(request), view));
  });

  app.get<{ Querystring: Query }>('/mailbox.json', { schema }, async (request, reply) => {
    const { mails, total } = await readMailbox(services, request.query);
    return uncached(reply).send({
      total,
      mails: mails.map((mail) => ({
        id: mail.id,
        messageId: mail.message_id,
        recipient: mail.recipient,
        language: mail.language,
        subject: mail.subject,
        body: mail.body,
        applicationNumber: mail.application_number,
        createdAt: mail.created_at,
        sentAt: mail.sent_at,
      })),
    });
  });

  app.get('/mailbox.css', { schema: { hide: true } }, (_, reply) =>
    reply.type('text/css; charset=utf-8').send(mailboxStyle),
  );
}

const uncached = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

async function readMailbox({ store }: Services, { recipient, page }: Query) {
  const chosen = recipient
    ? store.db.selectFrom('mail').where('recipient', '=', recipient)
    : store.db.selectFrom('mail');
  const mails = await chosen
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  return { mails, total: await countRows(chosen), page, recipient };
}

const to = msg({ message: 'To', context: 'mail' });

type MailboxView = Awaited<ReturnType<typeof readMailbox>>;

function mailboxHtml(language: Language, view: MailboxView): string {
  const translate = wordsOf(language);
  const { recipient, mails } = view;
  const title = translate(msg`Local mailbox of the demonstration`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/mailbox.css">
</head>
<body>
<div class="top"><a href="/role">${MARK} ${translate(msg`Vehicle data access`)}</a></div>
<header>
<h1>${title}</h1>
<p>${translate(msg`No e-mail is sent from this installation. E-mails are shown here instead, including codes and passwords.`)}</p>
<form action="/mailbox" method="get" role="search">
<label for="recipient">${translate(msg`Recipient`)}</label>
<input id="recipient" name="recipient" type="search" autocomplete="off" value="${escapeHtml(recipient)}">
<button type="submit">${translate(msg`Show`)}</button>
${recipient ? `<a href="/mailbox">${translate(msg`Show all`)}</a>` : ''}
<a href="${address(recipient, 1)}">${translate(msg`Reload`)}</a>
</form>
</header>
<main>
${mails.length === 0 ? `<p class="empty">${translate(msg`No e-mails here yet.`)}</p>` : mails.map((mail) => article(language, mail)).join('\n')}
</main>
${pages(language, translate, view)}
</body>
</html>
`;
}

function article(language: Language, mail: Schema['mail']): string {
  const translate = wordsOf(language);
  const instant = new Date(mail.created_at).toISOString();
  return `<article aria-labelledby="mail-${mail.id}">
<h2 id="mail-${mail.id}" lang="${escapeHtml(mail.language)}">${escapeHtml(mail.subject)}</h2>
<p class="facts"><span>${translate(to)} <a href="${address(mail.recipient, 1)}">${escapeHtml(mail.recipient)}</a></span>
<time datetime="${instant}">${instantText(language, mail.created_at, 'UTC')}</time>${mail.sent_at === null ? ` <em>${translate(msg`on its way`)}</em>` : ''}</p>
<div class="body" lang="${escapeHtml(mail.language)}">${withLinks(mail.body)}</div>
</article>`;
}

function pages(language: Language, translate: Translate, view: MailboxView): string {
  const { total, page, recipient, mails } = view;
  if (mails.length === 0) return '';
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + mails.length - 1;
  const from = countText(language, first);
  const to = countText(language, last);
  const all = countText(language, total);
  return `<nav aria-label="${translate(msg`Pages`)}">
${page > 1 ? `<a rel="prev" href="${address(recipient, page - 1)}">${translate(msg`Newer`)}</a>` : ''}
<span>${translate(msg`${{ from }} to ${{ to }} of ${{ total: all }}`)}</span>
${last < total ? `<a rel="next" href="${address(recipient, page + 1)}">${translate(msg`Older`)}</a>` : ''}
</nav>`;
}

function address(recipient: string, page: number): string {
  const search = new URLSearchParams();
  if (recipient) search.set('recipient', recipient);
  if (page > 1) search.set('page', String(page));
  return escapeHtml(search.size > 0 ? `/mailbox?${search}` : '/mailbox');
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
    })
    .join('');
}

const mailboxStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf9f5, #11181c);
  --surface: light-dark(#fff, #182126);
  --ink: light-dark(#1c2b33, #ece7dc);
  --ink-soft: light-dark(#51616a, #adb8bc);
  --line: light-dark(#ddd7c9, #35424a);
  --line-strong: light-dark(#76828a, #7f8d94);
  --brand: light-dark(#0f5a63, #7fd0cf);
  --on-brand: light-dark(#fff, #11181c);
  --brand-deep: light-dark(#0a3f47, #06262b);
  --amber: #f2b33d;
  --amber-wash: light-dark(#fdf1d6, #382d14);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  padding-bottom: 3rem;
  background: var(--paper);
  color: var(--ink);
  font: 0.9375rem/1.5 "Atkinson Hyperlegible Next", system-ui, sans-serif;
}
header, main, nav { max-width: 48rem; margin: 0 auto; padding: 0 1rem; }
.top { margin-bottom: 1.5rem; background: var(--brand-deep); }
.top::after {
  content: "";
  display: block;
  height: 3px;
  background: repeating-linear-gradient(90deg, var(--amber) 0 1.5rem, transparent 1.5rem 2.5rem);
}
.top a {
  display: flex;
  gap: 0.75rem;
  align-items: center;
  max-width: 48rem;
  min-height: 3.5rem;
  margin: 0 auto;
  padding: 0 1rem;
  color: #fff;
  font-weight: 680;
  text-decoration: none;
}
.top svg { width: 2rem; height: 2rem; }
h1 { font-size: 1.625rem; line-height: 1.2; margin: 0 0 0.5rem; }
header > p { margin: 0 0 1rem; padding: 0.75rem 1rem; background: var(--amber-wash); border-radius: 0.375rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin-bottom: 1.5rem; }
label { font-weight: 650; }
input, button { font: inherit; color: inherit; padding: 0.35rem 0.75rem; min-height: 2.5rem; border-radius: 0.375rem; }
input { flex: 1 1 14rem; background: var(--surface); border: 2px solid var(--line-strong); }
button { background: var(--brand); color: var(--on-brand); border: 0; font-weight: 650; cursor: pointer; }
a { color: var(--brand); overflow-wrap: anywhere; }
form a, nav a { padding: 0.5rem 0.25rem; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; box-shadow: 0 0 0 2px var(--amber); }
.top :focus-visible { outline-color: var(--amber); }
article {
  margin-bottom: 1rem;
  padding: 1rem 1.25rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.625rem;
}
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0; }
.facts { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; margin: 0.25rem 0 0.75rem; color: var(--ink-soft); font-size: 0.8125rem; }
.body { white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid var(--line); padding-top: 0.75rem; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--ink-soft); }
nav { display: flex; gap: 1rem; justify-content: center; align-items: center; }
`;
