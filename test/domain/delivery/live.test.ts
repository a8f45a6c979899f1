import { describe, expect, it } from 'vitest'
import { type LiveFacts, liveOf, type SeenSession } from '../../../src/domain/delivery/live.ts'
import { callUrl, isPhone, isWhatsapp, whatsappUrl } from '../../../src/domain/network/contact.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 16, 18, 0, seconds))

const SESSION: SeenSession = {
  startedAt: at(0),
  endedAt: null,
  endReason: null,
  isOpen: true,
  base: 'LEON',
  distanceKm: 8.2,
  quality: 4,
  positionAt: at(99),
  satellites: 31,
  firstFixedAt: at(14),
  dataAt: at(100),
  toldAt: at(100),
  notes: [],
}
const REFUSAL = { reason: 'wrong_mountpoint', lastAt: at(50), times: 3, mountpoint: 'RED', address: '::1' } as const
const NOTHING: LiveFacts = { opens: 'LEON', session: null, refusal: null }
const told = (session: Partial<SeenSession> | null, refusal: LiveFacts['refusal'] = null) =>
  liveOf({ ...NOTHING, session: session && { ...SESSION, ...session }, refusal })

describe('the equipment status', () => {
  it('reports a connected rover with its details', () => {
    expect(told({})).toEqual({
      kind: 'connected',
      since: at(0),
      base: 'LEON',
      distanceKm: 8.2,
      satellites: 31,
      fixedAfterSeconds: 14,
      solution: 'fix',
      dataAt: at(100),
      toldAt: at(100),
      flows: true,
      trouble: null,
      other: null,
    })
    expect([0, 1, 2, 5, 9].map((quality) => told({ quality }))).toMatchObject(
      ['none', 'single', 'dgps', 'float', 'other'].map((solution) => ({ solution })),
    )
  })

  it('reports no fix if the last position is older than a minute', () => {
    const unknown = { solution: null, distanceKm: null }
    expect(told({ positionAt: at(39) })).toMatchObject(unknown)
    expect(told({ quality: null, positionAt: null })).toMatchObject(unknown)
    expect(told({ toldAt: null, dataAt: null })).toMatchObject({ ...unknown, flows: false })
  })

  it('reports missing data if nothing was sent for a while', () => {
    expect(told({ dataAt: at(85) })).toMatchObject({ flows: true })
    expect(told({ dataAt: at(84) })).toMatchObject({ flows: false })
    expect(told({ dataAt: null })).toMatchObject({ flows: false })
  })

  it('reports the last problem until it is resolved', () => {
    const noted = (...codes: string[]) => told({ notes: codes.map((code) => ({ code })) })
    expect(noted('no_gga')).toMatchObject({ trouble: 'no_gga' })
    expect(noted('no_gga', 'left_out')).toMatchObject({ trouble: 'no_gga' })
    expect(noted('outside_coverage', 'base')).toMatchObject({ trouble: null })
    expect(noted('bus_away', 'bus_back')).toMatchObject({ trouble: null })
  })

  it('reports a refusal after the session; during a session as that of another device', () => {
    const refused = { kind: 'refused', reason: 'wrong_mountpoint', asked: 'RED', opens: 'LEON', at: at(50), times: 3 }
    expect(told(null, REFUSAL)).toEqual(refused)
    expect(told({}, REFUSAL)).toMatchObject({ kind: 'connected', other: refused })
    expect(told({ startedAt: at(60) }, REFUSAL)).toMatchObject({ kind: 'connected', other: null })
    const ended = { isOpen: false, endReason: 'client_left' } as const
    expect(told({ ...ended, endedAt: at(40) }, REFUSAL)).toEqual(refused)
    expect(told({ ...ended, endedAt: at(60) }, REFUSAL)).toMatchObject({ kind: 'ended', at: at(60) })
  })

  it('reports an unknown end if the caster was lost, or that the rover never connected', () => {
    const noGga = { code: 'no_gga' }
    expect(told({ isOpen: false, dataAt: null, notes: [noGga] })).toMatchObject({ kind: 'ended', trouble: 'no_gga' })
    expect(told({ isOpen: false })).toEqual({
      kind: 'ended',
      reason: 'node_lost',
      from: at(0),
      at: at(100),
      trouble: null,
    })
    expect(told(null)).toEqual({ kind: 'never' })
  })
})

describe('a telephone number', () => {
  it('can be called; WhatsApp requires a country code', () => {
    const numbers = ['+52 55 1234 5678', '(477) 123-4567', '5512345678', '066', 'llame ya', '+', '+1234567890123456']
    expect(numbers.map(isPhone)).toEqual([true, true, true, false, false, false, false])
    expect(numbers.map(isWhatsapp)).toEqual([true, false, false, false, false, false, false])
    expect(callUrl('+52 (55) 1234-5678')).toBe('tel:+525512345678')
    expect(whatsappUrl('+52 55 1234 5678', 'Hola, ¿qué tal?')).toBe(
      'https://wa.me/525512345678?text=Hola%2C%20%C2%BFqu%C3%A9%20tal%3F',
    )
  })
})
