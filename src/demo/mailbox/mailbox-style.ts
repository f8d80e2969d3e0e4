/** Style of the mailbox's page: readable at any width, in daylight and at night. */
export const mailboxStyle = `
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
