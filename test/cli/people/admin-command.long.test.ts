import { afterAll, beforeAll, expect, it } from 'vitest'
import { command } from '../../support/command.ts'
import { migratedDataDir, RunningService, removeDataDir } from '../../support/process.ts'

let dataDir: string
let service: RunningService
const run = (...args: string[]) => command(dataDir, ['admin', ...args], { BASE_URL: 'https://rtk.example.mx' })
const post = (path: string, body: object) =>
  fetch(`${service.url}/console/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'vertice' },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  dataDir = migratedDataDir()
  service = await RunningService.start(dataDir, { BASE_URL: 'https://rtk.example.mx', ROLES: 'api' })
})
afterAll(async () => {
  await service.stop()
  await removeDataDir(dataDir)
})

it('create prints only a working link on standard output', async () => {
  const made = await run('create', '--email', 'luz@example.mx')
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^https:\/\/rtk\.example\.mx\/console\/welcome#\w{43}\n$/),
  })
  const token = made.stdout.trim().split('#')[1]!
  expect((await post('/links/accept', { token, password: 'correct horse battery' })).status).toBe(200)
  expect((await run('create', '--email', 'LUZ@example.mx')).stderr).toContain('already')
  expect(await run('create', '--email', 'nowhere')).toMatchObject({ code: 2, stdout: '' })
  expect((await run('create', '--email', 'r@example.mx', '--role', 'reseller')).stderr).toContain('--owner')
  expect((await run('create', '--email', 'r@example.mx', '--role', 'boss')).stderr).toContain('administrator, operator')
  expect((await run('list')).stdout).toMatch(/luz@example\.mx +luz +administrator +active +no/)
})

it('untie prints how long a new sign-in is accepted, with an audit entry', async () => {
  const { code, stdout } = await run('untie', '--email', 'LUZ@example.mx')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^luz@example\.mx: unlinked; .* until /) })
  expect(await run('untie', '--email', 'who@example.mx')).toMatchObject({ code: 2, stdout: '' })
  const exported = (await command(dataDir, ['audit', 'export'])).stdout.trim().split('\n')
  const told = expect.objectContaining({ action: 'user.untied', name: 'vertice admin untie' })
  expect(exported.map((line) => JSON.parse(line))).toContainEqual(told)
})

it('link restores access', async () => {
  const { stdout } = await run('link', '--email', 'luz@example.mx', '--without-second-factor')
  const token = stdout.trim().split('#')[1]!
  expect((await post('/links/accept', { token, password: 'a wholly new one' })).status).toBe(200)
  expect((await post('/login', { email: 'luz@example.mx', password: 'a wholly new one' })).status).toBe(200)
  expect((await run('link', '--email', 'who@example.mx')).stderr).toContain('there is no user')
})
