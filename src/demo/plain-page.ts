/** Standalone page of the demonstration, without scripts, styled like the mailbox page. */
export function plainPage(language: string, title: string, body: string): string {
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
${body}
</body>
</html>
`;
}
