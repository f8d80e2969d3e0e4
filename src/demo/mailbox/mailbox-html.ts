import type { Language } from '#contract/languages.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { countText, instantText } from '#server/platform/words/instants.ts';
import { plainPage } from '#server/site/plain-page.ts';
import { type MailboxTexts, mailboxTexts } from './mailbox-texts.ts';

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
  const texts = mailboxTexts[language];
  const { recipient, mails } = view;
  return plainPage(
    language,
    texts.title,
    `<header>
<h1>${texts.title}</h1>
<p>${texts.note}</p>
<form action="/mailbox" method="get" role="search">
<label for="recipient">${texts.recipient}</label>
<input id="recipient" name="recipient" type="search" autocomplete="off" value="${escapeHtml(recipient)}">
<button type="submit">${texts.show}</button>
${recipient ? `<a href="/mailbox">${texts.everyone}</a>` : ''}
<a href="${address(recipient, 1)}">${texts.reload}</a>
</form>
</header>
<main>
${mails.length === 0 ? `<p class="empty">${texts.empty}</p>` : mails.map((mail) => article(language, mail)).join('\n')}
</main>
${pages(language, texts, view)}`,
  );
}

function article(language: Language, mail: Schema['mail']): string {
  const texts = mailboxTexts[language];
  const instant = new Date(mail.created_at).toISOString();
  return `<article aria-labelledby="mail-${mail.id}">
<h2 id="mail-${mail.id}" lang="${escapeHtml(mail.language)}">${escapeHtml(mail.subject)}</h2>
<p class="facts"><span>${texts.to} <a href="${address(mail.recipient, 1)}">${escapeHtml(mail.recipient)}</a></span>
<time datetime="${instant}">${instantText(language, mail.created_at)}</time>${mail.sent_at === null ? ` <em>${texts.waiting}</em>` : ''}</p>
<div class="body" lang="${escapeHtml(mail.language)}">${linked(mail.body)}</div>
</article>`;
}

function pages(language: Language, texts: MailboxTexts, view: MailboxView): string {
  const { total, page, pageSize, recipient, mails } = view;
  if (mails.length === 0) return '';
  const first = (page - 1) * pageSize + 1;
  const last = first + mails.length - 1;
  const [from, to, of] = [first, last, total].map((count) => countText(language, count));
  return `<nav aria-label="${texts.pages}">
${page > 1 ? `<a rel="prev" href="${address(recipient, page - 1)}">${texts.newer}</a>` : ''}
<span>${texts.range(from ?? '', to ?? '', of ?? '')}</span>
${last < total ? `<a rel="next" href="${address(recipient, page + 1)}">${texts.older}</a>` : ''}
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

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
