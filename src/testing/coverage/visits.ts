export const VISITS = new URL('../../../coverage/visits/', import.meta.url);
