import { type Outcome, scenario } from '#lib/statechart/paths/scenario.ts';
import { MAX_WRONG_TRIES } from './limits.ts';
import { type LoginProblem, loginMachine } from './login.machine.ts';

const done: Outcome = { name: 'succeeds', output: undefined };

function rejections(...problems: LoginProblem[]): Outcome[] {
  return problems.map((error) => ({
    name: `is rejected: ${error.kind}${error.triesLeft === undefined ? '' : `, ${error.triesLeft} left`}`,
    error,
  }));
}

const locked: LoginProblem = { kind: 'locked', lockedUntil: Date.UTC(2026, 0, 6, 9) };
const sending = [
  done,
  ...rejections({ kind: 'tooSoon' }, locked, { kind: 'invalid' }, { kind: 'network' }),
];

export const loginScenario = scenario<typeof loginMachine>({
  machine: loginMachine,
  starts: [{ name: 'a visitor', input: undefined }],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples: () => [
    {
      name: 'email.submit, privacy policy accepted',
      event: { type: 'email.submit', email: 'owner@example.eu', privacyAccepted: true },
    },
    {
      name: 'email.submit, privacy policy not accepted',
      event: { type: 'email.submit', email: 'owner@example.eu', privacyAccepted: false },
    },
    { name: 'code.submit', event: { type: 'code.submit', code: '123456' } },
    { name: 'code.resend', event: { type: 'code.resend' } },
    { name: 'login.back', event: { type: 'login.back' } },
  ],
  outcomes: {
    sendCode: sending,
    resendCode: sending,
    verifyCode: [
      done,
      ...rejections(
        { kind: 'wrongCode', triesLeft: MAX_WRONG_TRIES - 1 },
        { kind: 'wrongCode', triesLeft: 1 },
        { kind: 'expiredCode' },
        locked,
        { kind: 'network' },
      ),
    ],
  },
  abstract: ({ context }) => context,
});
