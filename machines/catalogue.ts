import type { AnyStateMachine } from 'xstate';
import { applicationMachine } from './application.machine.ts';
import { challengeMachine } from './challenge.machine.ts';
import { consentMachine } from './consent.machine.ts';
import { loginMachine } from './login.machine.ts';
import { reportMachine } from './report.machine.ts';
import { uploadMachine } from './upload.machine.ts';
import { uploadQueueMachine } from './upload-queue.machine.ts';

/** One machine of the product, as diagrams, path tools and tests list it. */
export interface CatalogueEntry {
  machine: AnyStateMachine;
  title: string;
  purpose: string;
  /** Where production runs it. */
  runsIn: 'server' | 'browser' | 'both';
}

/** Every machine of the product, by the name that tools and addresses use. */
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
    purpose: 'One e-mail address’s codes, wrong tries and 24-hour lock.',
    runsIn: 'server',
  },
  report: {
    machine: reportMachine,
    title: 'Report',
    purpose: 'Generation, delivery and expiry of one report.',
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
