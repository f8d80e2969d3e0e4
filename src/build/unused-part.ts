/** Stands for a part of Mantine's table that no page uses; see the aliases of `vite.config.ts`. */
export const TableScrollContainer = undefined;
