// Users are exported to files and imported by an empty service: the same users, whatever characters they contain.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { importCredentials } from '../../../src/actions/credentials/import/run.ts'
import { addMountpoint } from '../../../src/actions/network/mountpoints/write.ts'
import { createGroup } from '../../../src/actions/stations/groups.ts'
import { saveStation } from '../../../src/actions/stations/save.ts'
import { atOnce } from '../../../src/base/running/turns.ts'
import { openCredential } from '../../../src/base/secrets/credential.ts'
import { writeExport } from '../../../src/cli/credentials/export.ts'
import { filesAt } from '../../../src/cli/credentials/files.ts'
import { command } from '../../../src/domain/audit/action.ts'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import type { ImportFormat } from '../../../src/domain/credentials/imported.ts'
import { readImport } from '../../../src/wire/credentials/import/read.ts'
import { byTest } from '../../support/action-context.ts'
import { STATIONS, TestService } from '../../support/service.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
const SIXTY_FOUR = 'Ñ,;:"\'`|&<>\\/%$#@!?*()[]{}=+-_.~^ ab€日🛰 0123456789'.padEnd(64, 'x').slice(0, 64)
const CARRIED_64 = SIXTY_FOUR.replaceAll(':', '.')

async function startService(...stations: (typeof cdmx)[]) {
  const service = await TestService.start()
  onTestFinished(() => service.stop())
  await service.saveStations(...stations)
  const { rows } = await service.db.pool.query(
    `insert into owners (name, created_at) values ('Own', now()) returning id`,
  )
  return { service, ownerId: rows[0].id as number }
}
type Side = Awaited<ReturnType<typeof startService>>

async function contextOf({ service: { services } }: Side) {
  const { db, keys, current } = services
  return { db, keys, book: (await current()).book, now: new Date(), by: command('test') }
}

const makeGroup = async (side: Side, name: string, ...members: readonly string[]) =>
  createGroup(await contextOf(side), { name, members })

async function bring(side: Side, format: ImportFormat, files: ReadonlyMap<string, Buffer>) {
  const options = {
    ...{ expiresAt: new Date(Date.now() + 86_400_000), sessions: format === 'csv' ? 1 : 1_000 },
    ...({ everything: 'network', unknown: 'error' } as const),
  }
  const wish = { ownerId: side.ownerId, format, fileName: 'f', file: atOnce(readImport(format, files)), options }
  const done = await importCredentials(await contextOf(side), { ...wish, leaveOutBad: false, events: false })
  const problems = done.plan.lines.flatMap(({ problems }) => problems)
  expect(problems).toEqual([])
  expect(done.isDone).toBe(true)
}

const tableOf = (lines: readonly string[]) => new Map([['t.csv', Buffer.from(lines.join('\n'))]])
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Exports to a new folder that only its owner can read. */
async function exported(side: Side, format: ImportFormat) {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'out')
  const told = await writeExport(await contextOf(side), side.ownerId, { format, overwrite: false }, path)
  const names = format === 'bkg' ? readdirSync(path).map((name) => join('out', name)) : ['out']
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  const files = new Map(names.map((name) => [name.replace('out/', ''), readFileSync(join(folder, name))]))
  return { ...told, files }
}

/** What a rover sees of each user: name, password, mountpoints, sessions; the rest is in `more`. */
async function usersOf(side: Side) {
  const { keys, book } = await contextOf(side)
  const { rows } = await side.service.db.pool.query('select * from credentials order by username')
  return rows.map((row) => {
    const stations = row.group_id === null ? [row.station_id] : [...book.groups.get(row.group_id)!.stationIds]
    const opens = stations.flatMap((id) => book.byId.get(id)?.mountpoint ?? []).sort()
    return {
      ...{ username: row.given_username ?? row.username, password: openCredential(keys, row).password },
      opens: opens.length > 0 ? opens : ['network'],
      sessions: row.max_sessions,
      more: [row.starts_at, row.expires_at, row.when_full, row.label, row.customer_name, row.customer_email].concat([
        row.reference,
        row.metadata,
        row.fence,
        row.suspended_at !== null,
        row.lat,
        row.lng,
      ]),
    }
  })
}
const without = <Key extends string>(users: readonly Record<Key, unknown>[], ...keys: readonly Key[]) =>
  users.map((user) => Object.fromEntries(Object.entries(user).filter(([key]) => !keys.includes(key as Key))))

