// What a request is called, in its answer, in our logs and in the audit log: as whoever is in front of us, or the caller, calls it already,
// or else by an id of our own.
import type { IncomingMessage } from 'node:http'
import { randomCode } from '../../base/secrets.ts'

/** UUIDs and what proxies make have so many letters; whatever else is sent is not repeated. */
const SANE = /^[A-Za-z0-9][A-Za-z0-9._-]{7,99}$/
/** Sent in the wrong header, it must not be kept. */
const SECRET = /^(vrt|whsec|sk|rk)_/

/** Our own are unique across nodes and restarts, and cheap. */
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
