import { endpoints } from '#contract/endpoints.ts';
import { cookieNames } from '#contract/limits.ts';
import { type Answer, lastCode, type Portal } from '#tests/server/fixture.ts';

/** A browser in the network that a trusted proxy names. It keeps its cookies. */
export function browserOf(portal: Portal, from: string, visit: string, email: string) {
  const cookies: Record<string, string> = { [cookieNames.session]: visit };
  async function post(name: 'sendCaptcha' | 'login' | 'liftLock', payload: object) {
    const response = await portal.app.inject({
      method: 'POST',
      url: endpoints[name].path,
      headers: { 'x-forwarded-for': from },
      cookies,
      payload,
    });
    for (const { name, value } of response.cookies) cookies[name] = value;
    const answer = response.json() as Pick<Answer<unknown>, 'code' | 'message' | 'data'>;
    return { ...answer, response };
  }
  const enter = async (code: string, address = email) =>
    (await post('login', { email: address, code })).code;
  return {
    cookies,
    post,
    enter,
    ask: async (address = email) =>
      (await post('sendCaptcha', { email: address, privacyAccepted: true })).code,
    enterMailed: async (address = email) =>
      enter(await lastCode(portal.services, address), address),
    lift: async (token: string) => (await post('liftLock', { token })).code,
    /** Enters wrong codes; a mail after that is the last one. */
    async guess(times = 5, address = email) {
      const right = await lastCode(portal.services, address).catch(() => '');
      const answers: number[] = [];
      for (let count = 0; count < times; count++)
        answers.push(await enter(right === '000000' ? '111111' : '000000', address));
      portal.clock.advance(1);
      return answers;
    },
  };
}
