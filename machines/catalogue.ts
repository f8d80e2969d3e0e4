import type { AnyStateMachine } from 'xstate';
import { applicationMachine } from './application.machine.ts';
import { challengeMachine } from './challenge.machine.ts';
import { consentMachine } from './consent.machine.ts';
import { disputeMachine } from './dispute.machine.ts';
import { grantMachine } from './grant.machine.ts';
import { loginMachine } from './login.machine.ts';
import { quoteMachine } from './quote.machine.ts';
import { reportMachine } from './report.machine.ts';
import { secondFactorMachine } from './second-factor.machine.ts';
import { uploadMachine } from './upload.machine.ts';
import { uploadQueueMachine } from './upload-queue.machine.ts';

export interface CatalogueEntry {
  machine: AnyStateMachine;
  runsIn: 'server' | 'browser' | 'both';
}

export const catalogue = {
  application: { machine: applicationMachine, runsIn: 'both' },
  challenge: { machine: challengeMachine, runsIn: 'server' },
  'second-factor': { machine: secondFactorMachine, runsIn: 'server' },
  report: { machine: reportMachine, runsIn: 'both' },
  dispute: { machine: disputeMachine, runsIn: 'server' },
  quote: { machine: quoteMachine, runsIn: 'both' },
  grant: { machine: grantMachine, runsIn: 'both' },
  login: { machine: loginMachine, runsIn: 'browser' },
  consent: { machine: consentMachine, runsIn: 'browser' },
  upload: { machine: uploadMachine, runsIn: 'browser' },
  'upload-queue': { machine: uploadQueueMachine, runsIn: 'browser' },
} as const satisfies Record<string, CatalogueEntry>;
