import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/domain/credentials/access-findings.ts'
import { REFUSAL_REASONS } from '../../src/domain/sessions/admission.ts'
import type { Note } from '../../src/domain/sessions/session.ts'
import { findingText, noteText } from '../../src/words/access.ts'
import { en } from '../../src/words/en.ts'
import { es } from '../../src/words/es.ts'

const FIGURES = { time: (at: string) => `<${at}>`, bytes: (count: number) => `${count} B` }
const inEnglish = (finding: Finding<string>) => findingText(en, finding, FIGURES)
const inSpanish = (finding: Finding<string>) => findingText(es, finding, FIGURES)

const refused = (reason: (typeof REFUSAL_REASONS)[number], times = 1): Finding<string> => ({
  kind: 'refused',
  reason,
  at: 'now',
  times,
  address: '203.0.113.9',
  asked: 'TOLU',
  opens: 'CDMX',
})

it.each<[Finding<string>, string, string]>([
  [
    { kind: 'not_started', at: 'soon' },
    'not active yet: it starts on <soon>',
    'Todavía no está vigente: inicia el <soon>',
  ],
  [{ kind: 'expired', at: 'then' }, 'It expired on <then>.', 'Venció el <then>.'],
  [{ kind: 'revoked', at: 'then' }, 'It was revoked on <then> and can no longer connect.', 'Fue revocada el <then>'],
  [{ kind: 'email_as_user' }, 'not the NTRIP username', 'no el usuario NTRIP'],
  [{ kind: 'unknown_user' }, 'Check for a typo', 'Revise cómo está escrito'],
  [{ kind: 'station_archived' }, 'its station is archived', 'su estación está archivada'],
  [{ kind: 'group_gone' }, 'its station group was deleted', 'su grupo de estaciones se eliminó'],
  [
    { kind: 'opens_group', name: 'Norte', stations: 3 },
    'It gives access to the group "Norte": 3 stations, each',
    'Da acceso al grupo «Norte»: 3 estaciones, cada',
  ],
  [{ kind: 'opens_group', name: 'Norte', stations: 0 }, 'has no active stations', 'no tiene estaciones activas'],
  [{ kind: 'never_seen' }, 'It has never tried to connect.', 'Nunca ha intentado conectarse.'],
  [
    { kind: 'in_force', until: 'then', mountpoint: 'RED' },
    'until <then> and gives access to RED.',
    'hasta el <then> y da acceso a RED.',
  ],
  [
    { kind: 'connected', address: '203.0.113.9', since: 'then', bytes: 1234 },
    'from 203.0.113.9 since <then> and has received 1234 B',
    'desde 203.0.113.9 a partir del <then> y ha recibido 1234 B',
  ],
  [
    { kind: 'let_in_from_memory', at: 'then' },
    'On <then> the caster admitted it from its cache, because the database was unavailable.',
    'El <then> el caster la admitió con los datos de su caché, porque la base de datos no estaba disponible.',
  ],
  [
    { kind: 'noted', note: { at: 'then', code: 'no_gga', params: {} } },
    'Last event: no GGA: the rover has sent no position, which this mountpoint requires (<then>).',
    'Último evento: sin GGA: el rover no ha enviado su posición, que este punto de montaje requiere (<then>).',
  ],
  [
    refused('bad_password', 40),
    'on <now> from 203.0.113.9 (40 times), was rejected: the password',
    '(40 veces), se rechazó:',
  ],
  [
    refused('wrong_mountpoint'),
    'requested TOLU, but this credential gives access to CDMX.',
    'pidió TOLU, pero esta credencial da acceso a CDMX.',
  ],
  [
    {
      kind: 'ended',
      reason: 'kicked',
      from: 'then',
      to: 'now',
      bytes: 5,
      note: { at: 'then', code: 'base', params: { station: 'CDMX', distanceKm: 3 } },
    },
    'from <then> to <now>, received 5 B and ended because an operator disconnected it. Before that: base CDMX, 3.0 km.',
    'terminó porque un operador la desconectó. Antes de eso: base CDMX, a 3.0 km.',
  ],
  [
    {
      kind: 'felt',
      felt: {
        ...{ ageSeconds: 40, medianAgeSeconds: 1.5, worstAgeSeconds: 41 },
        ...{ distanceKm: 12, baseChanges: 1, gaps: 2, longestGapSeconds: 14 },
      },
      fixedPct: 93,
    },
    'Corrections received: age 40 s; median age 1.5 s, maximum 41 s; 93 % of positions fixed; ' +
      'base at 12.0 km; 1 base change; 2 gaps, the longest 14 s.',
    'Correcciones recibidas: antigüedad 40 s; antigüedad mediana 1.5 s, máxima 41 s; 93 % de posiciones fijas; ' +
      'base a 12.0 km; 1 cambio de base; 2 cortes, el más largo de 14 s.',
  ],
  [
    {
      kind: 'felt',
      felt: {
        ...{ ageSeconds: null, medianAgeSeconds: null, worstAgeSeconds: null },
        ...{ distanceKm: null, baseChanges: 0, gaps: 0, longestGapSeconds: 0 },
      },
      fixedPct: null,
    },
    'Corrections received: no gaps.',
    'Correcciones recibidas: sin cortes.',
  ],
])('$kind', (finding, english, spanish) => {
  expect(inEnglish(finding)).toContain(english)
  expect(inSpanish(finding)).toContain(spanish)
})

describe('the text of every refusal reason', () => {
  it.each(REFUSAL_REASONS)('%s', (reason) => {
    expect(inEnglish(refused(reason))).toMatch(/rejected: .{10,}\.$/)
    expect(inSpanish(refused(reason))).toMatch(/se rechazó: .{10,}\.$/)
  })
})

it.each<[Note, string, string]>([
  [
    { code: 'base', params: { station: 'B1', distanceKm: 15, before: { station: 'A1', silent: true } } },
    'base A1 (silent) → B1, 15.0 km',
    'base A1 (sin datos) → B1, a 15.0 km',
  ],
  [
    { code: 'base', params: { station: 'B1', distanceKm: 9.6, before: { station: 'A1', silent: false } } },
    'base A1 → B1, 9.6 km',
    'base A1 → B1, a 9.6 km',
  ],
  [
    {
      code: 'vrs_lost',
      params: { why: { code: 'refused', params: { reason: 'credentials', said: 'HTTP/1.1 401 Unauthorized' } } },
    },
    'the connection to the VRS engine was lost: rejected: username or password (HTTP/1.1 401 Unauthorized)',
    'se perdió la conexión con el motor VRS: rechazó la petición: usuario o contraseña (HTTP/1.1 401 Unauthorized)',
  ],
  [
    { code: 'vrs_lost', params: {} },
    'the connection to the VRS engine was lost',
    'se perdió la conexión con el motor VRS',
  ],
  [
    { code: 'vrs_away', params: {} },
    'the VRS engine sends no data: served from the nearest base',
    'el motor VRS no envía datos: recibe la base más cercana',
  ],
  [
    { code: 'from_memory', params: {} },
    'admitted from the cache: the database was unavailable',
    'se admitió desde la caché: la base de datos no estaba disponible',
  ],
])('has texts for the note $code', (note, english, spanish) => {
  expect(noteText(en, note)).toBe(english)
  expect(noteText(es, note)).toBe(spanish)
})
