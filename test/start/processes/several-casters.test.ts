import { expect, it } from 'vitest'
import { type Config, readConfig } from '../../../src/base/config/config.ts'
import { openLog } from '../../../src/start/log.ts'
import { prepareSeveralCasters } from '../../../src/start/processes/several-casters.ts'

const log = openLog('silent')
const configOf = (env: NodeJS.ProcessEnv): Config => readConfig({ DATABASE_URL: 'postgres://h/d', ...env })

it.each([
  { CASTER_PROCESSES: '1' },
  { CASTER_PROCESSES: '4', ROLES: 'api,worker' },
  { CASTER_PROCESSES: '64', NATS_URL: 'nats://h' },
])('starts no nats-server with %o', async (env) => {
  expect(await prepareSeveralCasters(configOf(env), log)).toBeNull()
})

it('rejects more casters than the embedded database has connections for', async () => {
  const config = (casters: number) =>
    configOf({ DATABASE_URL: '', CASTER_PROCESSES: String(casters), NATS_URL: 'nats://h' })
  expect(await prepareSeveralCasters(config(24), log)).toBeNull()
  await expect(prepareSeveralCasters(config(25), log)).rejects.toThrow(/^CASTER_PROCESSES: .*at most 24 .*DATABASE_URL/)
})
