import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { cookieNames } from '#contract/limits.ts';
import { type Answer, lastCode, type Portal } from '#tests/server/fixture.ts';

/** Makes a call from the network that a trusted proxy names. */
export async function postFrom(
  { app }: Pick<Portal, 'app'>,
  name: EndpointName,
  payload: object,
  from = '192.0.2.1',
  cookies: Record<string, string> = {},
) {
  const headers = { 'x-forwarded-for': from };
  const url = endpoints[name].path;
  const response = await app.inject({ method: 'POST', url, headers, payload, cookies });
  const answer = response.json() as Pick<Answer<unknown>, 'code' | 'message' | 'data'>;
  return { ...answer, status: response.statusCode, response };
}

/** Asks for a code from a network. */
export const askFrom = (
  portal: Pick<Portal, 'app'>,
  email: string,
  from?: string,
  cookies?: Record<string, string>,
) => postFrom(portal, 'sendCaptcha', { email, privacyAccepted: true }, from, cookies);

/** A browser in a network. It keeps its cookies. */
export function browserOf(portal: Portal, from: string, visit: string, email: string) {
  const cookies: Record<string, string> = { [cookieNames.session]: visit };
  async function post(name: 'sendCaptcha' | 'login' | 'liftLock', payload: object) {
    const answer = await postFrom(portal, name, payload, from, cookies);
    for (const { name, value } of answer.response.cookies) cookies[name] = value;
    return answer;
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
    /** Enters wrong codes; a mail sent afterwards has a later time. */
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
