import { plainPage } from '#demo/plain-page.ts';
import type { FaultName } from './controls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const leaps: [string, number][] = [
  ['30 seconds', MINUTE / 2],
  ['10 minutes', 10 * MINUTE],
  ['1 hour', HOUR],
  ['24 hours', DAY],
  ['31 days', 31 * DAY],
];

const faults: Record<FaultName, string> = {
  networkLost: 'The network is lost while a file is sent',
  signedOut: 'A signed-in call is answered that its login ended (401)',
  exportEmpty: 'A report finds no data',
  exportFails: 'The generation of a report fails',
  smtpDown: 'The mail server does not take a mail',
};

/** The testers' controls as a page without script. */
export function testPage(state: {
  now: number;
  ahead: number;
  faults: Record<FaultName, number>;
}): string {
  const now = new Date(state.now).toISOString();
  return plainPage(
    'en',
    'Controls of this test installation',
    `<header>
<h1>Controls of this test installation</h1>
<p>For testers; a production installation has none of this. <a href="/mailbox">Mailbox</a> <a href="/role">Portal</a></p>
</header>
<main>
<article>
<h2>Clock</h2>
<p>It is <time datetime="${now}">${now}</time>, ${Math.round(state.ahead / 1000)} s ahead of the machine.</p>
<form action="/server/test/clock" method="post">
${leaps.map(([name, ms]) => `<button name="advance" value="${ms}">Forward by ${name}</button>`).join('\n')}
</form>
</article>
<article>
<h2>Faults</h2>
${Object.entries(faults)
  .map(
    ([name, text]) => `<form action="/server/test/fault" method="post">
<input type="hidden" name="name" value="${name}">
<label for="${name}">${text}, the next so many times:</label>
<input id="${name}" name="times" type="number" min="0" max="1000" value="${state.faults[name as FaultName]}">
<button>Order</button>
</form>`,
  )
  .join('\n')}
</article>
<article>
<h2>Personas</h2>
<p>An owner, a public sector body and a reviewer, with an application in each state.</p>
<form action="/server/test/personas" method="post"><button>Make them</button></form>
</article>
</main>`,
  );
}
