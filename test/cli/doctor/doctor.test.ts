import { describe, expect, it, onTestFinished } from 'vitest'
import { S3Storage } from '../../../src/archive/storage/s3.ts'
import { readConfig } from '../../../src/base/config/config.ts'
import { reportOn } from '../../../src/base/config/report.ts'
import { archiveBucket } from '../../../src/base/config/services/archive.ts'
import { newKey, parseKeys } from '../../../src/base/secrets.ts'
import { addressFindings } from '../../../src/start/health/doctor/address.ts'
import { archiveFindings } from '../../../src/start/health/doctor/archive.ts'
import { certificateFindings } from '../../../src/start/health/doctor/certificate.ts'
import { clockFindings } from '../../../src/start/health/doctor/clock.ts'
import { databaseFindings, lockFindings } from '../../../src/start/health/doctor/database.ts'
import type { Finding } from '../../../src/start/health/doctor/finding.ts'
import { backupFinding, dailyBackupFinding, keyFindings } from '../../../src/start/health/doctor/keys-and-backups.ts'
import { diskFinding, filesFinding } from '../../../src/start/health/doctor/machine.ts'
import { casterFindings, nodeFindings } from '../../../src/start/health/doctor/nodes.ts'
import { type CheckedPort, portFinding } from '../../../src/start/health/doctor/ports.ts'
import { settingsFindings } from '../../../src/start/health/doctor/settings.ts'
import { selfSigned } from '../../support/certificate.ts'
import { openS3Server, S3_KEY } from '../../support/s3-server.ts'

const states = (findings: readonly Finding[]) => findings.map(({ state }) => state)
const DAY_MS = 86_400_000

describe('the settings check', () => {
  const report = (env: NodeJS.ProcessEnv) => reportOn(readConfig, env, '/nowhere/.env', [])

  it('reports each invalid setting and reads the rest', () => {
    const { config, problems } = report({
      CASTER_CHUNKED: 'maybe',
      PORT: '99999',
      CASTER_TLS_PORT: '2102',
      NATS_CA: '/x',
      HOST: '0.0.0.0',
    })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'CASTER_TLS_CERT',
      'CASTER_CHUNKED',
      'NATS_CA',
    ])
    expect(config).toMatchObject({ casterChunked: false, port: 8080, host: '0.0.0.0', casterTls: null })
  })

  it('warns of names similar to our settings, and ignores others', () => {
    const env = { CASTER_PROT: '1', PATH: '/bin', HOSTNAME: 'x', EDITOR: 'vi', LANG: 'C', PWD: '/', POSTGRES_DB: 'x' }
    expect(settingsFindings(report(env))).toMatchObject([
      { state: 'warn', todo: expect.stringContaining('CASTER_PORT') },
    ])
    expect(states(settingsFindings(report({ PORT: '80' })))).toEqual(['ok'])
  })

  it('warns of unknown names in the file, and of secrets that others can read', () => {
    const file = { path: '/x/.env', names: ['TZ', 'SMPT_URL', 'WHATEVER_ELSE'], mode: 0o100644, hasSecrets: true }
    expect(settingsFindings({ ...report({}), file })).toMatchObject([
      { state: 'warn', todo: expect.stringContaining('SMTP_URL') },
      { state: 'warn', todo: expect.stringContaining('.env.example') },
      { state: 'warn', todo: 'chmod 600 /x/.env' },
    ])
  })
})

it('reports ports as free, ours, taken or not available', () => {
  const door = { name: 'API', host: '127.0.0.1', port: 80, hostSetting: 'HOST', portSetting: 'PORT' } as CheckedPort
  const standings = [
    'free',
    'ours',
    'taken',
    { refused: 'EACCES' },
    { refused: 'EADDRNOTAVAIL' },
    { refused: 'E' },
  ] as const
  expect(states(standings.map((standing) => portFinding(door, standing)))).toEqual([
    'ok',
    'ok',
    'fail',
    'fail',
    'fail',
    'warn',
  ])
})

it("checks a certificate's validity, key and host name", () => {
  const { cert, key } = selfSigned() // valid for a day, for 127.0.0.1
  const facts = { certFile: 'c', keyFile: 'k', cert, key, host: '127.0.0.1', daysBefore: 0, now: new Date() }
  const after = (days: number) => ({ ...facts, now: new Date(Date.now() + days * DAY_MS) })
  expect(states(certificateFindings(facts))).toEqual(['ok'])
  expect(states(certificateFindings({ ...facts, daysBefore: 14 }))).toEqual(['warn'])
  expect(states(certificateFindings(after(3)))).toEqual(['fail'])
  expect(states(certificateFindings(after(-3)))).toEqual(['fail'])
  expect(certificateFindings({ ...facts, host: 'caster.example.mx' })).toMatchObject([
    { state: 'warn', what: expect.stringContaining('127.0.0.1') },
  ])
  expect(states(certificateFindings({ ...facts, cert: Buffer.from('x') }))).toEqual(['fail'])
  expect(states(certificateFindings({ ...facts, key: Buffer.from('x') }))).toEqual(['fail'])
})

