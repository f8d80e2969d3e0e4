/**
 * An action that changes nothing in the machine: whoever keeps the machine does it, once the step
 * is saved. The second parameter is never given; it tells effects from other actions in types.
 */
export function effect(_: unknown, _kind?: 'effect'): void {}
