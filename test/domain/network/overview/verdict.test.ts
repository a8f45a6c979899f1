import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../../../src/domain/network/overview/verdict.ts'
import type { StationStatus } from '../../../../src/domain/stations/station.ts'

const measured = (...statuses: StationStatus[]) => statuses.map((status) => ({ status, measured: true }))
const declared = (...statuses: StationStatus[]) => statuses.map((status) => ({ status, measured: false }))

describe('the network in one word', () => {
  it('is only praised for what was measured', () => {
    expect(verdictOf([])).toBe('not_measured')
    expect(verdictOf(declared('online', 'online'))).toBe('not_measured')
    expect(verdictOf([...measured('online'), ...declared('offline')])).toBe('up')
    expect(verdictOf(measured('maintenance'))).toBe('not_measured')
  })

  it('has problems when some stations have, and is down when all are not as they should be', () => {
    expect(verdictOf(measured('online', 'degraded'))).toBe('partly')
    expect(verdictOf(measured('online', 'offline', 'maintenance'))).toBe('partly')
    expect(verdictOf(measured('offline', 'degraded'))).toBe('down')
  })
})