it('checks that a database is new enough, writable and migrated, and has space', () => {
  const facts = {
    version: '18.4',
    maxConnections: 100,
    reserved: 3,
    isStandby: false,
    isReadOnly: false,
    missing: [],
    newer: null,
  }
  expect(states(databaseFindings(facts, 44, false))).toEqual(['ok'])
  expect(states(databaseFindings({ ...facts, version: '14.9' }, 44, false))).toEqual(['fail'])
  expect(states(databaseFindings({ ...facts, isStandby: true }, 44, false))).toEqual(['fail'])
  expect(databaseFindings({ ...facts, isReadOnly: true }, 44, false)).toMatchObject([
    { state: 'fail', what: 'the database is read-only: default_transaction_read_only is on' },
  ])
  const newer = { names: ['9999_x.sql'], oldestRelease: '2.0.0', canRun: false }
  expect(databaseFindings({ ...facts, newer }, 44, false)).toMatchObject([
    { state: 'fail', todo: 'start release 2.0.0, or a newer one' },
  ])
  expect(databaseFindings({ ...facts, newer: { ...newer, canRun: true } }, 44, false)).toMatchObject([
    { state: 'warn', what: 'a newer release has migrated it (9999_x.sql); this release can run on it' },
  ])
  expect(states(databaseFindings({ ...facts, missing: ['0059_x.sql'] }, 44, false))).toEqual(['warn'])
  expect(databaseFindings(facts, 132, false)).toMatchObject([
    { state: 'warn', todo: expect.stringContaining('155 or more') },
  ])
  expect(states(databaseFindings(facts, 132, true))).toEqual(['ok'])
})

it('reports statements that wait for a lock, and how to find the session that holds it', () => {
  expect(lockFindings({ waiting: 0, longestSeconds: 0, holders: [] })).toEqual([])
  expect(lockFindings({ waiting: 3, longestSeconds: 11.6, holders: [4711] })).toMatchObject([
    {
      state: 'warn',
      what: '3 statements are waiting for a lock, the longest for 12 s',
      todo: expect.stringContaining('where pid in (4711)'),
    },
  ])
})

it('checks the limit of open files', () => {
  expect([192, 3_839, 3_840, Number.POSITIVE_INFINITY].map((connections) => filesFinding(connections).state)).toEqual([
    'warn',
    'warn',
    'ok',
    'ok',
  ])
  expect(filesFinding(768).what).toBe('the limit of open files allows 768 connections')
})

it("compares the clock with the database's, and checks that it is synchronised", () => {
  expect(states(clockFindings(0.3, true))).toEqual(['ok'])
  expect(states(clockFindings(null, null))).toEqual(['ok'])
  expect(clockFindings(-60, true)[0]!.what).toContain('60.0 s behind')
  expect(states(clockFindings(60, false))).toEqual(['warn', 'warn'])
})

describe("the archive's bucket", () => {
  it('is used like the service uses it, and nothing stays', async () => {
    const server = await openS3Server('red')
    onTestFinished(() => server.close())
    const bucketOf = (name: string, secret: string) =>
      archiveBucket(`s3://${name}/norte?endpoint=${server.endpoint}`, S3_KEY.accessKeyId, secret)
    const check = async (name: string, secret = S3_KEY.secretAccessKey) => {
      const [found] = await archiveFindings({ archiveBucket: bucketOf(name, secret) })
      return `${found?.state} ${found?.what}`
    }
    expect(await check('red')).toBe('ok s3://red/norte: can be written, read, listed and deleted')
    expect(await Array.fromAsync(new S3Storage(bucketOf('red', S3_KEY.secretAccessKey)!).list(''))).toEqual([])
    expect(await check('sur')).toBe('fail s3://sur/norte: the bucket sur does not exist')
    expect(await check('red', 'wrong')).toBe('fail s3://red/norte: the secret does not belong to the key')
    await server.stop()
    expect(await check('red')).toMatch(/^fail s3:\/\/red\/norte: http.* cannot be reached/)
  })

  it('is not checked if the archive is a folder', async () => {
    expect(await archiveFindings({ archiveBucket: null })).toEqual([])
  })
})

it('checks the free disk space', () => {
  const GB = 1024 ** 3
  const disk = (freeBytes: number) => diskFinding({ path: '/data', freeBytes, totalBytes: 100 * GB }, 10).state
  expect([disk(50 * GB), disk(5 * GB), disk(GB / 10)]).toEqual(['ok', 'warn', 'fail'])
})

