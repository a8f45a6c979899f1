// Push passwords of many stations: from a Millipede caster or a table, and to a table.
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseKeys } from '../../../src/base/secrets.ts'
import { admitPush } from '../../../src/reads/admit-push.ts'
import { command } from '../../support/command.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { stationIdOf } from '../../support/rows.ts'
import { STATIONS, TestService } from '../../support/service.ts'

let folder: string
let service: TestService
let settings: Record<string, string>
const keys = parseKeys(onDatabase('').ENCRYPTION_KEYS!)
const at = (name: string) => join(folder, name)
const file = (name: string, ...lines: string[]) => {
  writeFileSync(at(name), `${lines.join('\n')}\n`)
  return at(name)
}
const station = (...args: string[]) => command(folder, ['station', ...args], settings)
const passwordOf = async (code: string) => (await station('secret', code)).stdout.trim()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-push-'))
  service = await TestService.start({ keys })
  settings = { ...onDatabase(databaseUrlOf(service.db.pool.options)), TZ: 'UTC' }
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

it('imports the stations and the accounts of a Millipede caster', async () => {
  const table = file(
    'sourcetable.dat',
    'CAS;caster.example;2101;Example;Example;0;MEX;19.4;-99.1;0.0.0.0;0;none',
    'STR;NORTE;Norte;RTCM3;1004;2;GPS+GLO;NONE;MEX;21.00;-99.10;0;0;u-blox;NONE;B;N;;',
    'STR;SUR;Sur;RTCM3;1004;2;GPS+GLO;NONE;MEX;17.00;-99.20;0;0;u-blox;NONE;B;N;;',
  )
  const accounts = file(
    'source.auth',
    '# MOUNTPOINT:username:password',
    'NORTE:centipede:n0rte-Clave',
    'SUR:x:abc',
    '*:x:y',
  )
  const { code, stdout, stderr } = await station('import', table, '--push-passwords', accounts)
  expect(stderr).toContain('the line "*" was skipped')
  expect(stderr).toContain('1 passwords are short or simple')
  expect([code, stdout]).toEqual([0, '2 stations added, 0 updated\npush passwords: 2 added, 0 replaced, 0 unchanged\n'])
  expect(await passwordOf('NORTE')).toBe('n0rte-Clave')
  expect(await passwordOf('SUR')).toBe('abc')
})

it('imports nothing if a line is wrong, and names the lines', async () => {
  const table = file(
    'more.dat',
    'STR;ESTE;Este;RTCM3;1004;2;GPS;NONE;MEX;20.00;-97.10;0;0;u-blox;NONE;B;N;;',
    'ENDSOURCETABLE',
  )
  const accounts = file('bad.auth', 'ESTE:x:with blank', 'ESTE:onlytwo', 'NORTE:x:another-0ne', 'norte:x:n0rte-Clave')
  const { code, stderr } = await station('import', table, '--push-passwords', accounts)
  expect(code).toBe(1)
  expect(stderr).toContain('line 1: Must be 1 to 100 printable ASCII characters')
  expect(stderr).toContain('line 2:')
  expect(stderr).toContain('line 3: Station NORTE already has another push password.')
  expect(stderr).toContain('line 4: "norte" appears twice in the list.')
  expect((await station('list')).stdout).not.toContain('ESTE')
  expect(await passwordOf('NORTE')).toBe('n0rte-Clave')
})

it('exports to a file that only its owner can read, and imports it unchanged', async () => {
  const path = at('passwords.csv')
  expect((await station('secrets', 'export', path)).code).toBe(0)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toContain('NORTE,NORTE,n0rte-Clave\r\n')
  expect((await station('secrets', 'export', path)).stderr).toContain('already exists')
  expect((await station('secrets', 'import', path)).stdout).toMatch(/0 added, 0 replaced, \d unchanged/)
  const { rows } = await service.db.pool.query(`select details from audit_log where action = 'stations.secrets_shown'`)
  expect(JSON.stringify(rows)).not.toContain('n0rte-Clave')
})

it('replaces and skips only if told so', async () => {
  const path = file(
    't.csv',
    'mountpoint;password',
    `${STATIONS.cdmx.mountpoint};cdmx-Clave-1`,
    'NORTE;n0rte-Clave-2',
    'NOWHERE;x-Clave-1',
  )
  const refused = await station('secrets', 'import', path)
  expect(refused.stderr).toContain('"NOWHERE" is not a mountpoint of this network')
  expect(refused.stderr).toContain('--skip-unknown')
  const done = await station('secrets', 'import', path, '--replace', '--skip-unknown')
  expect(done.stdout).toBe('push passwords: 1 added, 1 replaced, 0 unchanged\n')
  expect(done.stderr).toContain('skipped 1 unknown mountpoints: NOWHERE')
  const shown = { password: 'cdmx-Clave-1', certificate: null }
  const id = await stationIdOf(service, 'CDMX')
  expect(await admitPush(service.db, keys, id, shown, new Date())).toMatchObject({ which: 'first' })
})

it('sets the password of one station from a file', async () => {
  const { stdout } = await station('secret', 'TOLU', '--set-from', file('one', 'Toluca-2026'))
  expect(stdout).toBe('the password of station TOLU is set\n')
  expect(await passwordOf('TOLU')).toBe('Toluca-2026')
  expect((await station('secret', 'TOLU', '--set-from', file('one', 'a:b'))).stderr).toContain('printable ASCII')
  expect((await station('secret', 'NONE', '--set-from', file('one', 'abcd'))).stderr).toContain(
    'there is no station NONE',
  )
})

it.each([
  ['an empty file', '', 'The file is empty'],
  ['a table without passwords', 'mountpoint,codigo\nA,B\n', 'The column "password" is missing'],
  ['an unknown column', 'mountpoint,password,extra\nA,B,C\n', 'extra'],
  ['comments only', '# nothing\n', 'column'],
])('rejects %s', async (_, text, said) => {
  writeFileSync(at('x'), text)
  const { code, stderr } = await station('secrets', 'import', at('x'))
  expect([code, stderr]).toEqual([1, expect.stringContaining(said)])
})
