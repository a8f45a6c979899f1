import { expect, it } from 'vitest'
import type { MailFailure } from '../../src/domain/delivery/mail/failure.ts'
import type { ChoiceReason } from '../../src/domain/network/mountpoint-choice.ts'
import type { EngineTrouble } from '../../src/domain/network/source-address.ts'
import type { AlarmFacts } from '../../src/domain/stations/telemetry.ts'
import type { AttemptFailure } from '../../src/domain/webhooks/attempt.ts'
import { en } from '../../src/words/en.ts'
import { es } from '../../src/words/es.ts'
import { mailFailureText } from '../../src/words/mail.ts'
import { choiceText, streamTroubleText } from '../../src/words/network.ts'
import { alarmText } from '../../src/words/stations.ts'
import { attemptText } from '../../src/words/webhooks.ts'

it.each<[ChoiceReason, string, string]>([
  [
    { code: 'near_base', params: { station: 'CDMX', nearKm: 10 }, engineAway: false, degraded: [] },
    'within 10 km of CDMX',
    'a menos de 10 km de CDMX',
  ],
  [
    {
      code: 'triangle',
      params: { stations: ['CDMX', 'TOLU', 'CUER'], sideKm: 70 },
      engineAway: false,
      degraded: ['TOLU'],
    },
    'inside the triangle CDMX, TOLU, CUER, with sides of at most 70 km; TOLU is degraded, and the online stations are not enough',
    'dentro del triángulo CDMX, TOLU, CUER, con lados de 70 km como máximo; TOLU está degradada y las estaciones en línea no bastan',
  ],
  [
    { code: 'nearest_reaching', params: { station: 'CDMX', radiusKm: 35 }, engineAway: false, degraded: [] },
    'CDMX is the nearest station whose radius (35 km) covers the position',
    'CDMX es la estación más cercana cuyo radio (35 km) cubre la posición',
  ],
  [
    {
      code: 'not_serving',
      params: { station: 'CDMX', distanceKm: 0.42, status: 'offline' },
      engineAway: false,
      degraded: [],
    },
    'no coverage: CDMX, 0.4 km away, covers this position but sends no usable data',
    'sin cobertura: CDMX, a 0.4 km, cubre esta posición, pero no envía datos utilizables',
  ],
  [
    { code: 'too_far', params: { station: 'CDMX', distanceKm: 81.24, radiusKm: 35 }, engineAway: false, degraded: [] },
    'no coverage: the nearest usable station, CDMX, is 81.2 km away and its radius is 35 km',
    'sin cobertura: la estación disponible más cercana, CDMX, está a 81.2 km y su radio es de 35 km',
  ],
  [
    { code: 'no_station', params: {}, engineAway: false, degraded: [] },
    'no coverage: no station is online or degraded',
    'sin cobertura: ninguna estación está en línea ni degradada',
  ],
])('has texts for the choice of a mountpoint: $code', (reason, english, spanish) => {
  expect(choiceText(en, reason)).toBe(english)
  expect(choiceText(es, reason)).toBe(spanish)
})

it.each<[EngineTrouble, string, string]>([
  [{ code: 'not_asked', params: {} }, 'not checked yet', 'aún no se comprueba'],
  [{ code: 'said', params: { said: 'ECONNRESET' } }, 'ECONNRESET', 'ECONNRESET'],
  [
    { code: 'nobody_listens', params: { host: 'caster.example', port: 2101 } },
    'caster.example refuses connections on port 2101',
    'caster.example rechaza las conexiones en el puerto 2101',
  ],
])('has texts for a VRS engine failure: $code', (trouble, english, spanish) => {
  expect(streamTroubleText(en, trouble)).toBe(english)
  expect(streamTroubleText(es, trouble)).toBe(spanish)
})