async function startOldOne() {
  const old = await startService(cdmx, toluca, cuernavaca)
  await makeGroup(old, 'Zona Norte', 'CDMX', 'TOLU')
  await makeGroup(old, 'v.nobody', 'CDMX', 'CUER')
  await makeGroup(old, `open_g1`, 'TOLU', 'CUER')
  await bring(
    old,
    'csv',
    tableOf([
      'usuario,password,station_codigo,grupo,max_sesiones,si_llena,label,cliente_nombre,referencia,metadatos,inicia_at,expira_at,suspendida,geocerca',
      `Ana.Peña,${cell(CARRIED_64)},CDMX,,3,,,,,,,,,`,
      `日本🛰,${cell('p ss#,w')},,Zona Norte,1000,,,,,,,,,`,
      `norte2,secret22,,Zona Norte,2,,,,,,,,,`,
      `made.up,secret33,,v.nobody,1000,,,,,,,,,`,
      `made.up2,secret44,,open_g1,1000,,,,,,,,,`,
      `station1,secret55,CUER,,1000,,,,,,,,,`,
      `net-1,secret66,,,7,,,,,,,,,`,
      `${cell('=cmd|,x')},${cell(SIXTY_FOUR)},,,2,rechazar,=1+1,"Peña, S.A.",R-1,k=v,,2027-01-31T12:00:00Z,,`,
      `#hash,secret77,TOLU,,2,,,,,,,,,`,
      `resting,secret88,TOLU,,2,,,,,,,,si,`,
      `later,secret99,TOLU,,2,,,,,,2027-01-01T00:00:00Z,2027-01-31T12:00:00Z,,`,
      `fenced,secret00,TOLU,,2,,,,,,,,,${cell('{"tipo":"circulo","lat":19.4,"lng":-99.1,"radio_km":5,"en_base":"cortar"}')}`,
    ]),
  )
  return old
}

