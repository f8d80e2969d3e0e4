import { sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { TREND_MONTHS } from '#contract/figures.ts';
import { statesWith } from '#contract/stored-application.ts';
import type { Services } from '#server/platform/database/services.ts';
import { bucketIndex } from './counts.ts';
import { type Filter, isCounted } from './filter.ts';
import { stateNumberOf } from './state-numbers.ts';

export async function trend(
  { store, now }: Services,
  filter: Filter,
): Promise<DataOf<typeof endpoints.chartFigures>['trend']> {
  const today = new Date(now());
  const months = Array.from({ length: TREND_MONTHS }, (_, index) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1 + index - TREND_MONTHS),
  );
  const states = statesWith('holdersTurn');
  const { rows } = await sql<{ state: number; month: number; waited: number | string }>`
    select state, month, waited from (
      select state, month, waited, count(*) over (partition by state, month) as count,
        row_number() over (partition by state, month order by waited) as place
      from (
        select from_code as state, ${bucketIndex(sql`at`, months)} as month, waited from step
        where from_code in (${sql.join(states.map(stateNumberOf))}) and at >= ${months[0]}
          and ${isCounted(filter)}
      ) as stays
    ) as ranked where place = (count + 1) / 2`.execute(store.db);
  return states.map((state) => ({
    state,
    months: months.map((start, index) => {
      const row = rows.find(
        (each) => each.state === stateNumberOf(state) && Number(each.month) === index,
      );
      return {
        month: new Date(start).toISOString().slice(0, 'YYYY-MM'.length),
        median: row ? Number(row.waited) : null,
      };
    }),
  }));
}