it.each<[AlarmFacts, string, string]>([
  [
    { kind: 'moved', params: { metres: 0.85, most: 0.1 } },
    'its position is 0.85 m off the registered one (maximum 0.10 m)',
    'su posición difiere 0.85 m de la registrada (máximo 0.10 m)',
  ],
  [
    { kind: 'moved', params: { metres: 0.102, most: 0.1 } },
    'its position is 0.102 m off the registered one (maximum 0.10 m)',
    'su posición difiere 0.102 m de la registrada (máximo 0.10 m)',
  ],
  [{ kind: 'down', params: { seconds: 60 } }, 'no data for more than 60 s', 'sin datos desde hace más de 60 s'],
  [
    { kind: 'degraded', params: { shortfalls: [{ code: 'epochs', pct: 81.09, least: 95 }] } },
    'receives 81 % of the epochs (minimum 95 %)',
    'recibe 81 % de las épocas (mínimo 95 %)',
  ],
  [
    // A value just beyond its limit is not rounded to the limit.
    {
      kind: 'degraded',
      params: {
        shortfalls: [
          { code: 'epochs', pct: 94.99, least: 95 },
          { code: 'late', ms: 2_001, most: 2_000 },
          { code: 'satellites', count: 5, least: 10 },
        ],
      },
    },
    'receives 94.9 % of the epochs (minimum 95 %); arrives 2.1 s late (maximum 2 s); sees 5 satellites (minimum 10)',
    'recibe 94.9 % de las épocas (mínimo 95 %); llega 2.1 s tarde (máximo 2 s); ve 5 satélites (mínimo 10)',
  ],
  [
    { kind: 'degraded', params: { shortfalls: [] } },
    'the station sends data again, but was degraded a moment ago',
    'la estación envía datos de nuevo, pero hace un momento estaba degradada',
  ],
  [
    { kind: 'silent_constellation', params: { constellations: ['GLO', 'BDS'] } },
    'no GLONASS, BeiDou satellites for more than 60 s',
    'sin satélites de GLONASS, BeiDou desde hace más de 60 s',
  ],
  [
    { kind: 'no_observations', params: { messages: { 1006: 6, 1033: 2 }, formats: ['NMEA'] } },
    'no RTCM observations; received in the last minute: 1006 (6), 1033 (2), NMEA',
    'sin observaciones RTCM; en el último minuto se recibió: 1006 (6), 1033 (2), NMEA',
  ],
  [
    { kind: 'no_observations', params: { messages: {}, formats: [] } },
    'no RTCM observations; received in the last minute: no frames',
    'sin observaciones RTCM; en el último minuto se recibió: ninguna trama',
  ],
  [
    {
      kind: 'clock_differs',
      params: {
        reference: 'GPS',
        clocks: [
          { constellation: 'GLO', seconds: 2 },
          { constellation: 'BDS', seconds: null },
        ],
      },
    },
    'GLONASS clock differs by 2 s from GPS; BeiDou clock is frozen: rovers lose those satellites; check the receiver (leap seconds, firmware)',
    'el reloj de GLONASS difiere 2 s del de GPS; el reloj de BeiDou está detenido: los rovers pierden esos satélites; revise el receptor (segundos intercalares, firmware)',
  ],
  [
    { kind: 'on_backup', params: { source: 'station', station: 'TOLU', distanceKm: 52.31 } },
    'rovers receive the fallback station TOLU, 52.3 km away',
    'los rovers reciben la estación de respaldo TOLU, a 52.3 km',
  ],
  [
    { kind: 'on_backup', params: { source: 'push' } },
    'rovers receive the standby source (push); the primary source is offline or not yet stable',
    'los rovers reciben la fuente de respaldo (push); la fuente principal está fuera de línea o aún no es estable',
  ],
  [
    { kind: 'wrong_time', params: { seconds: -10_800 } },
    "the stream's time is 3 hours behind: an old recording or a receiver with the wrong time",
    'la hora del flujo está 3 horas atrasada: es una grabación antigua o el receptor tiene la hora incorrecta',
  ],
  [
    { kind: 'wrong_time', params: { seconds: 3 } },
    "the stream's time is 3 s ahead: an old recording or a receiver with the wrong time",
    'la hora del flujo está 3 s adelantada: es una grabación antigua o el receptor tiene la hora incorrecta',
  ],
])('has texts for the alarm $kind', (alarm, english, spanish) => {
  expect(alarmText(en, alarm)).toBe(english)
  expect(alarmText(es, alarm)).toBe(spanish)
})

it.each<[AttemptFailure, string, string]>([
  [{ code: 'no_answer', params: { seconds: 15 } }, 'no response within 15 s', 'no hubo respuesta en 15 s'],
  [{ code: 'status', params: { status: 503 } }, 'HTTP 503', 'HTTP 503'],
])('has texts for a failed attempt: $code', (failure, english, spanish) => {
  expect(attemptText(en, failure)).toBe(english)
  expect(attemptText(es, failure)).toBe(spanish)
})

it.each<[MailFailure, string, string]>([
  [
    { code: 'unwanted', params: { why: 'credential_revoked' } },
    'not sent: the credential was already revoked',
    'no se envió: la credencial ya estaba revocada',
  ],
  [{ code: 'no_connection', params: { seconds: 20 } }, 'no connection within 20 s', 'no hubo conexión en 20 s'],
])('has texts for a mail that was not sent: $code', (failure, english, spanish) => {
  expect(mailFailureText(en, failure)).toBe(english)
  expect(mailFailureText(es, failure)).toBe(spanish)
})
