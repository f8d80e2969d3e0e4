import { expect, type Locator, type Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { codes } from '#contract/codes.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { LoginProblem, loginMachine } from '#machines/login.machine.ts';
import { loginScenario } from '#machines/login.scenario.ts';
import { recordedWalks } from '../../recorded-walks.ts';
import { callOverHttp } from '../../server/over-http.ts';
import { ownPortal, type RunningPortal, test } from '../portal.ts';
import { type Gate, interceptingProxy } from './gate.ts';
import { testControls } from './test-controls.ts';

type LoginSnapshot = SnapshotFrom<typeof loginMachine>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const CODE = /\b\d{6}\b/;

const walks = recordedWalks({
  level: 3,
  suite: 'browser',
  machine: 'login',
  scenario: loginScenario,
  criteria: ['transitions', 'guards'],
});

test.use(ownPortal);
test.afterAll(() => walks.write());

for (const [index, { name, walk }] of walks.walks.entries()) {
  test(name, {
    tag: ['@1-sign-in', '@2-login', '@2-login-content', '@3-login', '@4-login'],
  }, async ({ page, portal }) => {
    const gate = await interceptingProxy(portal.url);
    gate.hold('sendCaptcha', 'login');
    const person = visitorAt(portal, `walker-${index}@example.eu`);
    // Not the day of the scenario: cookies that last a year from then would have expired.
    const yesterday = Date.now() - DAY;
    await page.clock.install({ time: yesterday - DAY });
    await page.goto(`${gate.url}/login`);
    await page.getByRole('button', { name: 'Only necessary cookies' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // From here the page's clock is stopped, and the walk advances it.
    await page.clock.pauseAt(yesterday);
    walks.begin(walk);
    await expectPage(page, walk.start.snapshot as LoginSnapshot);
    for (const step of walk.steps) {
      await test.step(step.sent.name, async () => {
        await act(page, gate, person, step);
        await expectPage(page, step.result.snapshot as LoginSnapshot);
        walks.took(step);
      });
    }
    await gate.close();
  });
}

/** Performs the event on the page, ends a held call, or advances the clock. */
async function act(page: Page, gate: Gate, person: Somebody, { sent }: ConcreteStep) {
  if (sent.kind === 'clock') return page.clock.runFor(30 * SECOND);
  const ending = /^(sendCode|resendCode|verifyCode) (.*)/.exec(sent.name);
  if (ending) {
    const [, actor = '', outcome = ''] = ending;
    const held = await gate.held(actor === 'verifyCode' ? 'login' : 'sendCaptcha');
    if (outcome === 'is rejected: network') return held.lose();
    const changes = await person.arrange(actor, outcome);
    return held.pass((body) =>
      Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), ...changes })),
    );
  }
  const control = controls(page)[sent.event.type];
  // `expectPage` has checked that rejected events are not offered.
  if (!control || !(await isOffered(control))) return;
  if (sent.event.type === 'email.submit') {
    const { privacyAccepted } = sent.event as unknown as { privacyAccepted: boolean };
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel(/I have read/).setChecked(privacyAccepted);
  }
  if (sent.event.type === 'code.submit')
    await page.getByRole('textbox', { name: 'Verification code' }).fill('123456');
  await control.click();
  if (sent.name === 'email.submit, privacy policy not accepted')
    await expect(
      page.getByText('Tick the box to confirm that you have read the privacy policy'),
    ).toBeVisible();
}

/** Controls that send each event. */
const controls = (page: Page) =>
  ({
    'email.submit': page.getByRole('button', { name: 'Send e-mail' }),
    'code.submit': page.getByRole('button', { name: 'Sign in' }),
    'code.resend': page.getByRole('button', { name: /^Resend/ }),
    'login.back': page.getByRole('button', { name: /^(Back|Use another e.mail address)$/ }),
  }) as Record<string, Locator>;

