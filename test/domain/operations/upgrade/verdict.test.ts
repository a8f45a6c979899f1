import { expect, it } from 'vitest'
import { type UpgradeFacts, verdictOn } from '../../../../src/domain/operations/upgrade/verdict.ts'

const GIGABYTE = 1024 ** 3
const NOW = new Date('2026-11-16T12:00:00Z')

const facts = (more: Partial<UpgradeFacts> = {}): UpgradeFacts => ({
  version: '1.2.0',
  pending: [],
  newer: null,
  changed: [],
  nodes: [{ name: 'one', roles: ['api'], version: '1.2.0' }],
  serverVersion: 18,
  mayMigrate: true,
  role: 'vertice',
  freeBytes: 10 * GIGABYTE,
  backedUpAt: null,
  now: NOW,
  ...more,
})

const pending = (bytes: number, stopFirst: string | null = null): UpgradeFacts['pending'] => [
  {
    name: '0099_new.sql',
    stopFirst,
    oldestRelease: null,
    work: [{ table: 'sessions', kind: 'rewrites', bytes, rows: 1 }],
  },
]
const codesOf = (more: Partial<UpgradeFacts>) => {
  const { isReady, obstacles, advice } = verdictOn(facts(more))
  return { isReady, obstacles: obstacles.map(({ code }) => code), advice: advice.map(({ code }) => code) }
}

it('finds a database of this release ready, with nothing to do', () => {
  expect(verdictOn(facts())).toEqual({ isReady: true, obstacles: [], advice: [] })
})

it('lists the obstacles', () => {
  const newer = { names: ['0100_later.sql'], oldestRelease: '1.3.0', canRun: false }
  expect(codesOf({ newer })).toMatchObject({ isReady: false, obstacles: ['database_newer'] })
  expect(codesOf({ newer: { ...newer, canRun: true } })).toEqual({
    isReady: true,
    obstacles: [],
    advice: ['runs_on_newer'],
  })
  expect(codesOf({ changed: ['0002_deliveries.sql'] })).toMatchObject({ isReady: false, obstacles: ['other_files'] })
  expect(codesOf({ serverVersion: 14 })).toMatchObject({ isReady: false, obstacles: ['server_too_old'] })
  expect(codesOf({ mayMigrate: false })).toMatchObject({ isReady: true }) // no migration is pending
  const work = { pending: pending(4 * GIGABYTE), backedUpAt: NOW }
  expect(codesOf({ ...work, mayMigrate: false })).toMatchObject({ isReady: false, obstacles: ['may_not_migrate'] })
  // A rewritten table needs its size twice, and once more in the WAL.
  expect(codesOf({ ...work, freeBytes: 8 * GIGABYTE })).toMatchObject({ isReady: false, obstacles: ['disk_too_small'] })
  expect(codesOf({ ...work, freeBytes: 9 * GIGABYTE })).toMatchObject({ isReady: true })
  expect(codesOf({ ...work, freeBytes: null })).toMatchObject({ isReady: true })
})

it('requires all nodes to stop for a migration that the previous release cannot run with', () => {
  const stopFirst = { pending: pending(0, 'another format'), backedUpAt: NOW }
  expect(verdictOn(facts(stopFirst)).obstacles).toEqual([
    { code: 'stop_first', name: '0099_new.sql', why: 'another format', nodes: ['one'] },
  ])
  expect(codesOf({ ...stopFirst, nodes: [] })).toMatchObject({ isReady: true })
})

it("requires nodes older than a migration's oldest release to stop first", () => {
  const contract = (oldestRelease: string) => ({
    pending: pending(0).map((one) => ({ ...one, oldestRelease })),
    backedUpAt: NOW,
  })
  expect(codesOf(contract('1.2.0'))).toMatchObject({ isReady: true, obstacles: [] })
  expect(verdictOn(facts(contract('1.3.0'))).obstacles).toEqual([
    { code: 'nodes_too_old', name: '0099_new.sql', oldestRelease: '1.3.0', nodes: ['one'] },
  ])
})

it('advises a backup and a quiet hour for large tables, and lists nodes of other releases', () => {
  const old = new Date(NOW.getTime() - 25 * 3_600_000)
  expect(codesOf({ pending: pending(GIGABYTE), backedUpAt: old })).toEqual({
    isReady: true,
    obstacles: [],
    advice: ['back_up', 'takes_a_while'],
  })
  expect(codesOf({ pending: pending(1024), backedUpAt: NOW }).advice).toEqual([])
  expect(codesOf({ nodes: [{ name: 'two', roles: ['caster'], version: '1.1.0' }] }).advice).toEqual(['older_nodes'])
})
