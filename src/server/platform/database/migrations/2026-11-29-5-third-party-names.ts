/** Does nothing: `2026-11-29-3-folded-names` also recalculates these keys, and records it. */
export async function up(): Promise<void> {}
