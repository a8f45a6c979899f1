import { describe, expect, it } from 'vitest'
import {
  effectiveSettings,
  isSender,
  isTilesUrl,
  type StoredSettings,
} from '../../../src/domain/operations/settings.ts'
import { NOTHING_GIVEN } from '../../http/console/support.ts'

const STORED: StoredSettings = {
  accent: '#112233',
  smtp: { host: 'smtp.example.mx', port: 587, security: 'starttls', user: 'rtk' },
  smtpPassword: null,
  mailFrom: 'Red RTK <rtk@example.mx>',
  bankDetails: 'CLABE 1',
  shop: true,
  statusPage: false,
  coveragePage: true,
  mapTiles: { url: 'https://tiles.mx/{z}/{x}/{y}.png', attribution: '© x' },
  customerLanguage: 'en',
  reminderDays: [],
  backupKeep: null,
  logoHash: null,
  logoDarkHash: null,
}
const FALLBACK = { name: null, address: 'no-reply@localhost' }
const nothing = Object.fromEntries(Object.keys(STORED).map((name) => [name, null])) as unknown as StoredSettings

describe('the effective setting', () => {
  it('is the default if nothing is set', () => {
    expect(effectiveSettings(NOTHING_GIVEN, nothing, null, FALLBACK)).toEqual({
      accent: '#0b6478',
      smtp: null,
      mailFrom: FALLBACK,
      bankDetails: null,
      shop: false,
      statusPage: true,
      coveragePage: false,
      mapTiles: null,
      customerLanguage: 'es',
      reminderDays: [7, 1, 0],
    })
  })

  it('is the value set in the console', () => {
    expect(effectiveSettings(NOTHING_GIVEN, STORED, 'secret', FALLBACK)).toMatchObject({
      smtp: { host: 'smtp.example.mx', secure: false, requireTLS: true, user: 'rtk', password: 'secret' },
      mailFrom: { name: 'Red RTK', address: 'rtk@example.mx' },
      bankDetails: 'CLABE 1',
      shop: true,
      statusPage: false,
      coveragePage: true,
      customerLanguage: 'en',
      reminderDays: [],
    })
  })

  it("is the environment's value, before all others", () => {
    const given = { ...NOTHING_GIVEN, mailFrom: FALLBACK }
    expect(effectiveSettings(given, STORED, null, FALLBACK).mailFrom).toEqual(FALLBACK)
  })
})

it('validates senders and tile URLs', () => {
  expect(['rtk@example.mx', 'Red <rtk@example.mx>', 'nobody', 'a@b>, c@d', ''].map(isSender)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  const urls = [
    'https://t.mx/{z}/{x}/{y}.png',
    'https://t.mx/{z}/{x}.png',
    "https://t.mx/{z}/{x}/{y}; script-src 'unsafe-inline'",
    'javascript:{z}{x}{y}',
  ]
  expect(urls.map(isTilesUrl)).toEqual([true, false, false, false])
})
