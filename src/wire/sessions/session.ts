import { type Static, Type } from 'typebox'
import type { EndReason, Freshness, SessionProgress, SessionStart } from '../../domain/sessions/session.ts'
import { fixedPctOf } from '../../domain/sessions/session-quality.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { DateTime, INT64, NextCursor, Nullable, Ok, OpenWords, OrNull, PageQuery, Percent, Ref } from '../common.ts'

/** Meaning of each reason, for the description. */
const ENDS: { readonly [Reason in EndReason]: string } = {
  client_left: 'the device disconnected',
  expired: 'the credential expired',
  revoked: 'the credential was revoked',
  suspended: 'the credential was suspended',
  changed: 'the password, station, group or geofence of the credential changed',
  replaced: 'another device connected with the same credential',
  outside_fence:
    'the device reported a position outside a geofence with `en_base: cortar` on the mountpoint of a station',
  kicked: 'the operator ended the session',
  mountpoint_closed: 'the mountpoint was removed or now requires a credential',
  too_slow: 'the device did not read its data fast enough',
  sent_too_much: 'the device sent more than 8 kB per second',
  broken: 'the connection broke',
  shutdown: 'the caster stopped',
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
  `Why a session ended. ${Object.entries(ENDS)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}.`)
    .join(' ')}`,
)

export const SessionSchema = Type.Object(
  {
    inicio_at: DateTime('When the rover connected.', sessionExample.inicio_at),
    fin_at: Nullable('string', { format: 'date-time', description: 'End of the session; null while it is open.' }),
    fin_motivo: OrNull(EndReasonSchema, 'Why the session ended; `null` while it is open.'),
    mountpoint: Type.String({ maxLength: 100, description: 'Mountpoint that the rover requested.' }),
    ip: Type.String({ maxLength: 45, description: 'IP address that the rover connected from.' }),
    agente: Type.String({ maxLength: 1000, description: '`User-Agent` of the device.' }),
    bytes: Type.Integer({ minimum: 0, ...INT64, description: 'Bytes of corrections sent to the rover.' }),
    calidad: Nullable('integer', {
      minimum: 0,
      maximum: 9,
      format: 'int32',
      description: 'Quality in the last GGA from the rover: 4 is fixed, 5 is float; `null` if the rover sent none.',
    }),
    fijo_pct: Nullable('integer', {
      ...Percent,
      format: 'int32',
      description: 'Percentage of positions with a fixed solution, rounded down; `null` if the rover sent no position.',
    }),
    lat: Nullable('number', {
      minimum: -90,
      maximum: 90,
      description:
        'Latitude of the last position in degrees; `null` if the rover sent no position or the position is no longer kept.',
    }),
    lng: Nullable('number', {
      minimum: -180,
      maximum: 180,
      description:
        'Longitude of the last position in degrees; `null` if the rover sent no position or the position is no longer kept.',
    }),
    distancia_km: Nullable('number', {
      minimum: 0,
      description: 'Distance from the last position to the serving base, in kilometres; `null` if unknown.',
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
  Omit<SessionProgress, 'notes' | 'served' | keyof Freshness> & {
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