/** Expects the state, its error message and exactly the accepted actions. */
async function expectPage(page: Page, model: LoginSnapshot) {
  if (model.matches('welcome')) return expectWelcome(page);
  const isShown = {
    'E-mail address': model.matches('email') || model.matches('sendingCode'),
    'Verification code': model.matches('code'),
  };
  for (const [label, shown] of Object.entries(isShown))
    await expect(page.getByRole('textbox', { name: label }), label).toHaveCount(shown ? 1 : 0);
  await expect(page.getByText('Sign-in is blocked', { exact: true })).toHaveCount(
    model.matches('locked') ? 1 : 0,
  );
  for (const { name, event } of loginScenario.samples(model as never, 0)) {
    const control = controls(page)[event.type];
    if (name === 'email.submit, privacy policy not accepted' || !control) continue;
    await expect.poll(() => isOffered(control), name).toBe(model.can(event as never));
  }
  const { problem } = model.context;
  const shown = page.locator('main').getByRole('alert');
  // During a call, the error of the previous one is no longer shown.
  await expect(shown).toHaveCount(problem ? 1 : 0);
  if (problem) await expect(shown).toContainText(wordsOf(problem));
}

/** Expects the redirect to the list after the sign-in. */
async function expectWelcome(page: Page) {
  await page.clock.resume();
  await expect(page).toHaveURL(/\/home\/data-acquisition$/);
  await expect(page.getByText('Welcome. You are signed in.')).toBeVisible();
}

const isOffered = async (control: Locator) =>
  (await control.count()) > 0 && (await control.isEnabled());

function wordsOf({ kind, triesLeft }: LoginProblem): string | RegExp {
  return {
    wrongCode: `The verification code is wrong; ${triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left.`,
    expiredCode: 'The verification code is used or too old.',
    tooSoon: /Please wait \d+ seconds? before asking for another code\./,
    locked: 'Please try again after 24 hours',
    invalid: 'Please check the marked fields.',
    network: 'Network error',
  }[kind];
}

/** A visitor about whom the portal gives the answer that a walk requires. */
interface Somebody {
  email: string;
  /** Makes the portal's next answer this one, and returns the changes to the call. */
  arrange(actor: string, outcome: string): Promise<object>;
}

function visitorAt(portal: RunningPortal, email: string): Somebody {
  const codesMailed = () => portal.mailsTo(email).flatMap((text) => CODE.exec(text) ?? []);
  const { advance: pass } = testControls(portal.url);
  let expected = 0;
  const ask = async () => {
    expected++;
    const asked = { email, privacyAccepted: true };
    expect(await callOverHttp(portal.url, 'sendCaptcha', asked)).toMatchObject({ code: codes.ok });
    await expect.poll(() => codesMailed().length).toBe(expected);
    return codesMailed().at(-1) ?? '';
  };
  const login = (code: string) => callOverHttp(portal.url, 'login', { email, code });
  const enterWrong = async (right: string, times: number) => {
    for (let tried = 0; tried < times; tried++) await login(otherThan(right));
  };
  return {
    email,
    async arrange(actor, outcome) {
      // Ends any lock, and the wait for another code.
      await pass(DAY + MINUTE);
      const left = /(\d) left$/.exec(outcome)?.[1];
      if (left) {
        await login(await ask());
        await pass(MINUTE);
        const right = await ask();
        await enterWrong(right, 4 - Number(left));
        return { code: otherThan(right) };
      }
      switch (outcome.replace('is rejected: ', '')) {
        case 'succeeds':
          if (actor === 'verifyCode') return { code: await ask() };
          expected++;
          return {};
        case 'tooSoon':
          await ask();
          return {};
        case 'locked':
          await enterWrong(await ask(), 5);
          return {};
        case 'invalid':
          return { email: 'nobody' };
        case 'expiredCode': {
          const code = await ask();
          await pass(10 * MINUTE);
          return { code };
        }
        default:
          throw new Error(`Nothing leads to «${actor} ${outcome}»`);
      }
    },
  };
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
