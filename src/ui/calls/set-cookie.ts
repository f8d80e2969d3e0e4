import Cookies from 'js-cookie';

/** Keeps a value for the whole site, away from requests of other sites; `lifetime` in seconds. */
export function setCookie(name: string, value: string, lifetime: number): void {
  Cookies.set(name, value, {
    expires: new Date(Date.now() + lifetime * 1000),
    sameSite: 'strict',
    secure: location.protocol === 'https:',
  });
}
