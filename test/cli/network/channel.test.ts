// The commands for channels of the network, its bot, and hosts of stations.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseKeys } from '../../../src/base/secrets.ts'
import { command } from '../../support/command.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { STATIONS, TestService } from '../../support/service.ts'

let folder: string
let service: TestService
let settings: Record<string, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-channel-'))
  service = await TestService.start({ keys: parseKeys(onDatabase('').ENCRYPTION_KEYS!) })
  settings = { ...onDatabase(databaseUrlOf(service.db.pool.options)), TZ: 'UTC' }
  await service.saveStations(STATIONS.cdmx)
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => command(folder, args, settings)
const HOOK = 'https://hooks.slack.com/services/T0001/B0001/secretsecret'

it('adds, tests, lists and removes a channel, without its address', async () => {
  expect(await run('channel', 'list')).toMatchObject({ code: 0, stderr: expect.stringContaining('no channels') })
  expect((await run('channel', 'add', 'discord', 'On call', HOOK)).stderr).toContain('an address of Slack')
  expect((await run('channel', 'add', 'icq', 'On call', HOOK)).code).toBe(2)
  expect((await run('channel', 'add', 'slack', 'On call', 'https://127.0.0.1/x')).code).toBe(1)
  expect(await run('channel', 'add', 'slack', 'On call', HOOK)).toMatchObject({ code: 0 })
  const listed = JSON.parse((await run('channel', 'list', '--json')).stdout)
  expect(listed).toMatchObject([{ service: 'slack', name: 'On call', host: 'hooks.slack.com' }])
  expect(JSON.stringify(listed)).not.toContain('secretsecret')
  const id = String(listed[0].id)
  expect((await run('channel', 'test', id)).stdout).toContain('queued')
  expect((await run('channel', 'remove', id)).stdout).toContain('removed')
  expect((await run('channel', 'remove', id)).code).not.toBe(0)
})

it('rejects a token that is none', async () => {
  writeFileSync(join(folder, 'token'), 'hello\n')
  expect((await run('channel', 'bot', '--token-file', join(folder, 'token'))).stderr).toContain('form of a bot token')
  expect((await run('channel', 'bot', '--json')).stdout).toContain('"username": null')
})

it('adds, lists and removes hosts of a station', async () => {
  expect((await run('station', 'host', 'add', 'CDMX', 'eva@example.mx')).code).toBe(2)
  expect(await run('station', 'host', 'add', 'CDMX', 'eva@example.mx', '--name', 'Eva')).toMatchObject({ code: 0 })
  const [host] = JSON.parse((await run('station', 'host', 'list', 'CDMX', '--json')).stdout)
  expect(host).toMatchObject({ name: 'Eva', email: 'eva@example.mx', language: 'es', confirmedAt: null })
  expect(host.key).toBeUndefined()
  expect((await run('station', 'host', 'list', 'NONE')).code).toBe(1)
  expect(await run('station', 'host', 'remove', 'CDMX', 'EVA@example.mx')).toMatchObject({ code: 0 })
  expect((await run('station', 'host', 'remove', 'CDMX', 'eva@example.mx')).code).not.toBe(0)
})
