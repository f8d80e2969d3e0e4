import Bowser from 'bowser';

/** Longest user agent that is looked at. */
const MAX_AGENT = 500;

/** Names of a browser and its system, such as «Firefox, Windows»; null of one that is not known. */
export function browserName(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_AGENT));
  return [browser.name, os.name].filter(Boolean).join(', ') || null;
}