it('checks that an address resolves, is public and leads to this service', () => {
  const facts = {
    name: 'x',
    host: 'rtk.example.mx',
    isEncrypted: true,
    setting: 'BASE_URL',
    addresses: ['93.184.215.14'],
  }
  const of = (more: object) => states(addressFindings({ ...facts, answer: 'ours', ...more }))
  expect(of({})).toEqual(['ok'])
  expect(of({ answer: null })).toEqual(['ok'])
  expect(of({ isEncrypted: false })).toEqual(['warn'])
  expect(of({ isEncrypted: false, addresses: ['10.1.2.3'] })).toEqual(['ok'])
  expect(of({ addresses: [] })).toEqual(['fail'])
  expect(of({ addresses: ['127.0.0.1', '::1'] })).toEqual(['warn'])
  expect(of({ answer: 'another' })).toEqual(['fail'])
  expect(of({ answer: { failed: 'ECONNREFUSED' } })).toEqual(['warn'])
})

it('checks that every encryption key that rows need is present', () => {
  const keys = parseKeys(newKey())
  const facts = { place: 'ENCRYPTION_KEYS', keys, trouble: null, needed: [keys.current.id] }
  expect(states(keyFindings(facts))).toEqual(['ok'])
  expect(states(keyFindings({ ...facts, needed: ['deadbeef'] }))).toEqual(['fail'])
  expect(states(keyFindings({ ...facts, keys: null }))).toEqual(['fail'])
  expect(states(keyFindings({ ...facts, keys: null, needed: [] }))).toEqual(['ok'])
  expect(states(keyFindings({ ...facts, keys: null, trouble: 'not base64' }))).toEqual(['fail'])
})

it('checks the age of a backup', () => {
  const now = new Date()
  const days = (count: number) => new Date(now.getTime() - count * DAY_MS)
  expect([null, days(0), days(6), days(9)].map((at) => backupFinding(at, true, now).state)).toEqual([
    'warn',
    'ok',
    'ok',
    'warn',
  ])
})

it('checks that daily backups are recent, writable, and not on the data disk', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  const newest = { id: 1, startedAt: new Date('2026-11-18T09:00:00Z'), machine: 'a', file: 'f.vbk', bytes: 7 }
  const last = { ...newest, endedAt: now, failure: null }
  const history = { newest, last, firstAt: newest.startedAt }
  const facts = { folder: '/data/backups', isHere: true, trouble: null, isOnDiskOfData: false, history }
  const none = { newest: null, last: null, firstAt: null }
  expect(dailyBackupFinding(facts, now)).toMatchObject({ state: 'ok', what: expect.stringContaining('f.vbk') })
  expect(dailyBackupFinding({ ...facts, isOnDiskOfData: true }, now)).toMatchObject({ state: 'warn' })
  expect(dailyBackupFinding({ ...facts, history: none }, now)).toMatchObject({ state: 'ok' })
  expect(dailyBackupFinding({ ...facts, isHere: false, history: none }, now)).toBeNull()
  const trouble = { code: 'folder_not_writable', params: {} } as const
  expect(dailyBackupFinding({ ...facts, trouble }, now)).toMatchObject({
    state: 'fail',
    what: expect.stringContaining('cannot write'),
  })
  const failed = { ...last, bytes: null, failure: { code: 'disk_full', params: {} } as const }
  const tomorrow = new Date(now.getTime() + DAY_MS)
  expect(dailyBackupFinding({ ...facts, history: { ...history, last: failed } }, tomorrow)).toMatchObject({
    state: 'fail',
    what: 'the latest daily backup is from 2026-11-18T09:00:00.000Z; the last attempt failed: the disk is full',
  })
})

it('reports casters of this machine that hang now, or hung since the service started', () => {
  const metrics = (up: number, hangs: number) =>
    [
      '# TYPE vertice_caster_up gauge',
      'vertice_caster_up{process="caster"} 1',
      `vertice_caster_up{process="caster-2"} ${up}`,
      'vertice_caster_hangs_total{process="caster"} 0',
      `vertice_caster_hangs_total{process="caster-2"} ${hangs}`,
    ].join('\n')
  expect(casterFindings(metrics(1, 0))).toEqual([])
  expect(casterFindings(metrics(0, 0))).toMatchObject([{ state: 'fail', what: expect.stringContaining('caster-2') }])
  expect(casterFindings(metrics(1, 1))).toMatchObject([
    { state: 'warn', what: 'the process caster-2 hung once since the service started, and was restarted' },
  ])
})

it('checks that nodes are alive, connected to the bus, and of this release', () => {
  const node = {
    id: 'a',
    name: 'machine-1',
    machine: 'machine-1',
    roles: ['caster'],
    version: '1.0',
    rovers: 0,
    stations: 0,
    bus: null,
    startedAt: new Date(0),
    seenAt: new Date(0),
    drainingSince: null,
    lagMs: 1,
    alive: true,
  }
  const of = (more: object, nowMs = 1_000) => states(nodeFindings([{ ...node, ...more }], '1.0', new Date(nowMs)))
  expect(states(nodeFindings([], '1.0', new Date()))).toEqual(['ok'])
  expect(of({})).toEqual(['ok'])
  expect(of({ alive: false })).toEqual(['warn'])
  expect(of({}, 60_000)).toEqual(['warn']) // although the database extends the lease after its own outage
  expect(of({ bus: 'away' })).toEqual(['warn'])
  expect(of({ version: '0.9' })).toEqual(['warn'])
})
