// Request ids in answers, logs and the audit log: the id that the proxy or the caller sent, or a generated one.
import type { IncomingMessage } from 'node:http'
import { randomCode } from '../../../base/secrets.ts'

/** Fits UUIDs and the ids of proxies; anything else is not echoed. */
const SANE = /^[A-Za-z0-9][A-Za-z0-9._-]{7,99}$/
/** A secret that was sent in the wrong header must not be stored. */
const SECRET = /^(vrt|whsec|sk|rk)_/

/** Generated ids are unique across nodes and restarts, and cheap. */
export function requestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const node = randomCode(6)
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && SANE.test(given) && !SECRET.test(given)
      ? given
      : `req-${node}-${(count++).toString(36)}`
  }
}
