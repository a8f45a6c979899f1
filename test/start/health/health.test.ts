import { describe, expect, it } from 'vitest'
import { type HealthFacts, healthOf } from '../../../src/start/health/health.ts'

const database = { reason: null, notes: [] }
const WELL: HealthFacts = { isStarting: false, isDraining: false, database, casters: null, isCasterOnly: false }
const health = (facts: Partial<HealthFacts>) => healthOf({ ...WELL, ...facts })
const AWAY = 'the database does not answer'

describe('the health of a process', () => {
  it('is good if nothing is wrong', () => {
    expect(health({})).toEqual({ ok: true, reasons: [], notes: [] })
    expect(health({ casters: new Map([['caster', true]]) })).toEqual({ ok: true, reasons: [], notes: [] })
  })

  it('is not ready during the start and while draining', () => {
    expect(health({ isStarting: true })).toMatchObject({ ok: false, reasons: ['starting'] })
    expect(health({ isDraining: true })).toMatchObject({ ok: false, reasons: ['draining'] })
  })

  it('requires the database, except for a caster-only process', () => {
    const away = { reason: AWAY, notes: [] }
    expect(health({ database: away })).toEqual({ ok: false, reasons: [AWAY], notes: [] })
    expect(health({ database: away, isCasterOnly: true })).toEqual({ ok: true, reasons: [], notes: [AWAY] })
  })

  it('is ready with notes about the database', () => {
    const notes = ['a newer release has migrated the database (9001_next.sql)']
    expect(health({ database: { reason: null, notes } })).toEqual({ ok: true, reasons: [], notes })
  })

  it('notes risks of the bus and stays ready', () => {
    expect(health({ busRisks: ['no login'] })).toEqual({ ok: true, reasons: [], notes: ['no login'] })
  })

  it('requires at least one caster', () => {
    const down = 'the caster-2 does not run or does not answer; it is started again'
    const casters = (first: boolean, second: boolean) =>
      new Map([
        ['caster', first],
        ['caster-2', second],
      ])
    expect(health({ casters: casters(true, false) })).toEqual({ ok: true, reasons: [], notes: [down] })
    expect(health({ casters: casters(false, false) })).toMatchObject({ ok: false })
  })
})
