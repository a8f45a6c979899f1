import { type Static, Type } from 'typebox'
import { fixedPctOf } from '../../domain/sessions/felt.ts'
import type { EndReason, Freshness, SessionProgress, SessionStart } from '../../domain/sessions/session.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { DateTime, INT64, NextCursor, Nullable, Ok, OpenWords, OrNull, PageQuery, Percent, Ref } from '../common.ts'

/** Meaning of each reason, for the description. */
const ENDS: { readonly [Reason in EndReason]: string } = {
  client_left: 'the device left',
  expired: 'the credential expired',
  revoked: 'the credential was revoked',
  suspended: 'the credential was suspended',
  changed: 'its password, its station or its fence was changed',
  replaced: 'another device connected with the same credential',
  outside_fence: 'the device said on a base that it is outside its fence, which cuts',
  kicked: 'the operator ended it',
  mountpoint_closed: 'its mountpoint was removed, or needs a login now',
  too_slow: 'the device did not take its data',
  sent_too_much: 'the device sent more than 8 kB per second',
  broken: 'the line broke',
  shutdown: 'the caster was stopped',
  node_lost: 'the caster failed',
}

export const sessionExample = {
  inicio_at: '2026-11-16T14:02:11.000Z',
  fin_at: '2026-11-16T15:40:03.000Z',
  fin_motivo: 'client_left',
  mountpoint: 'CDMX_RTCM32',
  ip: '203.0.113.7',
  agente: 'NTRIP Emlid/1.4',
  bytes: 2_913_004,
  calidad: 4,
  fijo_pct: 97,
  lat: 19.4312,
  lng: -99.1287,
  distancia_km: 0.5,
}

const EndReasonSchema = OpenWords(
  'SessionEnd',
  Object.keys(ENDS),
  `Why a session ended: ${Object.entries(ENDS)
    .map(([code, meaning]) => `\`${code}\` ${meaning}`)
    .join(', ')}.`,
)

export const SessionSchema = Type.Object(
  {
    inicio_at: DateTime('When the rover connected.', sessionExample.inicio_at),
    fin_at: Nullable('string', { format: 'date-time', description: 'End of the session; null while it is open.' }),
    fin_motivo: OrNull(EndReasonSchema, 'Why it ended; null: it goes on.'),
    mountpoint: Type.String({ maxLength: 100, description: 'What the rover asked for.' }),
    ip: Type.String({ maxLength: 45, description: 'From which address it came.' }),
    agente: Type.String({ maxLength: 1000, description: 'What the device calls itself (`User-Agent`).' }),
    bytes: Type.Integer({ minimum: 0, ...INT64, description: 'Corrections that were sent to it.' }),
    calidad: Nullable('integer', {
      minimum: 0,
      maximum: 9,
      format: 'int32',
      description: 'Quality in the last GGA that it sent: 4 is fixed, 5 float; null: it sent none.',
    }),
    fijo_pct: Nullable('integer', {
      ...Percent,
      format: 'int32',
      description: 'Of its positions, how many were fixed; null: it sent none.',
    }),
    lat: Nullable('number', {
      minimum: -90,
      maximum: 90,
      description: 'Its last position; null: it sent none, or it is not kept any more.',
    }),
    lng: Nullable('number', { minimum: -180, maximum: 180, description: 'Its last position.' }),
    distancia_km: Nullable('number', {
      minimum: 0,
      description: 'From its last position to the base that served it; null: not known.',
    }),
  },
  { $id: 'Session', description: 'A connection of a rover.', examples: [sessionExample] },
)

export const SessionList = Type.Object(
  { ok: Ok, sesiones: Type.Array(Ref(SessionSchema)), next_cursor: NextCursor },
  { title: 'SessionPage', description: 'A page of sessions.' },
)

export const SessionQuery = Type.Object({ ...PageQuery })

type Seen = Pick<SessionStart, 'startedAt' | 'mountpoint' | 'address' | 'agent'> &
  Omit<SessionProgress, 'notes' | keyof Freshness> & {
    readonly endedAt: Date | null
    readonly endReason: EndReason | null
  }

export const sessionToWire = (session: Seen): Static<typeof SessionSchema> => ({
  inicio_at: isoTime(session.startedAt),
  fin_at: session.endedAt && isoTime(session.endedAt),
  fin_motivo: session.endReason,
  mountpoint: session.mountpoint,
  ip: session.address,
  agente: session.agent,
  bytes: session.bytes,
  calidad: session.quality,
  fijo_pct: fixedPctOf(session),
  lat: session.lat,
  lng: session.lng,
  distancia_km: session.distanceKm,
})
