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
  title: string;
  purpose: string;
  runsIn: 'server' | 'browser' | 'both';
}

export const catalogue = {
  application: {
    machine: applicationMachine,
    title: 'Application',
    purpose: 'The life of one application, from its submission to approval or termination.',
    runsIn: 'both',
  },
  challenge: {
    machine: challengeMachine,
    title: 'Sign-in challenge',
    purpose: 'One sender’s codes, wrong tries and lock at an e-mail address.',
    runsIn: 'server',
  },
  'second-factor': {
    machine: secondFactorMachine,
    title: 'Second factor',
    purpose: 'One account’s authenticator app: its secret, wrong tries and lock.',
    runsIn: 'server',
  },
  report: {
    machine: reportMachine,
    title: 'Report',
    purpose: 'Generation, delivery and expiry of one report.',
    runsIn: 'both',
  },
  dispute: {
    machine: disputeMachine,
    title: 'Dispute',
    purpose: 'One complaint or dispute about an application, from its record to its outcome.',
    runsIn: 'server',
  },
  quote: {
    machine: quoteMachine,
    title: 'Quote',
    purpose: 'One quote of compensation to a public sector body, from its sending to its answer.',
    runsIn: 'both',
  },
  grant: {
    machine: grantMachine,
    title: 'Live access',
    purpose: 'An owner’s live access to the data of one vehicle, from its request to its end.',
    runsIn: 'both',
  },
  login: {
    machine: loginMachine,
    title: 'Sign-in',
    purpose: 'The sign-in page: e-mail, code, welcome.',
    runsIn: 'browser',
  },
  consent: {
    machine: consentMachine,
    title: 'Cookie consent',
    purpose: 'A visitor’s cookie choice, and what it allows.',
    runsIn: 'browser',
  },
  upload: {
    machine: uploadMachine,
    title: 'Upload',
    purpose: 'One file on its way to the server.',
    runsIn: 'browser',
  },
  'upload-queue': {
    machine: uploadQueueMachine,
    title: 'Upload queue',
    purpose: 'The files of one upload area: limits, places, rejections.',
    runsIn: 'browser',
  },
} as const satisfies Record<string, CatalogueEntry>;
