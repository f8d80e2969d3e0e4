import { CreateIndexNode, type KyselyPlugin } from 'kysely';

/**
 * Lets migrations pass over an index that is there: while one is created, PostgreSQL takes no writes
 * to its table, so an operator may have made it before the upgrade, `concurrently`.
 */
export const indexesMadeBefore: KyselyPlugin = {
  transformQuery: ({ node }) =>
    CreateIndexNode.is(node) ? CreateIndexNode.cloneWith(node, { ifNotExists: true }) : node,
  transformResult: async ({ result }) => result,
};
