// The state of certificates on the station page. Each source that pushes has its own.
import { describe, expect, it } from 'vitest'
import type { ShownCertificate } from '../../src/http/console/contract/stations/stations.ts'
import { isNeeded, standingOf } from '../../web/src/sections/stations/source/certificate-standing.ts'

const certificate = (source: ShownCertificate['source'], state: ShownCertificate['state'] = 'valid') => ({
  ...{ fingerprint: 'AB', subject: '', source, state },
  ...{ validFrom: '', validUntil: '', addedAt: '' },
})
const of = (certificates: ShownCertificate[], certificateRequired = true, hasBackupSecret = false) => ({
  ...{ certificates, certificateRequired, hasBackupSecret },
})
const [first, second, old] = [certificate('first'), certificate('backup'), certificate('first', 'ended')]

describe('the certificate state of a station', () => {
  it.each([
    ['that needs none and has none', of([], false), 'none'],
    ['that needs none', of([first], false), 'accepted'],
    ['that has what it needs', of([first]), 'required'],
    ['with two sources that have what they need', of([first, second], true, true), 'required'],
    ['that has nothing', of([]), 'nobody'],
    ['that has nothing that is valid', of([old]), 'nobody'],
    ['whose first source has none', of([second], true, true), { locked: 'first' }],
    ['whose second source has none', of([first], true, true), { locked: 'backup' }],
  ])('%s', (_, source, standing) => {
    expect(standingOf(source)).toEqual(standing)
  })
})

it("marks a source's last valid certificate as needed if one is required", () => {
  expect(isNeeded(first, of([first, second, old]))).toBe(true)
  expect(isNeeded(first, of([first, certificate('first', 'ending')]))).toBe(false)
  expect(isNeeded(old, of([old]))).toBe(false)
  expect(isNeeded(first, of([first], false))).toBe(false)
})
