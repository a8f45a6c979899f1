// Output of commands for programs and people: JSON with stable names, local times, and a confirmation before changes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKOUT, commandOf } from '../support/checkout.ts'
import { command } from '../support/command.ts'
import { lacks } from '../support/needs.ts'
import { environment, migratedDataDir, RunningService, removeDataDir } from '../support/process.ts'
import { Terminal } from '../support/terminal.ts'

let dataDir: string
let service: RunningService
const run = (...args: string[]) => command(dataDir, args, { TZ: 'America/Tijuana' })
const done = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args)
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}
const json = async (...args: string[]) => JSON.parse(await done(...args, '--json'))

beforeAll(async () => {
  dataDir = migratedDataDir()
  service = await RunningService.start(dataDir)
})
afterAll(async () => {
  await service.stop()
  await removeDataDir(dataDir)
})

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const LOCAL = /\d{4}-\d{2}-\d{2} \d{2}:\d{2} -0[78]/

describe('--json', () => {
  it('prints an empty list, with nothing else on standard output', async () => {
    for (const list of [
      'station list',
      'owner list',
      'token list',
      'admin list',
      'webhook list',
      'session list',
      'mail list',
    ])
      expect(await done(...list.split(' '), '--json')).toBe('[]\n')
    expect(await json('webhook', 'deliveries', '1')).toEqual([])
    expect(await json('station', 'position', '--all')).toEqual([])
  })

  it('has stable English names, and times in UTC', async () => {
    await done('station', 'add', '--code', 'CDMX', '--name', 'Ciudad de México', '--lat', '19.43', '--lng', '-99.13')
    const token = (await done('token', 'create', '--owner', 'Ñ', '--name', 't', '--scopes', 'read,webhooks')).trim()
    await done('admin', 'create', '--email', 'luz@example.mx')
    const body = JSON.stringify({ url: 'https://93.184.215.14/hook' })
    const { webhook } = await service.json('/api/v1/webhooks', token, { method: 'POST', body })
    const names = async (...args: string[]) => Object.keys((await json(...args))[0])
    expect(await names('station', 'list')).toEqual(
      'id code name federalState country lat lng radiusKm mountpoint format datum frame epoch velocity constellations status declaredStatus isMeasured isRtcm isSilent archived'.split(
        ' ',
      ),
    )
    expect(await names('network', 'frames')).toEqual(['key', 'name', 'epsg', 'epoch', 'country'])
    const [entry] = JSON.parse(await done('network', 'catalog', '--reference', 'https://rtk.example.mx/frame'))
    expect(entry.streams).toEqual([
      {
        filter: { mountpoints: expect.arrayContaining(['RED', 'CDMX']) },
        crss: [{ id: 'EPSG:6364', name: 'Mexico ITRF2008', epoch: 2010 }],
      },
    ])
    expect(await names('station', 'position', 'CDMX')).toEqual(['code', 'registered', 'announced', 'offsetM', 'state'])
    expect(await json('owner', 'list')).toEqual([
      { id: expect.any(Number), name: 'Ñ', email: null, createdAt: expect.stringMatching(UTC) },
    ])
    expect(await names('token', 'list')).toEqual(
      'id ownerId ownerName name scopes limits isTest state createdAt expiresAt revokedAt lastUsedAt'.split(' '),
    )
    expect(await names('admin', 'list')).toEqual(
      'id email name role ownerName state hasSecondFactor createdAt seenAt'.split(' '),
    )
    expect(await names('webhook', 'list')).toEqual(
      'id ownerId ownerName isTest url eventTypes createdAt active lastDeliveryAt consecutiveFailures deactivationReason pending'.split(
        ' ',
      ),
    )
    await done('webhook', 'test', String(webhook.id))
    expect(await names('webhook', 'deliveries', String(webhook.id))).toEqual(
      'id eventId type state attempts createdAt dueAt finishedAt lastAttemptAt lastStatus lastError'.split(' '),
    )
    expect(await names('node', 'list')).toEqual(
      'id name machine roles version startedAt seenAt drainingSince rovers stations bus lagMs alive state'.split(' '),
    )
    expect(await json('owner', 'quota', 'ñ', '--webhooks', '3')).toContainEqual({
      quota: 'webhooks',
      limit: 3,
      used: 1,
    })
    expect(Object.keys(await json('network', 'show'))).toEqual(
      'name casterHost casterPort frame epoch datum format country mountpoint upstream nearBaseKm triangleSideKm switchNearerKm switchAfterS defaultRadiusKm movedLimitM movedTakesOut observedTakesOut phone whatsapp shop statusPage coveragePage bankDetails mapTiles customerLanguage reminderDays backupKeep accent hasLogo hasDarkLogo upstreamState'.split(
        ' ',
      ),
    )
    expect(Object.keys(await json('alerts', 'set', '--delay', '5'))).toEqual(
      'recipients muted delayMinutes quietMinutes language diskFreePercent certificateDays'.split(' '),
    )
    expect(await json('alerts', 'list')).toBeInstanceOf(Array)
    expect(await json('customer', 'erase', 'ana@example.mx')).toMatchObject({ credentials: 0, orders: 0 })
  })

  it('includes how to connect for an issued credential, and the findings of "why"', async () => {
    const made = await json('credential', 'issue', '--owner', 'Ñ', '--days', '1', '--hours', '12')
    expect(Object.keys(made)).toEqual(
      'id casterHost casterPort mountpoint group username password startsAt expiresAt fence'.split(' '),
    )
    expect(Date.parse(made.expiresAt) - Date.parse(made.startsAt)).toBe(36 * 3_600_000)
    const [finding] = await json('credential', 'why', made.username)
    expect(finding).toMatchObject({ kind: 'in_force', until: made.expiresAt })
    expect(finding.text).toContain(made.expiresAt)
    expect(await done('credential', 'why', made.username)).toMatch(/ until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d -0[78] /)
  })
})

