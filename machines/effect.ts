/**
 * An action that changes nothing in the machine: whoever keeps the machine does it, once the step
 * is saved. The second parameter is never given; it distinguishes effects from other actions by type.
 */
export function effect(_: unknown, _kind?: 'effect'): void {}
