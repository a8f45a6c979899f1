// What a customer is told of the equipment, by what is known of it.
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
  dataAt: at(100),
  toldAt: at(100),
  notes: [],
}
const REFUSAL = { reason: 'wrong_mountpoint', lastAt: at(50), times: 3, mountpoint: 'RED', address: '::1' } as const
const NOTHING: LiveFacts = { opens: 'LEON', session: null, refusal: null }
const told = (session: Partial<SeenSession> | null, refusal: LiveFacts['refusal'] = null) =>
  liveOf({ ...NOTHING, session: session && { ...SESSION, ...session }, refusal })

describe('the equipment', () => {
  it('is connected, and how', () => {
    expect(told({})).toEqual({
      kind: 'connected',
      since: at(0),
      base: 'LEON',
      distanceKm: 8.2,
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

  it('has no fix that anybody knows of, once it has not said so for a minute', () => {
    const unknown = { solution: null, distanceKm: null }
    expect(told({ positionAt: at(39) })).toMatchObject(unknown)
    expect(told({ quality: null, positionAt: null })).toMatchObject(unknown)
    expect(told({ toldAt: null, dataAt: null })).toMatchObject({ ...unknown, flows: false })
  })

  it('gets nothing when nothing was sent for a while', () => {
    expect(told({ dataAt: at(85) })).toMatchObject({ flows: true })
    expect(told({ dataAt: at(84) })).toMatchObject({ flows: false })
    expect(told({ dataAt: null })).toMatchObject({ flows: false })
  })

  it('has the trouble that was told last, until something better was', () => {
    const noted = (...codes: string[]) => told({ notes: codes.map((code) => ({ code })) })
    expect(noted('no_gga')).toMatchObject({ trouble: 'no_gga' })
    expect(noted('no_gga', 'left_out')).toMatchObject({ trouble: 'no_gga' })
    expect(noted('outside_coverage', 'base')).toMatchObject({ trouble: null })
    expect(noted('bus_away', 'bus_back')).toMatchObject({ trouble: null })
  })

  it('was refused, unless that was before its session; while it is connected, another was', () => {
    const refused = { kind: 'refused', reason: 'wrong_mountpoint', asked: 'RED', opens: 'LEON', at: at(50), times: 3 }
    expect(told(null, REFUSAL)).toEqual(refused)
    expect(told({}, REFUSAL)).toMatchObject({ kind: 'connected', other: refused })
    expect(told({ startedAt: at(60) }, REFUSAL)).toMatchObject({ kind: 'connected', other: null })
    const ended = { isOpen: false, endReason: 'client_left' } as const
    expect(told({ ...ended, endedAt: at(40) }, REFUSAL)).toEqual(refused)
    expect(told({ ...ended, endedAt: at(60) }, REFUSAL)).toMatchObject({ kind: 'ended', at: at(60) })
  })

  it('has ended for reasons nobody knows where its caster is gone; and may never have come', () => {
    expect(told({ isOpen: false })).toEqual({ kind: 'ended', reason: 'node_lost', from: at(0), at: at(100) })
    expect(told(null)).toEqual({ kind: 'never' })
  })
})

describe('a telephone', () => {
  it('is what can be called, and WhatsApp wants the country', () => {
    const numbers = ['+52 55 1234 5678', '(477) 123-4567', '5512345678', '066', 'llame ya', '+', '+1234567890123456']
    expect(numbers.map(isPhone)).toEqual([true, true, true, false, false, false, false])
    expect(numbers.map(isWhatsapp)).toEqual([true, false, false, false, false, false, false])
    expect(callUrl('+52 (55) 1234-5678')).toBe('tel:+525512345678')
    expect(whatsappUrl('+52 55 1234 5678', 'Hola, ¿qué tal?')).toBe(
      'https://wa.me/525512345678?text=Hola%2C%20%C2%BFqu%C3%A9%20tal%3F',
    )
  })
})
