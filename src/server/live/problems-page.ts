import { type ProblemName, problemNames, problems } from '#contract/live/problems.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';

const section = (name: ProblemName) => {
  const { title, status, remedy } = problems[name];
  const text = escapeHtml(remedy).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return `<h2 id="${name}">${status} ${name}</h2>\n<p><b>${escapeHtml(title)}.</b> ${text}</p>`;
};

export const problemsPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of the live access API</title>
<main>
<h1>Errors of the live access API</h1>
<p>Each error is a problem document (RFC 9457). Its <code>type</code> is the address of a section of this page.</p>
${problemNames.map(section).join('\n')}
</main>
</html>
`;
