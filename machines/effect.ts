/**
 * Marks an action as an effect: it does not change the machine, and runs after the step is saved.
 * The second parameter is never passed; its type distinguishes effects from other actions.
 */
export function effect(_: unknown, _kind?: 'effect'): void {}
