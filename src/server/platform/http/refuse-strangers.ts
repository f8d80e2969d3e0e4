import type { FastifyRequest } from 'fastify';
import type { Allowance, Allowances } from './allowances.ts';
import { networkOf } from './client-network.ts';
import type { RefuseEarly } from './route.ts';
import type { Turns } from './turns.ts';

/** Limits of strangers' calls of one kind, and the turns that they wait for. */
export interface StrangersLimits {
  allowances: Allowances;
  turns: Turns;
  /** Limits that hold whatever a call of the network says. */
  limitsOf: (network: string) => readonly Allowance[];
  /** Cookies by which a call may show that its sender goes before strangers. */
  passes?: readonly string[];
}

/**
 * Refuses strangers while a limit is used up or the line is full, for the price of their head alone:
 * what a flood sends is not read. Whoever brings a pass is judged once the body is there.
 * @throws {ApiError} `tooMany` or `unavailable`
 */
export function refuseStrangers(limits: StrangersLimits): RefuseEarly {
  const { allowances, turns, limitsOf, passes = [] } = limits;
  return (request: FastifyRequest) => {
    const { cookie = '' } = request.headers;
    if (passes.some((name) => cookie.includes(`${name}=`))) return;
    const network = networkOf(request);
    allowances.requireUnrefused(limitsOf(network));
    turns.requireRoom(network);
  };
}