it.each(['csv', 'snip', 'bkg'] as const)('overwrites existing files only with --overwrite: %s', async (format) => {
  const side = await startService(cdmx)
  await bring(side, 'csv', tableOf(['usuario,password,station_codigo', 'ana,secret11,CDMX']))
  const folder = mkdtempSync(join(tmpdir(), 'vertice-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = format === 'bkg' ? folder : join(folder, 'groups.aut')
  writeFileSync(join(folder, 'groups.aut'), 'admins:root\n')
  const write = async (overwrite: boolean) => writeExport(await contextOf(side), 'all', { format, overwrite }, path)
  await expect(write(false)).rejects.toThrow(/groups\.aut already exists.*--overwrite/)
  expect(readdirSync(folder)).toEqual(['groups.aut'])
  expect(readFileSync(join(folder, 'groups.aut'), 'utf8')).toBe('admins:root\n')
  expect((await write(true)).written).toBe(1)
  expect(readFileSync(join(folder, 'groups.aut'), 'utf8')).not.toContain('admins')
})

it('exports everything about a user as CSV', async () => {
  const old = await startOldOne()
  const { files, written, leftOut } = await exported(old, 'csv')
  expect([written, leftOut]).toEqual([12, []])
  const empty = await startService(cuernavaca, toluca, cdmx)
  await makeGroup(empty, 'v.nobody', 'CDMX', 'CUER')
  await makeGroup(empty, `open_g1`, 'TOLU', 'CUER')
  await makeGroup(empty, 'Zona Norte', 'CDMX', 'TOLU')
  await bring(empty, 'csv', files)
  expect(await usersOf(empty)).toEqual(await usersOf(old))
})

const LEFT_OUT = [
  'fenced: its geofence cannot be exported',
  'later: suspended or not started yet',
  'resting: suspended or not started yet',
]

it('exports names, passwords, mountpoints and sessions as BKG files, and names users left out', async () => {
  const old = await startOldOne()
  const { files, written, leftOut } = await exported(old, 'bkg')
  expect(leftOut).toEqual([
    ...LEFT_OUT,
    '#hash: a BKG caster does not support its username',
    '=cmd|,x: a BKG caster does not support its username',
  ])
  expect(written).toBe(7)
  // At a BKG caster, everything without a line is open to all, also the pages of administrators.
  expect(files.get('clientmounts.aut')!.toString()).toContain('\n/admin:v.nobody\n/oper:v.nobody\n')
  const empty = await startService(cuernavaca, toluca, cdmx)
  await bring(empty, 'bkg', files)
  const there = (await usersOf(old)).filter(({ username }) => !/^(fenced|later|resting|#hash|=cmd.*)$/.test(username))
  expect(without(await usersOf(empty), 'more')).toEqual(without(there, 'more'))
})

it('opens derived mountpoints in BKG files with their station, and open mountpoints to everyone', async () => {
  const old = await startService(cdmx, toluca, cuernavaca)
  const context = byTest(old.service.services)
  await addMountpoint(context, 'CDMX_MSM4', { code: 'CDMX' }, {})
  await addMountpoint(context, 'CDMX_OPEN', { code: 'CDMX' }, { isOpen: true })
  await saveStation(context, { code: 'TOLU', isOpen: true })
  await makeGroup(old, 'Norte', 'CDMX', 'TOLU')
  const rows = [
    'one,secret11,CDMX,,1000',
    'two,secret22,,Norte,1000',
    'open,secret33,TOLU,,1000',
    'net,secret44,,,1000',
  ]
  await bring(old, 'csv', tableOf(['usuario,password,station_codigo,grupo,max_sesiones', ...rows]))
  const { files, leftOut } = await exported(old, 'bkg')
  const { network } = (await contextOf(old)).book
  const station = await old.service.db.pool.query(`select id from stations where code = 'CDMX'`)
  const openers = `Norte,open_${station.rows[0].id}`
  expect(files.get('clientmounts.aut')!.toString().trim().split('\n').sort()).toEqual(
    [
      `/CDMX_MSM4:${openers}`,
      `/${cdmx.mountpoint}:${openers}`,
      `/${cuernavaca.mountpoint}:v.nobody`,
      `/${network.mountpoint}:open_g0`,
      ...['/admin:v.nobody', '/oper:v.nobody'],
    ].sort(),
  )
  expect(leftOut).toEqual(['open: gives access to no mountpoint that requires a login'])
  // And back: who opens all of a station that the files name opens the station.
  const again = await startService(cdmx, toluca, cuernavaca)
  await addMountpoint(byTest(again.service.services), 'CDMX_MSM4', { code: 'CDMX' }, {})
  await bring(again, 'bkg', files)
  expect((await usersOf(again)).map(({ username, opens }) => [username, ...opens])).toEqual([
    ['net', 'network'],
    ['one', cdmx.mountpoint],
    ['two', cdmx.mountpoint],
  ])
})

it('reads a folder by file names, and ignores none that may be one of the three files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const refusedOf = (...names: readonly string[]) => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
    for (const name of names) writeFileSync(join(folder, name), 'a:b\n')
    try {
      return atOnce(readImport('bkg', filesAt(folder, 'bkg'))).users.length
    } catch (error) {
      return error instanceof Refusal ? error.fields[0]!.code : error
    }
  }
  expect(refusedOf('users.aut', 'sourcemounts.aut', 'ntripcaster.conf')).toBe(1)
  expect(refusedOf('groups.aut')).toBe('file_needed')
  expect(refusedOf('users.aut', 'Groups.aut', 'clientmounts (1).aut')).toBe('file_unknown')
})

it('exports names, passwords and sessions of ASCII users as a SNIP file', async () => {
  const old = await startOldOne()
  const { files, written, leftOut } = await exported(old, 'snip')
  const notAscii = ['=cmd|,x', '日本🛰', 'Ana.Peña'].map(
    (name) => `${name}: SNIP accepts only ASCII without leading or trailing spaces`,
  )
  expect(leftOut).toEqual([...LEFT_OUT, ...notAscii])
  expect(written).toBe(6)
  const empty = await startService(cdmx)
  await bring(empty, 'snip', files)
  const carried = (await usersOf(old)).filter(({ username }) => /^(#hash|made|net|norte|station)/.test(username))
  expect(without(await usersOf(empty), 'more', 'opens')).toEqual(without(carried, 'more', 'opens'))
})
