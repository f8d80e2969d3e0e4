import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AuditAction } from '#contract/audit.ts';
import { approvalKinds } from '#contract/four-eyes.ts';
import { staffRoles } from '#contract/staff-roles.ts';
import { chartLabels } from '#forms/states.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDay, formatInstant } from '#ui/format/dates.ts';
import { useWorkWords } from '../operation/use-work-words.ts';
import {
  placeName,
  useApprovalKindList,
  useSettingWords,
  useStartWords,
} from '../settings/use-setting-words.ts';
import { useRoleList } from '../staff/use-role-words.ts';
import { useActionWords, useActorWords, useAreaWords, useEndingWords } from './audit-words.ts';

type Entry = CallData<'auditTrail'>['items'][number];
type Words = Readonly<Record<string, string>>;
type Describe = (detail: string) => string | null | undefined;

const ID = /([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const DIGEST = /^[0-9a-f]{32}$/;
const PUBLIC_ID = /^[a-z]{3,12}-[a-z\d]+$/;
const REPORT_FILE = /-[0-9a-f]{16}\.(xlsx|zip)$/;
const formats: Words = { csv: 'CSV', jsonl: 'JSON Lines', xes: 'XES' };

/**
 * Returns a function that describes the detail of an entry, whose format depends on the action. Ids
 * are left out, because no page finds a record by them.
 */
export function useDetailWords(
  entries: readonly Entry[],
): (action: string, detail: string | null) => string | null {
  const { t, i18n } = useLingui();
  const namesPlace = entries.some(({ detail }) => detail?.startsWith('holidays: '));
  const { data } = useQuery('deskSettingsRead', namesPlace ? {} : null, { cache: true });
  const [actions, actors, areas] = [useActionWords(), useActorWords(), useAreaWords()];
  const [endings, work, starts] = [useEndingWords(), useWorkWords(), useStartWords()];
  const [settings, roleList, kindList] = [useSettingWords(), useRoleList(), useApprovalKindList()];

  const oneOf =
    (words: Words): Describe =>
    (code) =>
      words[code];
  const asWritten: Describe = (text) => text;
  const unlessId: Describe = (text) => (ID.test(text) ? null : text);
  const vehicle: Describe = (text) => text.split(' ').find((part) => PUBLIC_ID.test(part));
  const file: Describe = (name) => (REPORT_FILE.test(name) ? t`Report` : unlessId(name));
  const day = (date: string) => formatDay(date, i18n.locale);
  const erasedOn: Describe = (date) => t`Erased on ${day(date)}`;
  const notifiedOn: Describe = (date) => t`Notified on ${day(date)}`;
  const takenBack: Describe = (email) => t`Taken back from ${email}`;
  // The detail is a digest for an address without an account, and an id for an erased account.
  const addressAtSignIn: Describe = (text) =>
    DIGEST.test(text) ? t`Address without an account` : unlessId(text);

  const named = (name: string, value: string) => t`${name}: ${value}`;
  const roles = (text = '') => {
    const known = staffRoles.filter((role) => text.split(', ').includes(role));
    return known.length > 0 ? roleList(known) : t`no role`;
  };
  const settingValue = (name: string, text: string) => {
    const kinds = approvalKinds.filter((kind) => text.split(', ').includes(kind));
    if (name === 'holidays') return placeName(data?.places ?? [], text);
    if (name === 'fourEyes') return kindList(kinds) ?? text;
    return name === 'startAssigns' ? (oneOf(starts)(text) ?? text) : text;
  };
  const filtered =
    (names: Words, wordsFor: Record<string, Describe>): Describe =>
    (detail) => {
      const [format = '', ...criteria] = detail.split(/ (?=\w+=)/);
      const described = criteria.flatMap((criterion) => {
        const [, name = '', text = ''] = /^(\w+)=(.*)$/.exec(criterion) ?? [];
        const value = (wordsFor[name] ?? asWritten)(text) ?? '';
        return names[name] ? [named(names[name], value)] : [];
      });
      return [formats[format], ...described].join(' · ');
    };
  const instant: Describe = (at) => formatInstant(at, i18n.locale);

  const forms: Partial<Record<AuditAction, Describe>> = {
    'application.open': oneOf({
      preview: t`Preview of a decision`,
      template: t`Texts of templates`,
    }),
    'file.open': file,
    'file.damaged': file,
    'application.take': takenBack,
    'application.release': takenBack,
    'application.handOver': (email) => t`Handed over to ${email}`,
    'opinion.give': (text) => {
      const [, opinion, revision = ''] = /^(.+), revision (\d+)$/.exec(text) ?? [];
      return opinion === 'agrees'
        ? t`Agrees to the approval, revision ${revision}`
        : t`Advises against the approval, revision ${revision}`;
    },
    'erasure.record': erasedOn,
    'erasure.correct': erasedOn,
    'authority.notify': notifiedOn,
    'authority.correct': notifiedOn,
    'record.withdraw': (text) =>
      oneOf({
        dispute: t`Complaint or dispute`,
        outcome: t`Outcome of a complaint or dispute`,
        erasure: t`Erasure notice`,
        authority: t`Notice to the authority`,
      })(text.split(' ')[0] ?? ''),
    'grant.list': (ids) => {
      const vehicles = ids.split(' ').length;
      return t`${plural(vehicles, { one: '# vehicle', other: '# vehicles' })}`;
    },
    'grant.suspend': vehicle,
    'grant.resume': vehicle,
    'token.create': vehicle,
    'token.revoke': vehicle,
    'token.use': (text) => {
      const [, usedOn = ''] = text.split(' ');
      return [day(usedOn), vehicle(text)].filter(Boolean).join(' · ');
    },
    'recipient.fetch': oneOf({
      xlsx: t`Excel workbook`,
      zip: t`CSV, JSON and Parquet (zip)`,
    }),
    'staff.change': (text) => {
      const [, email, before, after] = /^(\S+): (.*) → (.*)$/.exec(text) ?? [];
      return email && named(email, `${roles(before)} → ${roles(after)}`);
    },
    'staff.nominate': (text) => {
      const [email = '', proposed] = text.split(': ');
      return named(email, roles(proposed));
    },
    'staff.decline': asWritten,
    'company.link': asWritten,
    'company.unlink': asWritten,
    'address.unlock': (text) =>
      text.includes('@') ? text : unlessId(text) && t`Address without an account`,
    'secondFactor.forget': asWritten,
    'secondFactor.fail': oneOf({ locked: t`Locked after this` }),
    'passkey.add': asWritten,
    'passkey.remove': asWritten,
    'session.end': (text) => {
      const [, email, count, because = ''] = /^(\S+): (\d+) \((\w+)\)$/.exec(text) ?? [];
      if (!email) return t`Signed out`;
      const sessions = t`${plural(Number(count), { one: '# session', other: '# sessions' })}`;
      return [email, sessions, oneOf(endings)(because)].filter(Boolean).join(' · ');
    },
    'settings.change': (text) => {
      const [, name = '', before = '', after = ''] = /^(\w+): (.*) → (.*)$/.exec(text) ?? [];
      const label = settings[name as keyof typeof settings]?.label;
      const [old, now] = [settingValue(name, before), settingValue(name, after)];
      return label && named(label, `${old} → ${now}`);
    },
    'template.save': asWritten,
    'template.remove': asWritten,
    'job.retry': oneOf(work),
    'job.giveUp': oneOf(work),
    'audit.export': filtered(
      {
        actor: t`Who acted`,
        requester: t`Whose data`,
        applicationNumber: t`Application number`,
        action: t`What`,
        from: t`From`,
        to: t`To`,
      },
      {
        actor: (email) => actors[email] ?? email,
        requester: () => t`one requester`,
        action: oneOf(actions),
        from: instant,
        to: instant,
      },
    ),
    'log.export': filtered(
      { kind: t`Kind`, outcome: t`Outcome`, from: t`Filed from`, to: t`Filed until` },
      {
        kind: oneOf({ personal: t`Users and third parties`, public: t`Public sector bodies` }),
        outcome: (state) => {
          const label = chartLabels[state];
          return label ? i18n._(label) : t`Still open`;
        },
        from: day,
        to: day,
      },
    ),
    'signIn.succeed': oneOf({ OpenID: t`With the company account` }),
    'signIn.fail': addressAtSignIn,
    'signIn.lock': addressAtSignIn,
    'signIn.lift': addressAtSignIn,
    'access.refuse': (path) => areas.find(([prefix]) => path.startsWith(prefix))?.[1],
  };
  return (action, detail) => (detail && forms[action as AuditAction]?.(detail)) || null;
}
