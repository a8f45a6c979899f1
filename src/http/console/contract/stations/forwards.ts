// Forwards: a station's streams that the caster sends to other casters.
import { Type } from 'typebox'
import { FORWARD_STATES, NTRIP_REVISIONS, type NtripRevision } from '../../../../domain/network/forward.ts'
import type { StreamLoss } from '../../../../domain/network/source-address.ts'
import * as T from '../pieces.ts'

const Revision = Type.Unsafe<NtripRevision>({ type: 'integer', enum: [...NTRIP_REVISIONS] })

export const ShownForward = T.Exact({
  id: T.Id,
  /** Name of the derived mountpoint; `null` for the station's own stream. */
  mountpoint: T.TextOrNull,
  /** Without user and password. */
  url: T.Text,
  hasLogin: T.Flag,
  revision: Revision,
  state: T.OneOf(FORWARD_STATES),
  /** Since when it is in this state; `null` if no node has reported it. */
  since: T.AtOrNull,
  bytes: T.Count,
  /** The last failure; `null` if there was none. */
  error: T.OrNull(T.Coded<StreamLoss>()),
  errorAt: T.AtOrNull,
  createdAt: T.At,
})
export type ShownForward = T.Received<typeof ShownForward>

const FORWARDS = { forwards: T.List(ShownForward) }
const Url = Type.String({ maxLength: 500 })

export const FORWARD_ROUTES = {
  /** Empty for users who may not see the sources of streams. */
  'GET /stations/:id/forwards': { answer: FORWARDS },
  'POST /stations/:id/forwards': {
    body: T.Exact({ url: Url, revision: Revision, mountpoint: T.TextOrNull }),
    answer: FORWARDS,
    status: 201,
    confirmed: true,
  },
  'PATCH /stations/:id/forwards/:forwardId': {
    body: T.Exact({
      url: Type.Optional(Url),
      revision: Type.Optional(Revision),
      paused: Type.Optional(T.Flag),
    }),
    answer: FORWARDS,
    confirmed: true,
  },
  'DELETE /stations/:id/forwards/:forwardId': { answer: FORWARDS },
} as const satisfies Record<string, T.RouteContract>
