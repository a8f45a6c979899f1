import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isWellFormed } from '../../src/domain/people/tokens/token.ts'
import { fingerprintText } from '../../src/domain/stations/certificate.ts'
import { clientCertificate } from '../support/client-certificate.ts'
import { command } from '../support/command.ts'
import { migratedDataDir, RunningService, removeDataDir, vertice } from '../support/process.ts'

let dataDir: string
let service: RunningService
const run = (...args: string[]) => command(dataDir, args)
const typed = (...args: string[]) => vertice(dataDir, args)

beforeAll(async () => {
  dataDir = migratedDataDir()
  service = await RunningService.start(dataDir)
})
afterAll(async () => {
  await service.stop()
  await removeDataDir(dataDir)
})

describe('vertice', () => {
  it('has help for itself and for every command', async () => {
    const { code, stdout } = await run('--help')
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name]) => name!)
    expect(commands).toEqual([
      'start',
      'demo',
      'service',
      'doctor',
      'admin',
      'token',
      'owner',
      'station',
      'mountpoint',
      'group',
      'credential',
      'session',
      'node',
      'network',
      'upstream',
      'forward',
      'webhook',
      'mail',
      'alerts',
      'channel',
      'archive',
      'integrity',
      'customer',
      'audit',
      'keys',
      'backup',
      'restore',
      'upgrade',
      'migrate',
      'completion',
    ])
    for (const command of commands) expect((await run(command, '--help')).stdout).toMatch(/^usage: vertice /)
  })

  it('rejects a mistyped command, option or subcommand with exit code 2 and a suggestion', async () => {
    expect(await typed('tokn')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'vertice: unknown command "tokn"; did you mean "token"?\n',
    })
    expect((await typed('token', 'make')).stderr).toContain('create, list, revoke')
    const wrong = await typed('token', 'create', '--ownr', 'x')
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toBe('vertice: unknown option --ownr; did you mean --owner?\n')
    expect((await typed('token', 'list', 'all')).stderr).toContain('unexpected argument "all"')
  })
})

