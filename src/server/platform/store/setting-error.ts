/** Error for the operator when a setting is wrong: one line, naming the key. */
export class SettingError extends Error {}
