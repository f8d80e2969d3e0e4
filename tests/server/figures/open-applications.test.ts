import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStates } from '#server/figures/counts.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';

const folder = temporaryFolder('open');

test('the open applications of a filing period are found by an index', async () => {
  // The plan of the embedded database; PostgreSQL plans by statistics.
  const store = openStore({ dataDir: folder });
  try {
    await migrate(store.db);
    await sql`insert into account (id, email, is_reviewer, language, created_at)
      values ('someone', 'someone@example.eu', 0, 'en', 0)`.execute(store.db);
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
      insert into application (number, kind, requester_id, state, code, revision, submission_id,
        purpose, form_json, created_at, updated_at, due_at, reminded_revision)
      select 'VD-' || i, 'personal', 'someone',
        case when i % 6 = 0 then 'dataRequest.awaited' else 'approved' end, 1, 1, i, '', '{}',
        i * 600000, i * 600000, i * 600000, -1 from n`.execute(store.db);
    await sql`analyze`.execute(store.db);
    const { rows } = await sql<{ detail: string }>`explain query plan
      select state, count(*), sum(case when due_at < 9 then 1 else 0 end) from application
      where state in (${sql.join(openStates.map((state) => sql.lit(state)))})
        and created_at >= 60000000 and created_at < 1600000000
      group by state`.execute(store.db);
    expect(rows[0]?.detail).toBe(
      'SEARCH application USING COVERING INDEX application_open (state=? AND created_at>? AND created_at<?)',
    );
  } finally {
    await store.close();
  }
});
