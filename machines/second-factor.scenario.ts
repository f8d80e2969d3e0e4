import { boundaries, phase, scenario } from '#lib/statechart/paths/scenario.ts';
import {
  type Proof,
  type SecondFactorEvent,
  secondFactorMachine,
} from './second-factor.machine.ts';

/** Proofs that cannot confirm a new secret. */
const signInProofs = ['one that was already used', 'a recovery code', 'a passkey'];

export const secondFactorScenario = scenario<typeof secondFactorMachine>({
  machine: secondFactorMachine,
  starts: [{ name: 'a secret that is shown', input: undefined }],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples({ context, value }, now) {
    const instants = [
      { name: 'at once', at: now },
      ...boundaries(now, context.lockedUntil, {
        before: 'in the last millisecond of the lock',
        at: 'when the lock ends',
      }),
    ];
    const proofs: Record<string, Proof> = {
      'the right one': { step: context.lastStep + 1 },
      'one that was already used': { step: context.lastStep },
      'a recovery code': 'recoveryCode',
      'a passkey': 'passkey',
      'a wrong one': null,
    };
    const send = (event: SecondFactorEvent, name: string) => ({
      name: `${event.type}${name}`,
      event,
      at: event.at,
    });
    const { secret } = value;
    return [
      send({ type: 'factor.begin', at: now }, ''),
      send({ type: 'factor.unlock', at: now, role: 'lead' }, ' by a lead'),
      send({ type: 'factor.unlock', at: now, role: 'reviewer' }, ' by a reviewer'),
      ...instants.flatMap(({ name, at }) =>
        Object.entries(proofs).flatMap(([proofName, proof]) => [
          // The server compares codes with secrets and passes null where no secret can match.
          ...(signInProofs.includes(proofName)
            ? []
            : [
                send(
                  { type: 'factor.confirm', at, proof: secret === 'active' ? null : proof },
                  `, ${proofName} ${name}`,
                ),
              ]),
          send(
            { type: 'factor.give', at, proof: secret === 'pending' ? null : proof },
            `, ${proofName} ${name}`,
          ),
        ]),
      ),
    ];
  },
  abstract: ({ context }, now) => ({
    wrongTries: context.wrongTries,
    lock: phase(now, context.lockedUntil),
  }),
});
