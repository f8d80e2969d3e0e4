import type { AnyStateMachine } from 'xstate';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { applicationMachine } from './application.machine.ts';
import { applicationScenario } from './application.scenario.ts';
import { challengeMachine } from './challenge.machine.ts';
import { challengeScenario } from './challenge.scenario.ts';
import { consentMachine } from './consent.machine.ts';
import { consentScenario } from './consent.scenario.ts';
import { disputeMachine } from './dispute.machine.ts';
import { disputeScenario } from './dispute.scenario.ts';
import { loginMachine } from './login.machine.ts';
import { loginScenario } from './login.scenario.ts';
import { quoteMachine } from './quote.machine.ts';
import { quoteScenario } from './quote.scenario.ts';
import { reportMachine } from './report.machine.ts';
import { reportScenario } from './report.scenario.ts';
import { secondFactorMachine } from './second-factor.machine.ts';
import { secondFactorScenario } from './second-factor.scenario.ts';
import { uploadMachine } from './upload.machine.ts';
import { uploadScenario } from './upload.scenario.ts';
import { uploadQueueMachine } from './upload-queue.machine.ts';
import { uploadQueueScenario } from './upload-queue.scenario.ts';

/** One machine of the product, as diagrams, path tools and tests list it. */
export interface CatalogueEntry {
  machine: AnyStateMachine;
  scenario: Scenario;
  title: string;
  purpose: string;
  /** Place where production runs it. */
  runsIn: 'server' | 'browser' | 'both';
}

/** Every machine of the product, by the name that tools and addresses use. */
export const catalogue = {
  application: {
    machine: applicationMachine,
    scenario: applicationScenario,
    title: 'Application',
    purpose: 'The life of one application, from its submission to approval or termination.',
    runsIn: 'both',
  },
  challenge: {
    machine: challengeMachine,
    scenario: challengeScenario,
    title: 'Sign-in challenge',
    purpose: 'One sender’s codes, wrong tries and lock at an e-mail address.',
    runsIn: 'server',
  },
  'second-factor': {
    machine: secondFactorMachine,
    scenario: secondFactorScenario,
    title: 'Second factor',
    purpose: 'One account’s authenticator app: its secret, wrong tries and lock.',
    runsIn: 'server',
  },
  report: {
    machine: reportMachine,
    scenario: reportScenario,
    title: 'Report',
    purpose: 'Generation, delivery and expiry of one report.',
    runsIn: 'both',
  },
  dispute: {
    machine: disputeMachine,
    scenario: disputeScenario,
    title: 'Dispute',
    purpose: 'One complaint or dispute about an application, from its record to its outcome.',
    runsIn: 'server',
  },
  quote: {
    machine: quoteMachine,
    scenario: quoteScenario,
    title: 'Quote',
    purpose: 'One quote of compensation to a public sector body, from its sending to its answer.',
    runsIn: 'both',
  },
  login: {
    machine: loginMachine,
    scenario: loginScenario,
    title: 'Sign-in',
    purpose: 'The sign-in page: e-mail, code, welcome.',
    runsIn: 'browser',
  },
  consent: {
    machine: consentMachine,
    scenario: consentScenario,
    title: 'Cookie consent',
    purpose: 'A visitor’s cookie choice, and what it allows.',
    runsIn: 'browser',
  },
  upload: {
    machine: uploadMachine,
    scenario: uploadScenario,
    title: 'Upload',
    purpose: 'One file on its way to the server.',
    runsIn: 'browser',
  },
  'upload-queue': {
    machine: uploadQueueMachine,
    scenario: uploadQueueScenario,
    title: 'Upload queue',
    purpose: 'The files of one upload area: limits, places, rejections.',
    runsIn: 'browser',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** Scenarios by the names of the catalogue. */
export const scenarios: Readonly<Record<string, Scenario>> = Object.fromEntries(
  Object.entries(catalogue).map(([name, { scenario }]) => [name, scenario]),
);
