import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Language } from '#contract/languages.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { languageOf } from '#server/platform/http/route.ts';
import { countText, instantText, wordsOf } from '#server/platform/words/words.ts';
import { plainPage } from './plain-page.ts';

const PAGE_SIZE = 20;

const query = z.object({
  recipient: z._default(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200)), ''),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
});
type Query = z.output<typeof query>;

/** Serves the outbox as HTML and JSON. Registered only in a demonstration. */
export async function mailboxPage(app: FastifyInstance, services: Services): Promise<void> {
  const schema = { hide: true, querystring: query };

  app.get<{ Querystring: Query }>('/mailbox', { schema }, async (request, reply) => {
    const view = await readMailbox(services, request.query);
    return unkept(reply)
      .type('text/html; charset=utf-8')
      .header('vary', 'accept-language')
      .send(mailboxHtml(languageOf(request), view));
  });

  app.get<{ Querystring: Query }>('/mailbox.json', { schema }, async (request, reply) => {
    const { mails, total } = await readMailbox(services, request.query);
    return unkept(reply).send({
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

const unkept = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

async function readMailbox({ store }: Services, { recipient, page }: Query): Promise<MailboxView> {
  const chosen = recipient
    ? store.db.selectFrom('mail').where('recipient', '=', recipient)
    : store.db.selectFrom('mail');
  const { total } = await chosen
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const mails = await chosen
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  return { mails, total: Number(total), page, pageSize: PAGE_SIZE, recipient };
}

const to = msg({ message: 'To', context: 'mail' });

interface MailboxView {
  mails: readonly Schema['mail'][];
  total: number;
  page: number;
  pageSize: number;
  recipient: string;
}

function mailboxHtml(language: Language, view: MailboxView): string {
  const translate = wordsOf(language);
  const { recipient, mails } = view;
  return plainPage(
    language,
    translate(msg`Local mailbox of the demonstration`),
    `<header>
<h1>${translate(msg`Local mailbox of the demonstration`)}</h1>
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
${pages(language, translate, view)}`,
  );
}

function article(language: Language, mail: Schema['mail']): string {
  const translate = wordsOf(language);
  const instant = new Date(mail.created_at).toISOString();
  return `<article aria-labelledby="mail-${mail.id}">
<h2 id="mail-${mail.id}" lang="${escapeHtml(mail.language)}">${escapeHtml(mail.subject)}</h2>
<p class="facts"><span>${translate(to)} <a href="${address(mail.recipient, 1)}">${escapeHtml(mail.recipient)}</a></span>
<time datetime="${instant}">${instantText(language, mail.created_at, 'UTC')}</time>${mail.sent_at === null ? ` <em>${translate(msg`on its way`)}</em>` : ''}</p>
<div class="body" lang="${escapeHtml(mail.language)}">${linked(mail.body)}</div>
</article>`;
}

function pages(language: Language, translate: Translate, view: MailboxView): string {
  const { total, page, pageSize, recipient, mails } = view;
  if (mails.length === 0) return '';
  const first = (page - 1) * pageSize + 1;
  const last = first + mails.length - 1;
  const [from, to, of] = [first, last, total].map((count) => countText(language, count)) as [
    string,
    string,
    string,
  ];
  return `<nav aria-label="${translate(msg`Pages`)}">
${page > 1 ? `<a rel="prev" href="${address(recipient, page - 1)}">${translate(msg`Newer`)}</a>` : ''}
<span>${translate(msg`${{ from }} to ${{ to }} of ${{ total: of }}`)}</span>
${last < total ? `<a rel="next" href="${address(recipient, page + 1)}">${translate(msg`Older`)}</a>` : ''}
</nav>`;
}

function address(recipient: string, page: number): string {
  const search = new URLSearchParams();
  if (recipient) search.set('recipient', recipient);
  if (page > 1) search.set('page', String(page));
  return escapeHtml(search.size > 0 ? `/mailbox?${search}` : '/mailbox');
}

function linked(text: string): string {
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
  --ground: light-dark(#f4f6f8, #14181d);
  --sheet: light-dark(#ffffff, #1e242b);
  --ink: light-dark(#1b242d, #e6ebf0);
  --quiet: light-dark(#4c5a67, #a9b6c3);
  --line: light-dark(#d5dce3, #37424d);
  --link: light-dark(#0b5394, #8fc3f5);
  --notice: light-dark(#fff4d6, #3a3115);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  padding: 1.5rem 1rem 3rem;
  max-width: 48rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
header > p { margin: 0 0 1rem; padding: 0.75rem 1rem; background: var(--notice); border-radius: 0.5rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin-bottom: 1.5rem; }
input, button { font: inherit; color: inherit; padding: 0.4rem 0.75rem; min-height: 2.75rem; border-radius: 0.4rem; }
input { flex: 1 1 14rem; background: var(--sheet); border: 1px solid var(--quiet); }
button { background: var(--link); color: var(--sheet); border: 0; font-weight: 600; cursor: pointer; }
a { color: var(--link); overflow-wrap: anywhere; }
form a, nav a { padding: 0.5rem 0.25rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
article {
  margin-bottom: 1rem;
  padding: 1rem 1.25rem;
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 0.6rem;
}
h2 { font-size: 1.1rem; line-height: 1.35; margin: 0; }
.facts { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; margin: 0.25rem 0 0.75rem; color: var(--quiet); font-size: 0.9rem; }
.body { white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid var(--line); padding-top: 0.75rem; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--quiet); }
nav { display: flex; gap: 1rem; justify-content: center; align-items: center; }
`;
