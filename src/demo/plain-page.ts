import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { wordsOf } from '#server/platform/words/words.ts';

const MARK =
  '<svg viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="9" fill="#f2b33d"/><path d="M16.6 7h6.8L34 34H6z" fill="#0a3f47"/><path d="M19.1 27h1.8l.5 5h-2.8z" fill="#fff"/><circle cx="20" cy="22.4" r="1.7" fill="#fff"/><circle cx="20" cy="17" r="1.4" fill="#fff"/><circle cx="20" cy="12.4" r="1.1" fill="#fff"/></svg>';

/** Page of the demonstration without scripts, in the product's look. */
export function plainPage(language: Language, title: string, body: string): string {
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
<div class="top"><a href="/role">${MARK} ${wordsOf(language)(msg`Vehicle data access`)}</a></div>
${body}
</body>
</html>
`;
}
