import { type SqlBool, sql } from 'kysely';
import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';

const hasRole = sql<SqlBool>`1 in (is_reviewer, is_lead, is_auditor, is_analyst)`;

/** Roles of staff with their addresses, by the ids of their accounts. */
export const sealedRoles: SealedTable = {
  kind: 'roles',
  nameOf: (id) => `roles of ${id}`,
  ...sealedRows(
    'account',
    'id',
    ['email', 'is_reviewer', 'is_lead', 'is_auditor', 'is_analyst'],
    hasRole,
  ),
};
