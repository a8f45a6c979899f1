import { describe, expect, it } from 'vitest'
import { longTime } from '../../../../src/domain/text/long-time.ts'
import { en } from '../../../../src/outbound/delivery/words/en.ts'
import { es } from '../../../../src/outbound/delivery/words/es.ts'
import { datumIn, explainDatum, languageOf } from '../../../../src/outbound/delivery/words/words.ts'

function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value(7, '2010.0', true))]]
  return Object.entries(value as object).flatMap(([key, inner]) => leavesOf(inner, `${path}/${key}`))
}

/** Keys whose text is the same in both languages. */
const SAME =
  /^\/recipes\/(ntrip|no|forms\/msm\d)$|^\/base$|^\/mail\/subject$|^\/rinex\/(seconds|period)$|^\/live\/solution\/(fix|float|dgps)$/

describe('the dictionaries', () => {
  it('have the same keys in two languages, none of them empty', () => {
    const spanish = leavesOf(es)
    const english = new Map(leavesOf(en))
    expect(spanish.map(([path]) => path)).toEqual([...english.keys()])
    for (const [path, text] of spanish) {
      expect(text, path).not.toBe('')
      if (!SAME.test(path)) expect(english.get(path), path).not.toBe(text)
    }
  })
})

describe("the reader's language", () => {
  it.each([
    [undefined, 'es'],
    ['', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['fr-FR,fr;q=0.9,en;q=0.5', 'en'],
    ['de', 'es'],
    ['en;q=0, es;q=0.1', 'es'],
    ['english;;;q=x,,;', 'es'],
  ])('of "%s" is %s', (header, language) => expect(languageOf(header)).toBe(language))
})

describe('displayed times', () => {
  it('are in Mexico City time, wherever the service runs', () => {
    const at = new Date('2026-11-16T06:05:00Z')
    expect(longTime(at, 'es')).toBe('lunes, 16 de noviembre de 2026, 00:05')
    expect(longTime(at, 'en')).toBe('Monday, 16 November 2026, 00:05')
  })

  it('use natural units for the time left', () => {
    const hour = 3_600_000
    expect([1, 60_000, hour, 2 * hour, 47 * hour, 48 * hour, 7 * 24 * hour].map(es.remaining)).toEqual([
      '1 minuto',
      '1 minuto',
      '60 minutos',
      '2 horas',
      '47 horas',
      '2 días',
      '7 días',
    ])
  })
})

describe('the reference frame', () => {
  it('is explained, and named in the reader’s language', () => {
    expect(datumIn('ITRF2008 época 2010.0', 'en')).toBe('ITRF2008, epoch 2010.0')
    expect(explainDatum('ITRF2008 época 2010.0', 'es')).toContain('el marco oficial de México, en la época 2010.0')
    expect(explainDatum('ITRF2014 epoch 2018.5', 'en')).toBe(
      'Your coordinates are in ITRF2014 at epoch 2018.5. Compare them only with points in the same frame and epoch.',
    )
    expect(explainDatum('NAD27', 'en')).toBe(
      'Your coordinates are in NAD27. Compare them only with points in the same frame.',
    )
  })
})
