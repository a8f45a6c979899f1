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
    'not in force yet: it starts on <soon>',
    'Todavía no inicia: empieza el <soon>',
  ],
  [{ kind: 'expired', at: 'then' }, 'It expired on <then>.', 'Venció el <then>.'],
  [{ kind: 'revoked', at: 'then' }, 'It was revoked on <then>; it will not', 'Fue revocada el <then>'],
  [{ kind: 'email_as_user' }, 'this is not the NTRIP user', 'no es el usuario NTRIP'],
  [{ kind: 'unknown_user' }, 'look for a typing mistake', 'revise cómo está escrito'],
  [{ kind: 'station_archived' }, 'its station is archived', 'su estación está archivada'],
  [{ kind: 'group_gone' }, 'its group of stations was removed', 'su grupo de estaciones se eliminó'],
  [
    { kind: 'opens_group', name: 'Norte', stations: 3 },
    'It opens the group "Norte": 3 stations, each',
    'Da acceso al grupo «Norte»: 3 estaciones, cada',
  ],
  [{ kind: 'opens_group', name: 'Norte', stations: 0 }, 'has no active stations', 'no tiene estaciones activas'],
  [{ kind: 'never_seen' }, 'The caster has never seen it', 'El caster nunca la ha visto'],
  [
    { kind: 'in_force', until: 'then', mountpoint: 'RED' },
    'until <then> and opens RED.',
    'hasta el <then> y da acceso a RED.',
  ],
  [
    { kind: 'connected', address: '203.0.113.9', since: 'then', bytes: 1234 },
    'from 203.0.113.9 since <then>, and has received 1234 B',
    'desde 203.0.113.9, a partir del <then>; ha recibido 1234 B',
  ],
  [
    { kind: 'let_in_from_memory', at: 'then' },
    'On <then> it was let in on what the caster remembered of it, because the database did not answer.',
    'El <then> se admitió con lo que el caster recordaba de ella, porque la base de datos no respondía.',
  ],
  [
    { kind: 'noted', note: { at: 'then', code: 'no_gga', params: {} } },
    'The last that happened: no GGA: this mountpoint needs the position of the rover, which has sent none (<then>).',
    'Lo último que pasó: sin GGA: este punto de montaje necesita la posición del rover, y no ha enviado ninguna (<then>).',
  ],
  [
    refused('bad_password', 40),
    'on <now> from 203.0.113.9 (40 times), was refused: the password',
    '(40 veces), se rechazó:',
  ],
  [
    refused('wrong_mountpoint'),
    'asked for TOLU, and this credential opens CDMX.',
    'pidió TOLU, y esta credencial da acceso a CDMX.',
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
    'from <then> to <now>, received 5 B, and ended because an operator ended it. Before that: base CDMX, 3.0 km.',
    'terminó porque un operador la terminó. Antes de eso: base CDMX, a 3.0 km.',
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
    'What the device got: its corrections are 40 s old; over the session 1.5 s (median), at worst 41 s; 93 % of its positions fixed; ' +
      'its base is 12.0 km away; 1 change of base; 2 gaps without corrections, the longest of 14 s.',
    'Lo que recibió el equipo: sus correcciones tienen 40 s; en toda la conexión 1.5 s (mediana), a lo más 41 s; 93 % de sus posiciones fijas; ' +
      'su base está a 12.0 km; 1 cambio de base; 2 cortes sin correcciones, el más largo de 14 s.',
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
    'What the device got: no gaps.',
    'Lo que recibió el equipo: sin cortes.',
  ],
])('$kind', (finding, english, spanish) => {
  expect(inEnglish(finding)).toContain(english)
  expect(inSpanish(finding)).toContain(spanish)
})

describe('the text of every refusal reason', () => {
  it.each(REFUSAL_REASONS)('%s', (reason) => {
    expect(inEnglish(refused(reason))).toMatch(/refused: .{10,}\.$/)
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
    'the VRS engine is lost: refused: credentials (HTTP/1.1 401 Unauthorized)',
    'se perdió el motor VRS: rechazó la petición: usuario o contraseña (HTTP/1.1 401 Unauthorized)',
  ],
  [{ code: 'vrs_lost', params: {} }, 'the VRS engine is lost', 'se perdió el motor VRS'],
  [
    { code: 'vrs_away', params: {} },
    'the VRS engine gives no data: the nearest base meanwhile',
    'el motor VRS no da datos: entretanto, la base más cercana',
  ],
  [
    { code: 'from_memory', params: {} },
    'let in from memory: the database did not answer',
    'se admitió de memoria: la base de datos no respondía',
  ],
])('has texts for the note $code', (note, english, spanish) => {
  expect(noteText(en, note)).toBe(english)
  expect(noteText(es, note)).toBe(spanish)
})