it('prints no control sequences of an imported file to the terminal', async () => {
  const file = (name: string, text: string) => {
    const path = join(dataDir, name)
    writeFileSync(path, text)
    return path
  }
  const signs = '\x1b[2J\u009b31m\u202eX'
  const files = {
    snip: file('users.txt', `user\tpassword\tmountpts\tnotes\na\u202e\tpw\t${signs}\t${signs}\nb\tpw\tGONE\u202e\n`),
    csv: file('users.csv', `usuario,password,${signs}\na,b,c\n`),
    bkg: file('users.aut', `a${signs}:b\nb\u009b:c\n`),
  }
  for (const [format, path] of Object.entries(files))
    for (const more of [['--dry-run'], [], ['--dry-run', '--json']]) {
      const { stdout, stderr } = await run('credential', 'import', path, '--format', format, '--owner', 'O', ...more)
      expect(stderr + stdout).not.toMatch(/[^\P{Cc}\n]/u)
      if (!more.includes('--json')) expect(stderr + stdout).not.toMatch(/\p{Cf}/u)
      expect(stderr + stdout, format).toMatch(format === 'csv' ? /column "\?\[2J\?31m\?X"/ : /[?\\]/)
    }
})

it('prints local times for people', async () => {
  expect(await done('owner', 'list')).toMatch(new RegExp(`CREATED\\n.*${LOCAL.source}\\n$`))
  const place = ['--lat', '20.67', '--lng', '-103.35', '--radius-km', '30', '--state', 'Jalisco', '--country', 'MEX']
  const more = ['--constellations', 'GPS', '--format', 'RTCM 3.2', '--sell-unmeasured', 'yes']
  await done('station', 'add', '--code', 'GDL', '--name', 'Guadalajara', ...place, ...more)
  const stations = await json('station', 'list')
  expect(stations.at(-1)).toMatchObject({ code: 'GDL', federalState: 'Jalisco', radiusKm: 30, format: 'RTCM 3.2' })
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const issued = await done('credential', 'issue', '--owner', 'Ñ', '--seconds', '3600', '--start', start)
  expect(issued).toMatch(/^valid +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d -0[78] to /m)
})

describe('an existing station', () => {
  const again = ['station', 'add', '--code', 'CDMX', '--name', 'México']

  it('is not changed by a program or a file without an explicit option', async () => {
    const refused = await run(...again)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('station CDMX ("Ciudad de México"')
    const file = join(dataDir, 'again.csv')
    writeFileSync(file, 'codigo,nombre,lat,lng\nCDMX,México,19.43,-99.13\nPUE,Puebla,19.04,-98.2\n')
    expect(await run('station', 'import', file)).toMatchObject({
      code: 1,
      stderr: 'vertice: nothing was imported: 1 of 2 stations already exist (CDMX); add --update to change them\n',
    })
    expect(await done('station', 'list')).not.toContain('Puebla')
    expect(await done('station', 'import', file, '--update')).toBe('1 stations added, 1 updated\n')
    expect(await done('station', 'list')).toContain('México  ')
  })

  it.skipIf(lacks('a question at a terminal', 'script'))('is changed after a confirmation at a terminal', async () => {
    const command = [...commandOf(CHECKOUT), 'station', 'add', '--code', 'CDMX', '--name', 'Otra'].join(' ')
    const settings = { ...environment(dataDir), TERM: 'dumb' }
    const no = new Terminal(command, dataDir, settings)
    await no.shows(/station CDMX .* exists\. Change it \(--name\)\? \[y\/N\]/)
    await no.type('\n', /nothing was changed/)
    expect(await no.ended()).toBe(1)
    expect(await done('station', 'list')).not.toContain('Otra')
    const yes = new Terminal(command, dataDir, settings)
    await yes.shows(/\[y\/N\]/)
    await yes.type('y\n', /station CDMX updated/)
    expect(await yes.ended()).toBe(0)
    expect(await done('station', 'list')).toContain('Otra')
  })
})
