import { useLingui } from '@lingui/react/macro';
import { type AuditAction, decisionEvents } from '#contract/audit.ts';
import { events } from '#forms/events.ts';

export function useActorWords(): Record<string, string> {
  const { t } = useLingui();
  return {
    portal: t`The portal`,
    'command line': t`Server console`,
    'not signed in': t`Not signed in`,
    requester: t`Requester, erased`,
  };
}

export function useActionWords(): Record<AuditAction, string> {
  const { t, i18n } = useLingui();
  return {
    'queue.list': t`Shown in the queue`,
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
    'erasure.record': t`Erasure notice recorded`,
    'erasure.correct': t`Erasure notice corrected`,
    'vehicle.erase': t`Vehicle erased with its data`,
    'authority.notify': t`Notice to the authority recorded`,
    'authority.correct': t`Notice to the authority corrected`,
    'dispute.record': t`Complaint or dispute recorded`,
    'dispute.end': t`Outcome of a complaint or dispute recorded`,
    'dispute.correct': t`Complaint or dispute corrected`,
    'outcome.correct': t`Outcome of a complaint or dispute corrected`,
    'record.withdraw': t`Dispute, outcome or notice withdrawn`,
    'acknowledgement.ask': t`Public acknowledgement asked for`,
    'quote.send': t`Quote of compensation sent`,
    'quote.withdraw': t`Quote of compensation withdrawn`,
    'grant.suspend': t`Live access suspended`,
    'grant.resume': t`Suspension of live access lifted`,
    'grant.list': t`Shown in the list of live access`,
    'token.create': t`Token for live access created`,
    'token.revoke': t`Token for live access revoked`,
    'token.use': t`Token for live access used on this day`,
    'dispute.pack': t`Dossier for a dispute created`,
    'recipient.name': t`Recipient’s address named`,
    'recipient.withdraw': t`Recipient withdrawn`,
    'recipient.prove': t`Recipient’s address confirmed`,
    'recipient.fetch': t`Copy fetched by the recipient`,
    'staff.change': t`Roles changed`,
    'company.link': t`Company account linked`,
    'company.unlink': t`Company account unlinked`,
    'staff.nominate': t`Lead, or the removal of one, proposed`,
    'staff.decline': t`Proposal about a lead declined`,
    'address.unlock': t`Address unlocked`,
    'secondFactor.setUp': t`Second factor set up`,
    'secondFactor.recoveryCode': t`Signed in with a recovery code`,
    'secondFactor.forget': t`Second factor reset`,
    'passkey.add': t`Passkey added`,
    'passkey.remove': t`Passkey removed`,
    'session.end': t`Sessions ended`,
    'settings.change': t`Setting changed`,
    'template.save': t`Template saved`,
    'template.remove': t`Template removed`,
    'job.retry': t`Failed work tried again`,
    'job.giveUp': t`Failed work given up`,
    'audit.export': t`Log exported`,
    'log.export': t`Event log of applications saved as a file`,
    'signIn.succeed': t`Signed in`,
    'signIn.fail': t`Wrong code at sign-in`,
    'signIn.lock': t`Locked after wrong codes`,
    'signIn.lift': t`Lock lifted by the mailed link`,
    'secondFactor.fail': t`Wrong code of the second factor`,
    'access.refuse': t`Call rejected for this role`,
    ...(Object.fromEntries(decisionEvents.map((event) => [event, i18n._(events[event])])) as Record<
      (typeof decisionEvents)[number],
      string
    >),
  };
}
