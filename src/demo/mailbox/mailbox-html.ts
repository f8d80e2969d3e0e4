import type { Language } from '#contract/languages.ts';
import { plainPage } from '#demo/plain-page.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';
import { msg, type Say } from '#lib/words/msg.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { countText, instantText, wordsOf } from '#server/platform/words/words.ts';

const to = msg({ message: 'To', context: 'mail' });

/** One page of the mailbox. */
export interface MailboxView {
  mails: readonly Schema['mail'][];
  total: number;
  page: number;
  pageSize: number;
  /** Address that is filtered by; empty when none. */
  recipient: string;
}

/** The mailbox as a page of its own, without any script. */
export function mailboxHtml(language: Language, view: MailboxView): string {
  const say = wordsOf(language);
  const { recipient, mails } = view;
  return plainPage(
    language,
    say(msg`Local mailbox of the demonstration`),
    `<header>
<h1>${say(msg`Local mailbox of the demonstration`)}</h1>
<p>${say(msg`No e-mail is sent from this installation. E-mails are shown here instead, including codes and passwords.`)}</p>
<form action="/mailbox" method="get" role="search">
<label for="recipient">${say(msg`Recipient`)}</label>
<input id="recipient" name="recipient" type="search" autocomplete="off" value="${escapeHtml(recipient)}">
<button type="submit">${say(msg`Show`)}</button>
${recipient ? `<a href="/mailbox">${say(msg`Show all`)}</a>` : ''}
<a href="${address(recipient, 1)}">${say(msg`Reload`)}</a>
</form>
</header>
<main>
${mails.length === 0 ? `<p class="empty">${say(msg`No e-mails here yet.`)}</p>` : mails.map((mail) => article(language, mail)).join('\n')}
</main>
${pages(language, say, view)}`,
  );
}

function article(language: Language, mail: Schema['mail']): string {
  const say = wordsOf(language);
  const instant = new Date(mail.created_at).toISOString();
  return `<article aria-labelledby="mail-${mail.id}">
<h2 id="mail-${mail.id}" lang="${escapeHtml(mail.language)}">${escapeHtml(mail.subject)}</h2>
<p class="facts"><span>${say(to)} <a href="${address(mail.recipient, 1)}">${escapeHtml(mail.recipient)}</a></span>
<time datetime="${instant}">${instantText(language, mail.created_at, 'UTC')}</time>${mail.sent_at === null ? ` <em>${say(msg`on its way`)}</em>` : ''}</p>
<div class="body" lang="${escapeHtml(mail.language)}">${linked(mail.body)}</div>
</article>`;
}

function pages(language: Language, say: Say, view: MailboxView): string {
  const { total, page, pageSize, recipient, mails } = view;
  if (mails.length === 0) return '';
  const first = (page - 1) * pageSize + 1;
  const last = first + mails.length - 1;
  const [from, to, of] = [first, last, total].map((count) => countText(language, count)) as [
    string,
    string,
    string,
  ];
  return `<nav aria-label="${say(msg`Pages`)}">
${page > 1 ? `<a rel="prev" href="${address(recipient, page - 1)}">${say(msg`Newer`)}</a>` : ''}
<span>${say(msg`${{ from }} to ${{ to }} of ${{ total: of }}`)}</span>
${last < total ? `<a rel="next" href="${address(recipient, page + 1)}">${say(msg`Older`)}</a>` : ''}
</nav>`;
}

function address(recipient: string, page: number): string {
  const search = new URLSearchParams();
  if (recipient) search.set('recipient', recipient);
  if (page > 1) search.set('page', String(page));
  return escapeHtml(search.size > 0 ? `/mailbox?${search}` : '/mailbox');
}

/** A text as HTML, its web addresses followable. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
    })
    .join('');
}
