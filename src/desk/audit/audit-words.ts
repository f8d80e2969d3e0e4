import type { MessageDescriptor } from '@lingui/core';
import { type AuditAction, decisionEvents } from '#contract/audit.ts';
import type { SessionEnding } from '#contract/envelope.ts';
import { events } from '#forms/events.ts';
import { msg } from '#lib/words/msg.ts';

type Words<Key extends string = string> = Readonly<Record<Key, MessageDescriptor>>;

export const actorWords: Words = {
  portal: msg`The portal`,
  'command line': msg`Server console`,
  'company sign-in': msg`Company sign-in`,
  'not signed in': msg`Not signed in`,
  recipient: msg`Recipient of the data`,
  requester: msg`Requester, erased`,
};

export const actionGroups = [
  {
    group: msg`Applications`,
    words: {
      'queue.list': msg`Queue viewed`,
      'queue.export': msg`Queue exported`,
      'application.open': msg`Application opened`,
      'file.open': msg`File opened`,
      'file.damaged': msg`Stored file found damaged`,
      'application.take': msg`Application taken`,
      'application.handOver': msg`Application handed over`,
      'application.release': msg`Application released`,
      'note.add': msg`Internal note added`,
      'note.correct': msg`Internal note corrected`,
      'note.withdraw': msg`Internal note withdrawn`,
      'opinion.give': msg`Opinion given`,
    },
  },
  {
    group: msg`Decisions`,
    words: Object.fromEntries(decisionEvents.map((event) => [event, events[event]])) as Words<
      (typeof decisionEvents)[number]
    >,
  },
  {
    group: msg`Notices, disputes and quotes`,
    words: {
      'erasure.record': msg`Erasure notice recorded`,
      'erasure.correct': msg`Erasure notice corrected`,
      'authority.notify': msg`Notice to the authority recorded`,
      'authority.correct': msg`Notice to the authority corrected`,
      'dispute.record': msg`Complaint or dispute recorded`,
      'dispute.correct': msg`Complaint or dispute corrected`,
      'dispute.end': msg`Outcome of a complaint or dispute recorded`,
      'outcome.correct': msg`Outcome of a complaint or dispute corrected`,
      'record.withdraw': msg`Dispute, outcome or notice withdrawn`,
      'dispute.pack': msg`Dossier for a dispute created`,
      'acknowledgement.ask': msg`Public acknowledgement asked for`,
      'quote.send': msg`Quote of compensation sent`,
      'quote.withdraw': msg`Quote of compensation withdrawn`,
    },
  },
  {
    group: msg`Copies for recipients`,
    words: {
      'recipient.name': msg`Recipient’s address named`,
      'recipient.withdraw': msg`Recipient withdrawn`,
      'recipient.prove': msg`Recipient’s address confirmed`,
      'recipient.fetch': msg`Copy fetched by the recipient`,
    },
  },
  {
    group: msg`Live access`,
    words: {
      'grant.list': msg`Shown in the list of live access`,
      'grant.suspend': msg`Live access suspended`,
      'grant.resume': msg`Suspension of live access lifted`,
      'token.create': msg`Token for live access created`,
      'token.revoke': msg`Token for live access revoked`,
      'token.use': msg`Token for live access used on this day`,
    },
  },
  {
    group: msg`Sign-in`,
    words: {
      'signIn.succeed': msg`Signed in`,
      'signIn.fail': msg`Wrong code at sign-in`,
      'signIn.lock': msg`Locked after wrong codes`,
      'signIn.lift': msg`Lock lifted by the mailed link`,
      'address.unlock': msg`Address unlocked`,
      'session.end': msg`Sessions ended`,
      'access.refuse': msg`Call rejected for this role`,
      'secondFactor.setUp': msg`Second factor set up`,
      'secondFactor.recoveryCode': msg`Signed in with a recovery code`,
      'secondFactor.fail': msg`Wrong code of the second factor`,
      'secondFactor.forget': msg`Second factor reset`,
      'passkey.add': msg`Passkey added`,
      'passkey.remove': msg`Passkey removed`,
    },
  },
  {
    group: msg`Staff`,
    words: {
      'staff.change': msg`Roles changed`,
      'staff.nominate': msg`New lead, or removal of a lead, proposed`,
      'staff.decline': msg`Proposal about a lead declined`,
      'company.link': msg`Company account linked`,
      'company.unlink': msg`Company account unlinked`,
    },
  },
  {
    group: msg`Settings and operation`,
    words: {
      'settings.change': msg`Setting changed`,
      'template.save': msg`Template saved`,
      'template.remove': msg`Template removed`,
      'job.retry': msg`Failed work tried again`,
      'job.giveUp': msg`Failed work given up`,
      'vehicle.erase': msg`Vehicle erased with its data`,
      'audit.export': msg`Log exported`,
      'log.export': msg`Event log of applications saved as a file`,
    },
  },
] as const satisfies { group: MessageDescriptor; words: Partial<Words<AuditAction>> }[];

type Groups = typeof actionGroups;
type KeysOf<Group> = Group extends { words: infer Words } ? keyof Words : never;
/** Does not compile if an action is in no group. */
type EveryAction = AuditAction extends KeysOf<Groups[number]> ? Words<AuditAction> : never;

export const actionWords: EveryAction = Object.assign(
  {},
  ...actionGroups.map(({ words }) => words),
);

export const endingWords: Words<SessionEnding> = {
  rest: msg`not used for too long`,
  age: msg`longest duration reached`,
  elsewhere: msg`ended from another browser`,
  factor: msg`second factor changed`,
  roles: msg`roles changed`,
  directory: msg`no longer in the company’s directory`,
};

/** Areas of the desk by the path of their calls; the first match applies. */
export const areaWords: readonly [prefix: string, label: MessageDescriptor][] = [
  ['/server/desk/audit/', msg`Audit log`],
  ['/server/desk/settings', msg`Settings`],
  ['/server/desk/staff', msg`Staff`],
  ['/server/desk/operation', msg`Operation`],
  ['/server/desk/templates', msg`Templates`],
  ['/server/desk/figures', msg`Figures`],
  ['/server/desk/grants', msg`Live access`],
  ['/server/desk/erasure', msg`Erasure notices`],
  ['/server/desk/secondFactor', msg`Second factor`],
  ['/server/desk/passkeys', msg`Second factor`],
  ['/server/desk/mails', msg`E-mails`],
  ['/server/desk/', msg`Applications`],
  ['/server/charts/', msg`Charts`],
];
