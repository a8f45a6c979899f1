// The calendar file conforms to RFC 5545.
import { describe, expect, it } from 'vitest'
import { calendar } from '../../../src/outbound/delivery/calendar.ts'
import { DAY_MS, DELIVERY } from './support.ts'

const fileOf = (change: Partial<typeof DELIVERY> = {}) => calendar({ ...DELIVERY, ...change }, 'es').toString()
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar file', () => {
  it('has the end in UTC, and an alarm a week before', () => {
    const lines = unfolded(fileOf())
    expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
    expect(lines).toContain('DTSTART:20261216T060000Z')
    expect(lines).toContain('DTSTAMP:20261115T150000Z')
    expect(lines).toContain('TRIGGER:-P7D')
    expect(lines).toContain('SUMMARY:Vence su acceso NTRIP a Red Geodésica del Bajío')
    for (const part of ['VCALENDAR', 'VEVENT', 'VALARM'])
      for (const edge of ['BEGIN', 'END']) expect(lines.filter((line) => line === `${edge}:${part}`)).toHaveLength(1)
  })

  it('has a later alarm if the credential is valid for less than a week', () => {
    const { credential } = DELIVERY
    const short = { ...credential, expiresAt: new Date(credential.startsAt.getTime() + DAY_MS) }
    expect(fileOf({ credential: short })).toContain('TRIGGER:-PT2H\r\n')
  })

  it('escapes line breaks, and folds lines between characters', () => {
    const networkName = `Red; "uno", dos\\tres\r\nBEGIN:VALARM ${'ñandú '.repeat(30)}`
    const file = fileOf({ networkName })
    expect(unfolded(file).filter((line) => line === 'BEGIN:VALARM')).toHaveLength(1)
    expect(file).toContain('Red\\; "uno"\\, dos\\\\tres BEGIN:VALARM')
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file).not.toContain('\ufffd')
    expect(unfolded(file).join('\n')).toContain('ñandú '.repeat(30).trim())
  })

  it('contains neither the password nor the link to the page', () => {
    const file = unfolded(fileOf()).join('\n')
    expect(file).not.toContain(DELIVERY.password)
    expect(file).not.toContain('/c/')
  })
})
