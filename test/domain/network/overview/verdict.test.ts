import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../../../src/domain/network/overview/verdict.ts'
import type { StationStatus } from '../../../../src/domain/stations/station.ts'

const measured = (...statuses: StationStatus[]) => statuses.map((status) => ({ status, measured: true }))
const declared = (...statuses: StationStatus[]) => statuses.map((status) => ({ status, measured: false }))

describe('the verdict on the network', () => {
  it('is up only if stations were measured', () => {
    expect(verdictOf([])).toBe('not_measured')
    expect(verdictOf(declared('online', 'online'))).toBe('not_measured')
    expect(verdictOf([...measured('online'), ...declared('offline')])).toBe('up')
    expect(verdictOf(measured('maintenance'))).toBe('not_measured')
  })

  it('is "partly" if some stations have problems, and "down" if all have', () => {
    expect(verdictOf(measured('online', 'degraded'))).toBe('partly')
    expect(verdictOf(measured('online', 'offline', 'maintenance'))).toBe('partly')
    expect(verdictOf(measured('offline', 'degraded'))).toBe('down')
  })
})
