// Network mountpoints with `vertice mountpoint`.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGroup } from '../../../src/actions/stations/groups.ts'
import { parseKeys } from '../../../src/base/secrets.ts'
import { byTest } from '../../support/action-context.ts'
import { command } from '../../support/command.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { STATIONS, TestService } from '../../support/service.ts'

let folder: string
let service: TestService
let settings: Record<string, string>
const mountpoint = (...args: string[]) => command(folder, ['mountpoint', ...args], settings)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-networks-'))
  service = await TestService.start({ keys: parseKeys(onDatabase('').ENCRYPTION_KEYS!) })
  settings = {
    ...onDatabase(databaseUrlOf(service.db.pool.options)),
    ...{ TZ: 'UTC', CASTER_PULL_ALLOW: '192.0.2.0/24' },
  }
  await service.saveStations(STATIONS.cdmx)
  await createGroup(byTest(service.services), { name: 'Comunidad', members: ['CDMX'] })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

it('adds, changes, shows, lists and removes a network mountpoint', async () => {
  const form = ['--form', 'msm4', '--every', '5']
  const added = await mountpoint('add', 'LIBRE', '--network', '--open', 'yes', '--group', 'comunidad', ...form)
  expect(added).toMatchObject({ code: 0, stderr: '' })
  expect(added.stdout).toBe('network mountpoint LIBRE created: nearest base, MSM4, every 5 s\n')
  await mountpoint('add', 'CDMX_MSM4', '--station', 'CDMX', '--form', 'msm4')
  const engine = 'ntrip://user:s3cret@192.0.2.9:2101/VRS'
  const changed = await mountpoint('set', 'libre', '--engine', engine, '--name', 'VRS', '--group', 'none')
  expect(changed.stdout).toBe('network mountpoint VRS changed: VRS engine, MSM4, every 5 s\n')
  const shown = JSON.parse((await mountpoint('show', 'VRS', '--json')).stdout)
  expect(shown).toMatchObject({
    ...{ name: 'VRS', station: null, group: null, isOpen: true, isDefault: false },
    ...{ engine: 'ntrip://192.0.2.9:2101/VRS', engineState: { answers: false, checkedAt: null } },
  })
  expect((await mountpoint('show', 'VRS')).stdout).toContain('not responding (not checked yet)')
  await mountpoint('set', 'VRS', '--engine', 'none', '--form', 'none', '--every', '0', '--group', 'Comunidad')
  const listed = (await mountpoint('list')).stdout
  expect(listed.split('\n').map((line) => line.split(/\s{2,}/).slice(0, 3))).toEqual([
    ['NAME', 'STATION', 'OPEN'],
    ['RED', 'network', 'no'],
    ['VRS', 'network, Comunidad', 'yes'],
    ['CDMX_MSM4', 'CDMX', 'no'],
    [''],
  ])
  expect((await mountpoint('remove', 'vrs')).stdout).toBe('mountpoint vrs removed\n')
})

it.each([
  ['add A --station CDMX --network', 'use --station CODE or --network'],
  ['add A', 'use --station CODE or --network'],
  ['add A --station CDMX --group Comunidad', '--group is for network mountpoints'],
  ['add red --network', '"red" is the network mountpoint.'],
  ['add A --network --group Nadie', 'Nadie'],
  ['add A --network --engine ntrip://10.0.0.1:2101/VRS', '--engine: '],
  ['add A --network --engine vrs', '--engine: '],
  ['add A --network --frame itrf2014 --epoch 2026.5', '--frame or --epoch: '],
  ['set RED --open yes', 'change it with "vertice network set"'],
  ['set NADA --open yes', 'There is no mountpoint "NADA" to change.'],
  ['remove RED', 'change it with "vertice network set"'],
  ['set CDMX_MSM4 --name B', '--name is for network mountpoints'],
])('rejects %s', async (line, why) => {
  const { code, stdout, stderr } = await mountpoint(...line.split(' '))
  expect([code === 0, stdout]).toEqual([false, ''])
  expect(stderr).toContain(why)
})
