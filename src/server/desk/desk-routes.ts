import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { isOfRequester, lockAtDesk } from '#server/applications/application-row.ts';
import { correctionsOf } from '#server/applications/earlier-records.ts';
import { readLinkOrLastKnown } from '#server/applications/entitlement.ts';
import { findAuthorityNotice } from '#server/applications/notices/authority.ts';
import { alreadyGiven, findNotice } from '#server/applications/notices/given-data.ts';
import { selectSummaries, summaryOf } from '#server/applications/records.ts';
import { recordRead } from '#server/platform/audit/audit-log.ts';
import { countRows, deleteRows, findRow, insertMissing } from '#server/platform/database/rows.ts';
import { type Services, together, withBatchedReads } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { assign, handOverAll } from './assignment.ts';
import { addNote, changeNote, notesFor } from './notes.ts';
import { askOpinion, fourEyesOf, giveOpinion } from './opinions.ts';
import { showPresence, sideRecordCount } from './presence.ts';
import { partyNames, personOf } from './queue.ts';
import { changedSince } from './resubmission.ts';
import { staffRecordOf } from './staff-record.ts';

const OTHERS = 20;

export function deskRoutes(route: Route, services: Services): void {
  route(endpoints.deskApplication, async ({ applicationNumber }, { language, account }) => {
    const reads = withBatchedReads(services);
    const { db } = reads.store;
    const [found, recorded] = await Promise.all([
      db
        .selectFrom('application')
        .innerJoin('account', 'account.id', 'application.requester_id')
        .leftJoin('account as assignee', 'assignee.id', 'application.assignee_id')
        .leftJoin('account as previous', 'previous.id', 'application.handed_over_by')
        .selectAll('application')
        .select(['account.email as requester_email', 'assignee.email as assignee_email'])
        .select('previous.email as previous_email')
        .where('number', '=', applicationNumber)
        .executeTakeFirst(),
      // Counted before the record is read, so that the page detects records added in between.
      sideRecordCount(db, applicationNumber),
    ]);
    if (!found) throw new ApiError(codes.notFound);
    const { assignee_email, previous_email, ...row } = found;
    // Staff can be requesters, but must not see who decides on their own applications, and how.
    const isOwn = row.requester_id === account.id;
    recordRead(services, {
      by: account,
      action: 'application.open',
      reference: applicationNumber,
    });
    const ofRequester = selectSummaries(db)
      .where(isOfRequester(row))
      .where('application.number', '!=', row.number);
    const { record, link, others, ...parts } = await together({
      record: staffRecordOf(reads, row, language, isOwn),
      isWatched: isWatching(reads, account, row.number),
      notes: notesFor(db, account, row),
      resubmission: changedSince(db, row),
      others: ofRequester.orderBy('created_at', 'desc').limit(OTHERS).execute(),
      othersTotal: countRows(ofRequester),
      fourEyes: isOwn ? null : fourEyesOf(reads, row, account.id),
      erasure: findNotice(db, row.number),
      authorityNotice: isOwn ? null : findAuthorityNotice(db, row.number),
      corrections: isOwn ? [] : correctionsOf(db, row.number),
      alreadyGiven: alreadyGiven(db, row),
      link: readLinkOrLastKnown(reads, { ...row, email: row.requester_email }),
    });
    return {
      recorded,
      ...record,
      ...partyNames(row, language),
      assignee: personOf(row.assignee_id, assignee_email),
      previousAssignee: personOf(row.handed_over_by, previous_email),
      others: others.map(summaryOf),
      ...parts,
      ...link,
    };
  });

  route(endpoints.deskTake, ({ applicationNumber }, { account }) =>
    assign(services, account, applicationNumber, { type: 'application.take' }),
  );
  route(endpoints.deskHandOver, ({ applicationNumber, to }, { account }) =>
    assign(services, account, applicationNumber, { type: 'application.handOver', to }),
  );
  route(endpoints.deskHandOverAll, ({ applicationNumbers, to }, { account }) =>
    handOverAll(services, account, applicationNumbers, to),
  );
  route(endpoints.deskRelease, ({ applicationNumber }, { account }) =>
    assign(services, account, applicationNumber, { type: 'application.release' }),
  );
  route(endpoints.deskPresence, ({ applicationNumber }, { account }) =>
    showPresence(services, account, applicationNumber),
  );
  route(endpoints.deskWatch, ({ applicationNumber, isWatched }, { account }) =>
    watch(services, account, applicationNumber, isWatched),
  );
  route(endpoints.deskOpinionAsk, (input, { account }) => askOpinion(services, account, input));
  route(endpoints.deskOpinionGive, (input, { account }) => giveOpinion(services, account, input));
  route(endpoints.deskNoteAdd, (input, { account }) => addNote(services, account, input));
  route(endpoints.deskNoteChange, (input, { account }) => changeNote(services, account, input));
}

async function watch(
  services: Services,
  account: Account,
  number: string,
  isWatched: boolean,
): Promise<void> {
  const row = { account_id: account.id, application_number: number };
  await services.store.transact(async (trx) => {
    await lockAtDesk(services, trx, account, number);
    if (isWatched) await insertMissing(trx, 'watch', row);
    else await deleteRows(trx, 'watch', row);
  });
}

async function isWatching(
  { store }: Services,
  account: { id: string },
  application_number: string,
): Promise<boolean> {
  const key = { account_id: account.id, application_number };
  return (await findRow(store.db, 'watch', key)) !== undefined;
}
