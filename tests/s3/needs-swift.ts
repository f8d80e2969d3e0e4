import { needsPython } from '#tests/needs.ts';

/** Options of tests that start swift. */
export const needsSwift = needsPython(
  'swift.common.middleware.s3api',
  'swift-proxy swift-account swift-container swift-object',
);
