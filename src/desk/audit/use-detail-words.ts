import type { MessageDescriptor } from '@lingui/core';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AuditAction } from '#contract/audit.ts';
import { approvalKinds } from '#contract/four-eyes.ts';
import { staffRoles } from '#contract/staff-roles.ts';
import { chartLabels } from '#forms/states.ts';
import { msg } from '#lib/words/msg.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDay, formatInstant } from '#ui/format/dates.ts';
import { workWords } from '../operation/work-words.ts';
import {
  placeName,
  startWords,
  useApprovalKindList,
  useSettingWords,
} from '../settings/use-setting-words.ts';
import { useRoleList } from '../staff/use-role-words.ts';
import { actionWords, actorWords, areaWords, endingWords } from './audit-words.ts';

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
  const [settings, roleList, kindList] = [useSettingWords(), useRoleList(), useApprovalKindList()];

  const oneOf =
    (words: Readonly<Record<string, MessageDescriptor>>): Describe =>
    (code) =>
      words[code] && i18n._(words[code]);
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
    return name === 'startAssigns' ? (oneOf(startWords)(text) ?? text) : text;
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
      preview: msg`Preview of a decision`,
      report: msg`Content of the report`,
      template: msg`Texts of templates`,
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
        dispute: msg`Complaint or dispute`,
        outcome: msg`Outcome of a complaint or dispute`,
        erasure: msg`Erasure notice`,
        authority: msg`Notice to the authority`,
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
      xlsx: msg`Excel workbook`,
      zip: msg`CSV, JSON and Parquet (zip)`,
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
    'secondFactor.fail': oneOf({ locked: msg`Locked after this` }),
    'passkey.add': asWritten,
    'passkey.remove': asWritten,
    'session.end': (text) => {
      const [, email, count, because = ''] = /^(\S+): (\d+) \((\w+)\)$/.exec(text) ?? [];
      if (!email) return t`Signed out`;
      const sessions = t`${plural(Number(count), { one: '# session', other: '# sessions' })}`;
      return [email, sessions, oneOf(endingWords)(because)].filter(Boolean).join(' · ');
    },
    'settings.change': (text) => {
      const [, name = '', before = '', after = ''] = /^(\w+): (.*) → (.*)$/.exec(text) ?? [];
      const label = settings[name as keyof typeof settings]?.label;
      const [old, now] = [settingValue(name, before), settingValue(name, after)];
      return label && named(label, `${old} → ${now}`);
    },
    'template.save': asWritten,
    'template.remove': asWritten,
    'job.retry': oneOf(workWords),
    'job.giveUp': oneOf(workWords),
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
        actor: (email) => oneOf(actorWords)(email) ?? email,
        requester: () => t`one requester`,
        action: oneOf(actionWords),
        from: instant,
        to: instant,
      },
    ),
    'log.export': filtered(
      { kind: t`Kind`, outcome: t`Outcome`, from: t`Filed from`, to: t`Filed until` },
      {
        kind: oneOf({ personal: msg`Users and third parties`, public: msg`Public sector bodies` }),
        outcome: (state) => oneOf(chartLabels)(state) ?? t`Still open`,
        from: day,
        to: day,
      },
    ),
    'signIn.succeed': oneOf({ OpenID: msg`With the company account` }),
    'signIn.fail': addressAtSignIn,
    'signIn.lock': addressAtSignIn,
    'signIn.lift': addressAtSignIn,
    'access.refuse': (path) => {
      const [, area] = areaWords.find(([prefix]) => path.startsWith(prefix)) ?? [];
      return area && i18n._(area);
    },
  };
  return (action, detail) => (detail && forms[action as AuditAction]?.(detail)) || null;
}