describe('vertice token', () => {
  it('create creates a new owner if needed and prints only the token to stdout', async () => {
    const { code, stdout, stderr } = await run(
      'token',
      'create',
      '--owner',
      'Topografía Ñandú',
      '--name',
      'first',
      '--scopes',
      'read, provision',
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/^vrt_[0-9A-Za-z]{36}\n$/)
    expect(isWellFormed(stdout.trim())).toBe(true)
    expect(stderr).toContain('new organization "Topografía Ñandú"')
    expect((await service.call('/api/v1/stations', stdout.trim())).status).toBe(200)
    expect((await run('owner', 'list')).stdout).toContain('Topografía Ñandú')
    const list = (await run('token', 'list')).stdout
    expect(list).toContain('read,provision')
    expect(list).not.toContain(stdout.trim().slice(4, 20))
  })

  it('create rejects an unknown scope, a past expiry and a missing name', async () => {
    const create = (...more: string[]) => run('token', 'create', '--owner', 'A', ...more)
    expect((await create('--name', 'n', '--scopes', 'write')).stderr).toContain('"write" is unknown')
    expect((await create('--name', 'n', '--scopes', 'read', '--expires', '2020-01-01')).stderr).toContain(
      'Must be in the future.',
    )
    expect((await create('--name', 'n', '--scopes', 'read', '--expires', '2027-02-30')).stderr).toContain(
      'expected a time such as 2027-01-31',
    )
    expect(await create('--scopes', 'read')).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('vertice station', () => {
  it('add accepts negative numbers, and changes an existing station only with --update and only the given fields', async () => {
    expect(
      (await run('station', 'add', '--code', 'CDMX', '--name', 'Ciudad de México', '--lat', '19.43', '--lng', '-99.13'))
        .stdout,
    ).toBe('station CDMX added\n')
    const again = ['station', 'add', '--code', 'cdmx', '--radius-km', '30']
    const refused = await run(...again)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/station CDMX \("Ciudad de México", id 1, 19\.43, -99\.13, .*--update.*--radius-km/)
    expect((await run('station', 'list')).stdout).not.toContain('30 km')
    expect((await run(...again, '--update')).stdout).toBe('station cdmx updated\n')
    const { stdout } = await run('station', 'list')
    expect(stdout).toMatch(/Ciudad de México +online \(declared\) +CDMX +19\.43000 +-99\.13000 +30 km/)
  })

  it('import reports every bad line with its number and imports nothing', async () => {
    const file = join(dataDir, 'bad.csv')
    writeFileSync(
      file,
      'codigo,nombre,lat,lng\nGDL,Guadalajara,20.67,-103.35\nMTY,Monterrey,norte,-100.31\nPUE,Puebla,19.04,-298.2\n',
    )
    const { code, stderr } = await run('station', 'import', file)
    expect(code).toBe(1)
    expect(stderr).toContain('line 3, lat: Must be a number, not "norte".')
    expect((await run('station', 'list')).stdout).not.toContain('GDL')

    writeFileSync(file, 'codigo,nombre,lat,lng\nGDL,Guadalajara,20.67,-103.35\nPUE,Puebla,19.04,-298.2\nMTY,,25,-100\n')
    const rules = await run('station', 'import', file)
    expect(rules.stderr).toContain('line 3, lng: Must be a number from -180 to 180.')
    expect(rules.stderr).toContain('line 4, nombre: Required for a new station.')
    expect((await run('station', 'list')).stdout).not.toContain('GDL')
  })

  it('import reads a sourcetable, status declares maintenance, and archive removes a station from the list', async () => {
    const file = join(dataDir, 'table.txt')
    writeFileSync(
      file,
      'SOURCETABLE 200 OK\r\nCAS;x;2101;x\r\nSTR;OAX1;Oaxaca;RTCM 3.2;1005(10),1077(1);2;GPS+GLO;RED;MEX;17.06;263.28;0;0;sNTRIP;none;B;N;9600;\r\nSTR;VRS;Red;RTCM 3.2;;2;GPS;RED;MEX;19.0;-99.0;1;1;x;none;B;N;0;\r\nENDSOURCETABLE\r\n',
    )
    const imported = await run('station', 'import', file)
    expect(imported.stdout).toBe('1 stations added, 0 updated\n')
    expect(imported.stderr).toContain('line 4: VRS is a network mountpoint')
    expect((await run('station', 'list')).stdout).toMatch(
      /OAX1 +Oaxaca +online \(declared\) +OAX1 +17\.06000 +-96\.72000/,
    )
    expect((await run('station', 'backup', 'oax1', 'push')).stdout).toMatch(/^\w{16}\n$/)
    expect((await run('station', 'backup', 'oax1', 'station', 'cdmx')).stdout).toContain(
      'cdmx serves the mountpoint of OAX1',
    )
    const shown = (await run('station', 'show', 'oax1')).stdout
    expect(shown).toMatch(/^code +OAX1$/m)
    expect(shown).toMatch(/^source +none yet/m)
    expect(shown).toMatch(/^backup +station CDMX serves its mountpoint while it is offline$/m)
    expect((await run('station', 'show', 'nope')).code).toBe(1)
    expect((await run('station', 'backup', 'oax1', 'station')).code).toBe(2)
    expect((await run('station', 'backup', 'oax1', 'none')).stdout).toBe(
      'station OAX1 no longer has a standby source\n',
    )
    const pem = join(dataDir, 'oax1.pem')
    const { cert, key, fingerprint } = clientCertificate('OAX1')
    writeFileSync(pem, key + cert)
    // The setup in which the caster and its TLS port are on another machine.
    const certificate = (...args: string[]) => command(dataDir, ['station', 'certificate', ...args], { ROLES: 'api' })
    expect((await certificate('add', 'oax1', pem)).stderr).toContain('FILE: Contains a private key')
    writeFileSync(pem, cert)
    expect((await certificate('require', 'oax1', 'on')).stderr).toContain(
      'CODE: The station needs a valid registered certificate first.',
    )
    expect((await certificate('add', 'oax1', pem)).stdout).toContain('of "CN=OAX1", valid until ')
    expect((await certificate('add', 'cdmx', pem)).stderr).toContain('Already registered for station OAX1.')
    expect((await certificate('list', 'oax1')).stdout).toContain(fingerprintText(fingerprint))
    await run('station', 'secret', 'oax1')
    expect((await certificate('require', 'oax1', 'on')).stdout).toContain('in addition to its password')
    expect(JSON.parse((await certificate('list', 'oax1', '--json')).stdout)).toMatchObject({
      required: true,
      certificates: [{ state: 'valid' }],
    })
    expect((await certificate('remove', 'oax1')).code).toBe(2)
    expect((await certificate('require', 'oax1', 'off')).code).toBe(0)
    expect((await certificate('remove', 'oax1', fingerprint.slice(0, 8))).stdout).toContain('of oax1 removed; ')
    await run('station', 'status', 'oax1', 'maintenance')
    expect((await run('station', 'list')).stdout).toContain('maintenance')
    await run('station', 'archive', 'OAX1')
    expect((await run('station', 'list')).stdout).not.toContain('OAX1')
    expect((await run('station', 'list', '--all')).stdout).toContain('OAX1')
  })
})

describe('vertice network', () => {
  it('show and set change what the API returns, and an invalid value changes nothing', async () => {
    expect((await run('network', 'show')).stdout).toContain('caster-port         0 (default)')
    expect(
      (await run('network', 'set', 'caster-host=caster.example.mx', 'caster-port=2102', 'near-base-km=12.5')).code,
    ).toBe(0)
    const shown = (await run('network', 'show')).stdout
    expect(shown).toMatch(/caster-host +caster\.example\.mx\n/)
    expect(shown).toMatch(/near-base-km +12\.5\n/)
    expect((await run('network', 'set', 'mountpoint=CDMX')).stderr).toContain(
      'mountpoint: "CDMX" is the mountpoint of station CDMX.',
    )
    const allowed = { CASTER_PULL_ALLOW: '127.0.0.1' }
    for (const none of ['upstream=none', 'upstream=']) {
      const engine = 'upstream=ntrip://user:password@127.0.0.1:2199/VRS'
      expect((await command(dataDir, ['network', 'set', engine], allowed)).code).toBe(0)
      expect((await run('network', 'show')).stdout).toMatch(/upstream +ntrip:\/\/127\.0\.0\.1:2199\/VRS\n/)
      expect(await run('network', 'set', none)).toMatchObject({ code: 0, stdout: 'set: upstream\n' })
      expect((await run('network', 'show')).stdout).toMatch(/upstream +\(none\)\n/)
    }
    expect(shown).toMatch(/customer-language +es\nreminders +7,1,0\n/)
    expect((await run('network', 'set', 'customer-language=en', 'reminders=3, 14')).code).toBe(0)
    expect((await run('network', 'show')).stdout).toMatch(/customer-language +en\nreminders +14,3\n/)
    expect((await run('network', 'set', 'customer-language=none', 'reminders=none')).code).toBe(0)
    expect((await run('network', 'show')).stdout).toMatch(/customer-language +es\nreminders +\(none\)\n/)
    for (const wrong of ['customer-language=fr', 'reminders=soon', 'reminders=366', 'reminders=7;1'])
      expect((await run('network', 'set', wrong)).code).toBe(2)
    expect((await run('network', 'set', 'reminders=7,1,0')).code).toBe(0)
    expect((await run('network', 'set', 'caster-port=x')).code).toBe(2)
    expect((await run('network', 'set', 'nope=1')).code).toBe(2)
    expect((await run('network', 'show')).stdout).toBe(shown)
  })
})

describe('vertice audit', () => {
  it('export prints entries; verify and seals work beside the service, and verify checks a kept seal', async () => {
    await run('owner', 'create', 'Sealed')
    const { stdout } = await run('audit', 'export')
    const entries = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries).toContainEqual(expect.objectContaining({ action: 'owner.created', name: 'vertice owner create' }))
    const csv = (await run('audit', 'export', '--format', 'csv', '--from', '2026-01-01')).stdout
    expect(csv).toContain('vertice owner create')
    expect(csv).toMatch(/vertice audit export.*audit\.exported.*jsonl/) // recorded by the previous export
    expect((await run('audit', 'export', '--from', '2099-01-01')).stdout).toBe('')
    expect((await run('audit', 'export', '--from', 'x')).code).toBe(2)

    const seal = await vi.waitFor(
      async () => {
        const printed = (await run('audit', 'seals')).stdout
        expect(JSON.parse(printed)).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
        return printed
      },
      { timeout: 90_000, interval: 1_000 },
    )
    const file = join(dataDir, 'seals')
    writeFileSync(file, seal)
    const verified = await run('audit', 'verify', '--against', file)
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('verified; newest seal: ') })
    writeFileSync(file, seal.replace(/"hash":"...../, '"hash":"00000'))
    const refused = await run('audit', 'verify', '--against', file)
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('is not the one that was printed') })
  })
})

describe('vertice keys and migrate', () => {
  it('rewrap re-encrypts every secret with the first key while the service runs, and the old key can be removed', async () => {
    const token = (
      await run('token', 'create', '--owner', 'Keys', '--name', 'k', '--scopes', 'read,provision')
    ).stdout.trim()
    const made = await service.json('/api/v1/credentials', token, { method: 'POST', body: '{"segundos":3600}' })
    const old = readFileSync(join(dataDir, 'encryption.key'), 'utf8').trim()
    const fresh = (await run('keys', 'generate')).stdout.trim()
    const rewrap = await command(dataDir, ['keys', 'rewrap'], { ENCRYPTION_KEYS: `${fresh},${old}` })
    expect(rewrap.stdout).toMatch(/^every secret is encrypted with key [0-9a-f]{8} \(changed: credentials 1, /)
    const alone = await RunningService.start(dataDir, { ENCRYPTION_KEYS: fresh })
    const read = await alone.json(`/api/v1/credentials/${made.credential.id}`, token)
    expect(read.credential.password).toBe(made.credential.password)
    await alone.stop()
    await command(dataDir, ['keys', 'rewrap'], { ENCRYPTION_KEYS: `${old},${fresh}` })
  })

  it('migrate reports that there is nothing to do', async () => {
    expect((await run('migrate')).stdout).toBe('the database is up to date\n')
  })
})

describe('the audit log', () => {
  it('records what each command changed', async () => {
    const scopes = ['--scopes', 'read,provision']
    const token = (await run('token', 'create', '--owner', 'Audited', '--name', 'shop', ...scopes)).stdout.trim()
    const body = JSON.stringify({ url: 'https://93.184.215.14/hook' })
    const { webhook } = await service.json('/api/v1/webhooks', token, { method: 'POST', body })
    const id = String(webhook.id)
    await service.call(`/api/v1/webhooks/${id}`, token, { method: 'DELETE' })
    const since = new Date(0).toISOString()
    for (const [name, ...more] of [['enable'], ['rotate'], ['test'], ['recover', '--since', since]])
      expect(await run('webhook', name!, id, ...more)).toMatchObject({ code: 0 })
    const delivery = /^(\d+) +webhook\.test/m.exec((await run('webhook', 'deliveries', id)).stdout)![1]!
    expect(await run('webhook', 'resend', delivery)).toMatchObject({ code: 0 })
    expect((await run('webhook', 'resend', '999999')).stderr).toContain('No delivery has this ID.')
    await run('owner', 'set', 'Audited', '--email', 'audited@example.mx')
    const tokenId = /^(\d+) +Audited/m.exec((await run('token', 'list')).stdout)![1]!
    expect((await run('token', 'revoke', tokenId)).stdout).toBe(`token ${tokenId} ("shop") revoked\n`)
    expect(await run('token', 'revoke', '999999')).toMatchObject({ code: 2, stdout: '' })

    const entries = await auditOf('auditor@example.mx')
    const told = entries.filter(({ ownerId }) => ownerId === ownerIdOf(entries, tokenId))
    expect(told.map(({ actor, action }) => [actor, action])).toEqual([
      ['vertice token create', 'owner.created'],
      ['vertice token create', 'token.created'],
      ['shop', 'webhook.created'],
      ['shop', 'webhook.deactivated'],
      ['vertice webhook enable', 'webhook.enabled'],
      ['vertice webhook rotate', 'webhook.secret_rotated'],
      ['vertice webhook test', 'webhook.tested'],
      ['vertice webhook recover', 'webhook.recovered'],
      ['vertice webhook resend', 'delivery.resent'],
      ['vertice owner set', 'owner.changed'],
      ['vertice token revoke', 'token.revoked'],
    ])
    expect(entries.map(({ actor, action }) => `${actor}: ${action}`)).toContain('vertice admin create: user.invited')
  })

  interface Entry {
    readonly actor: string
    readonly action: string
    readonly ownerId: number | null
    readonly subjectKind: string | null
    readonly subjectId: number | null
  }

  const ownerIdOf = (entries: readonly Entry[], tokenId: string) =>
    entries.find(({ subjectKind, subjectId }) => subjectKind === 'token' && subjectId === Number(tokenId))?.ownerId

  /** Reads the audit log as a newly created administrator, oldest entry first. */
  async function auditOf(email: string): Promise<Entry[]> {
    const link = (await run('admin', 'create', '--email', email)).stdout.trim()
    const accepted = await fetch(`${service.url}/console/api/links/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'vertice' },
      body: JSON.stringify({ token: link.split('#')[1], password: 'correct horse battery' }),
    })
    const cookie = accepted.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const audit = await fetch(`${service.url}/console/api/audit`, { headers: { cookie } })
    return ((await audit.json()) as { entries: Entry[] }).entries.reverse()
  }
})

describe('vertice customer', () => {
  it('erase shows the stored data, rejects active credentials, and erases with --confirm and --revoke', async () => {
    const token = (
      await run('token', 'create', '--owner', 'C', '--name', 'c', '--scopes', 'read,provision')
    ).stdout.trim()
    const body = '{"segundos":3600,"cliente_nombre":"Ana","cliente_email":"ana@example.mx"}'
    const { credential } = await service.json('/api/v1/credentials', token, { method: 'POST', body })
    const shown = await run('customer', 'erase', 'ANA@example.mx')
    expect(shown.stdout).toMatch(/credentials +1, 1 active[\s\S]*nothing was changed/)
    expect((await run('customer', 'erase', 'ana@example.mx', '--confirm')).stderr).toContain('nothing was erased')
    const erased = await run('customer', 'erase', 'ana@example.mx', '--confirm', '--revoke')
    expect(erased).toMatchObject({ code: 0, stdout: expect.stringContaining('erased') })
    const left = await service.json(`/api/v1/credentials/${credential.id}`, token)
    expect(left.credential).toMatchObject({ cliente_nombre: null, cliente_email: null, estado: 'revocada' })
    expect((await run('customer', 'erase', 'ana@example.mx')).stdout).toContain('no data for this address')
    expect((await run('customer', 'erase', 'ana')).code).toBe(2)
    expect((await run('audit', 'export')).stdout).not.toContain('ana@example.mx')
  })
})

describe('vertice credential', () => {
  it('issue accepts a place, place changes or removes it, half a place is rejected; renew, suspend and resume work', async () => {
    const issue = ['credential', 'issue', '--owner', 'Placed', '--seconds', '3600']
    const { stdout } = await run(...issue, '--lat', '19.44', '--lng', '-99.14')
    const username = /^user +(\S+)$/m.exec(stdout)![1]!
    const elsewhere = await run('credential', 'place', username.toUpperCase(), '--lat', '-33.4', '--lng', '-70.6')
    expect(elsewhere).toMatchObject({ code: 0, stdout: `${username}: registered at -33.4, -70.6\n` })
    expect((await run('credential', 'place', username, '--none')).stdout).toBe(
      `${username}: registered location cleared\n`,
    )
    for (const wrong of [[], ['--lat', '19'], ['--lat', '91', '--lng', '0'], ['--none', '--lat', '1', '--lng', '1']])
      expect((await run('credential', 'place', username, ...wrong)).code).toBe(2)
    expect((await run(...issue, '--lat', '19.44')).code).toBe(2)
    const change = (verb: string, ...more: string[]) => run('credential', verb, username, ...more)
    expect((await change('renew', '--seconds', '3600')).stdout).toMatch(/: active until 2\d{3}-/)
    expect((await change('suspend')).stdout).toBe(`${username}: suspended\n`)
    expect((await change('suspend')).stdout).toBe(`${username}: already suspended\n`)
    expect((await change('why')).stdout).toContain('It has been suspended since')
    expect((await change('resume')).stdout).toBe(`${username}: resumed\n`)
    expect((await change('password')).stdout).toMatch(/: new password: \w{16}\n/)
    expect((await change('renew')).code).toBe(2)
    const fenced = await run('credential', 'fence', username, '--fence', '19.4326,-99.1332,20', '--on-base', 'cut')
    expect(fenced.stdout).toBe(`${username}: valid within 20 km of 19.4326, -99.1332\n`)
    expect((await run('credential', 'fence', username, '--none')).stdout).toBe(`${username}: valid anywhere\n`)
    for (const wrong of [[], ['--fence', '19,-99'], ['--fence', '19,-99,5', '--none'], ['--none', '--on-base', 'cut']])
      expect((await run('credential', 'fence', username, ...wrong)).code).toBe(2)
    expect((await run('credential', 'place', 'nobody', '--none')).stderr).toContain('no credential has the username')
  })
})
