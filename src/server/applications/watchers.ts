import type { MessageDescriptor } from '@lingui/core';
import { eventWords, roleWords } from '#forms/events.ts';
import { stateWords } from '#forms/states.ts';
import { msg } from '#lib/words/msg.ts';
import type { Actor } from '#machines/application.events.ts';
import { mailAtDesk } from '#server/applications/mails/post-to-desk.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { type ApplicationRow, emailOf } from './application-row.ts';
import { watchedChange } from './mails/desk-mails.ts';

interface Change {
  application: Pick<ApplicationRow, 'number' | 'state' | 'kind' | 'requester_id'>;
  event: string;
  by: Pick<Actor, 'role' | 'id'>;
  without?: readonly string[];
}

export async function notifyWatchers(
  scope: Scope,
  { application, event, by, without = [] }: Change,
): Promise<void> {
  const { trx } = scope;
  const { number, state, kind, requester_id } = application;
  const watchers = await trx
    .selectFrom('watch')
    .innerJoin('account', 'account.id', 'watch.account_id')
    .select(['account.id', 'account.email', 'account.language'])
    .where('application_number', '=', number)
    .where((is) => is.or([is('is_reviewer', '=', 1), is('is_lead', '=', 1)]))
    .where('account.id', 'not in', [by.id, requester_id, ...without])
    .orderBy('account.email')
    .execute();
  if (watchers.length === 0) return;
  const who = by.role === 'reviewer' ? await emailOf(trx, by.id) : roleWords[by.role];
  const facts = { what: wordsFor(event), who, status: stateWords(state, kind).label };
  for (const watcher of watchers) await mailAtDesk(scope, watcher, number, watchedChange, facts);
}

function wordsFor(event: string): MessageDescriptor {
  return event === 'note.add' ? msg`Note added` : (eventWords(event) ?? msg`Changed`);
}
