import { expect, it } from 'vitest'
import { type Config, readConfig } from '../../../src/base/config/config.ts'
import { connectionsOfCaster, connectionsOfMachine, warnIfCrowded } from '../../../src/start/processes/connections.ts'
import { makeDatabase } from '../../support/service.ts'

const configOf = (env: NodeJS.ProcessEnv): Config => readConfig({ DATABASE_URL: 'postgres://h/d', ...env })

it.each([
  [1, 20],
  [4, 20],
  [8, 12],
  [24, 4],
  [64, 4],
])('gives each of %i casters %i connections', (casters, connections) => {
  expect(connectionsOfCaster(configOf({ CASTER_PROCESSES: String(casters) }))).toBe(connections)
})

it.each<[NodeJS.ProcessEnv, number]>([
  [{}, 44],
  [{ ROLES: 'api' }, 22],
  [{ ROLES: 'caster' }, 22],
  [{ ROLES: 'caster', CASTER_PROCESSES: '4' }, 110],
  [{ DATABASE_POOL: '8' }, 20],
  [{ DATABASE_POOL: '8', CASTER_PROCESSES: '4' }, 50],
])('with %o a machine may open %i connections', (env, connections) => {
  expect(connectionsOfMachine(configOf(env))).toBe(connections)
})

it.each(['0', '3', '501', 'many', '-5', '8.5'])('rejects DATABASE_POOL=%s', (value) => {
  expect(() => configOf({ DATABASE_POOL: value })).toThrow(/^DATABASE_POOL: expected a whole number from 4 to 500/)
})

it('warns with the numbers if the machine may open more connections than the server has left', async ({
  onTestFinished,
}) => {
  const { db, drop } = await makeDatabase()
  onTestFinished(drop)
  const told: string[] = []
  const tell = (env: NodeJS.ProcessEnv) => warnIfCrowded(db, configOf(env), (message) => told.push(message))
  await tell({ DATABASE_POOL: '4', ROLES: 'api' })
  expect(told).toEqual([])
  await tell({ DATABASE_POOL: '500' })
  expect(told).toEqual([
    expect.stringMatching(/^This machine may open 1004 connections .* only \d+ of \d+ are free: lower DATABASE_POOL/),
  ])
  // A connection limit of this database counts too.
  await db.pool.query(`do $$ begin execute format('alter database %I connection limit 5', current_database()); end $$`)
  await tell({ DATABASE_POOL: '4', ROLES: 'api' })
  expect(told[1]).toMatch(/may open 6 connections .* of 5 are free: /)
})
