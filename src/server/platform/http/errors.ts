import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Code, codes, httpStatus } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { StoreUnavailable } from '#server/platform/store/store-error.ts';
import { refusalText } from '#server/platform/words/refusals.ts';
import { ApiError } from './api-error.ts';
import { languageOf } from './route.ts';

/** Seconds after which a call that was answered 503 is worth another try. */
const RETRY_AFTER = 5;

/**
 * One handler for every error: the expected are answered by name, the others logged and hidden.
 * One for every address that is no call, or one made by another method.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = error instanceof ApiError ? error : expected(error);
    if (refused) return answer(request, reply, refused);
    if (error instanceof StoreUnavailable) {
      request.log.warn(`The database does not answer: ${error.message}`);
      reply.header('retry-after', RETRY_AFTER);
      return answer(request, reply, new ApiError(codes.unavailable));
    }
    request.log.error(error);
    return answer(request, reply, new ApiError(codes.internal));
  });
  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split('?');
    const call = Object.values(endpoints).find((endpoint) => endpoint.path === path);
    if (!call) return answer(request, reply, new ApiError(codes.notFound));
    reply.header('allow', call.method);
    return answer(request, reply, new ApiError(codes.methodNotAllowed));
  });
}

/** Answers a refusal in the reader's language. */
export function answer(request: FastifyRequest, reply: FastifyReply, { code, data }: ApiError) {
  return reply
    .status(httpStatus(code))
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ code, message: refusalText(languageOf(request), code, data), data });
}

const codeOfStatus: Record<number, Code> = {
  404: codes.notFound,
  405: codes.methodNotAllowed,
  413: codes.tooLarge,
  415: codes.typeNotSupported,
};

/** The refusal a framework's own 4xx stands for; undefined when it is none of the caller's doing. */
function expected(error: unknown): ApiError | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 400 || status >= 500) return undefined;
  return new ApiError(codeOfStatus[status] ?? codes.invalid);
}
