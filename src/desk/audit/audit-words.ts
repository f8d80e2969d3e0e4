import { useLingui } from '@lingui/react/macro';
import { type AuditAction, decisionEvents } from '#contract/audit.ts';
import type { SessionEnding } from '#contract/envelope.ts';
import { events } from '#forms/events.ts';

export function useActorWords(): Record<string, string> {
  const { t } = useLingui();
  return {
    portal: t`The portal`,
    'command line': t`Server console`,
    'company sign-in': t`Company sign-in`,
    'not signed in': t`Not signed in`,
    recipient: t`Recipient of the data`,
    requester: t`Requester, erased`,
  };
}

export function useActionGroups() {
  const { t, i18n } = useLingui();
  return [
    {
      group: t`Applications`,
      words: {
        'queue.list': t`Queue viewed`,
        'queue.export': t`Queue exported`,
        'application.open': t`Application opened`,
        'file.open': t`File opened`,
        'file.damaged': t`Stored file found damaged`,
        'application.take': t`Application taken`,
        'application.handOver': t`Application handed over`,
        'application.release': t`Application released`,
        'note.add': t`Internal note added`,
        'note.correct': t`Internal note corrected`,
        'note.withdraw': t`Internal note withdrawn`,
        'opinion.give': t`Opinion given`,
      },
    },
    {
      group: t`Decisions`,
      words: Object.fromEntries(
        decisionEvents.map((event) => [event, i18n._(events[event])]),
      ) as Record<(typeof decisionEvents)[number], string>,
    },
    {
      group: t`Notices, disputes and quotes`,
      words: {
        'erasure.record': t`Erasure notice recorded`,
        'erasure.correct': t`Erasure notice corrected`,
        'authority.notify': t`Notice to the authority recorded`,
        'authority.correct': t`Notice to the authority corrected`,
        'dispute.record': t`Complaint or dispute recorded`,
        'dispute.correct': t`Complaint or dispute corrected`,
        'dispute.end': t`Outcome of a complaint or dispute recorded`,
        'outcome.correct': t`Outcome of a complaint or dispute corrected`,
        'record.withdraw': t`Dispute, outcome or notice withdrawn`,
        'dispute.pack': t`Dossier for a dispute created`,
        'acknowledgement.ask': t`Public acknowledgement asked for`,
        'quote.send': t`Quote of compensation sent`,
        'quote.withdraw': t`Quote of compensation withdrawn`,
      },
    },
    {
      group: t`Copies for recipients`,
      words: {
        'recipient.name': t`Recipient’s address named`,
        'recipient.withdraw': t`Recipient withdrawn`,
        'recipient.prove': t`Recipient’s address confirmed`,
        'recipient.fetch': t`Copy fetched by the recipient`,
      },
    },
    {
      group: t`Live access`,
      words: {
        'grant.list': t`Shown in the list of live access`,
        'grant.suspend': t`Live access suspended`,
        'grant.resume': t`Suspension of live access lifted`,
        'token.create': t`Token for live access created`,
        'token.revoke': t`Token for live access revoked`,
        'token.use': t`Token for live access used on this day`,
      },
    },
    {
      group: t`Sign-in`,
      words: {
        'signIn.succeed': t`Signed in`,
        'signIn.fail': t`Wrong code at sign-in`,
        'signIn.lock': t`Locked after wrong codes`,
        'signIn.lift': t`Lock lifted by the mailed link`,
        'address.unlock': t`Address unlocked`,
        'session.end': t`Sessions ended`,
        'access.refuse': t`Call rejected for this role`,
        'secondFactor.setUp': t`Second factor set up`,
        'secondFactor.recoveryCode': t`Signed in with a recovery code`,
        'secondFactor.fail': t`Wrong code of the second factor`,
        'secondFactor.forget': t`Second factor reset`,
        'passkey.add': t`Passkey added`,
        'passkey.remove': t`Passkey removed`,
      },
    },
    {
      group: t`Staff`,
      words: {
        'staff.change': t`Roles changed`,
        'staff.nominate': t`New lead, or removal of a lead, proposed`,
        'staff.decline': t`Proposal about a lead declined`,
        'company.link': t`Company account linked`,
        'company.unlink': t`Company account unlinked`,
      },
    },
    {
      group: t`Settings and operation`,
      words: {
        'settings.change': t`Setting changed`,
        'template.save': t`Template saved`,
        'template.remove': t`Template removed`,
        'job.retry': t`Failed work tried again`,
        'job.giveUp': t`Failed work given up`,
        'vehicle.erase': t`Vehicle erased with its data`,
        'audit.export': t`Log exported`,
        'log.export': t`Event log of applications saved as a file`,
      },
    },
  ] as const satisfies { group: string; words: Partial<Record<AuditAction, string>> }[];
}

type Groups = ReturnType<typeof useActionGroups>;
type KeysOf<Group> = Group extends { words: infer Words } ? keyof Words : never;
/** Does not compile if an action is in no group. */
type EveryAction = AuditAction extends KeysOf<Groups[number]> ? Record<AuditAction, string> : never;

export function useActionWords(): EveryAction {
  return Object.assign({}, ...useActionGroups().map(({ words }) => words));
}

export function useEndingWords(): Record<SessionEnding, string> {
  const { t } = useLingui();
  return {
    rest: t`not used for too long`,
    age: t`longest duration reached`,
    elsewhere: t`ended from another browser`,
    factor: t`second factor changed`,
    roles: t`roles changed`,
    directory: t`no longer in the company’s directory`,
  };
}

/** Areas of the desk by the path of their calls; the first match applies. */
export function useAreaWords(): readonly [prefix: string, label: string][] {
  const { t } = useLingui();
  return [
    ['/server/desk/audit/', t`Audit log`],
    ['/server/desk/settings', t`Settings`],
    ['/server/desk/staff', t`Staff`],
    ['/server/desk/operation', t`Operation`],
    ['/server/desk/templates', t`Templates`],
    ['/server/desk/figures', t`Figures`],
    ['/server/desk/grants', t`Live access`],
    ['/server/desk/erasure', t`Erasure notices`],
    ['/server/desk/secondFactor', t`Second factor`],
    ['/server/desk/passkeys', t`Second factor`],
    ['/server/desk/mails', t`E-mails`],
    ['/server/desk/', t`Applications`],
    ['/server/charts/', t`Charts`],
  ];
}
