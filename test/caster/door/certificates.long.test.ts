// Stations that prove themselves with a client certificate: real TLS, real certificates, both revisions, several nodes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { proxyHeader } from '../../../packages/ntrip/test/support/proxy-headers.ts'
import { addCertificate, removeCertificate, requireCertificate } from '../../../src/actions/stations/certificates.ts'
import { makeStandbySecret } from '../../../src/actions/stations/standby.ts'
import { keyOf } from '../../../src/caster/door/limits/forgetful-map.ts'
import { listPushRules } from '../../../src/reads/admit-push.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { statement } from '../../../src/store/kit/database.ts'
import { byTest } from '../../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { selfSigned } from '../../support/certificate.ts'
import { type ClientCertificate, clientCertificate } from '../../support/client-certificate.ts'
import { until } from '../../support/process.ts'
import { STATIONS } from '../../support/service.ts'
import { basic, isLive } from '../helpers.ts'

const { cdmx, toluca } = STATIONS
const BALANCER = '127.0.0.9'
const ICY = 'ICY 200 OK\r\n\r\n'
const DAY_MS = 86_400_000
/** Of one that has only just come, a caster knows a look later that what it came with holds no more. */
const LOOKS = { settingsMs: 200 }

let folder: string
let caster: TestCaster
let secret: string
const open: Push[] = []
const made = new Map<string, ClientCertificate>()

/** Made once. */
function certificate(name: string, fromDays = -1, untilDays = 365): ClientCertificate {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS)
  const one = made.get(name) ?? clientCertificate(name, { from: at(fromDays), until: at(untilDays) })
  made.set(name, one)
  return one
}

const sql = (text: string) => caster.service.db.query(statement(keyOf(text), text))
const context = () => byTest(caster.service.services)
const add = (one: ClientCertificate, source: 'first' | 'backup' = 'first', code: string = cdmx.code) =>
  addCertificate(context(), { code }, { pem: one.cert, source })
const demand = (isRequired: boolean) => requireCertificate(context(), { code: cdmx.code }, isRequired)
const remove = ({ fingerprint }: ClientCertificate) => removeCertificate(context(), { code: cdmx.code }, fingerprint)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-certificates-'))
  const { cert, key } = selfSigned()
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
  const more = { tls: { port: 0, ...files }, trustedProxies: [BALANCER] }
  caster = await TestCaster.start(LOOKS, more)
  await caster.addNode(LOOKS, more)
  await caster.service.saveStations(cdmx, toluca)
  secret = await caster.secretOf(cdmx.code)
})
afterEach(async () => {
  for (const push of open.splice(0)) push.socket.destroy()
  await sql('delete from station_certificates')
  await sql('update stations set certificate_required = false, backup_push_secret = null')
  await isLive(caster, cdmx.code, caster.role, false)
})
afterAll(async () => {
  await caster.stop()
  rmSync(folder, { recursive: true })
})

interface How {
  readonly one?: ClientCertificate | undefined
  readonly role?: CasterRole
  readonly tls?: tls.ConnectionOptions
  /** What a balancer says first. */
  readonly header?: Buffer
}

/** A connection over TLS that has asked for something, and what it heard. */
interface Push {
  readonly socket: tls.TLSSocket
  text: string
  isClosed: boolean
}

async function connect(asked: string, { one, role = caster.role, tls: more, header }: How = {}): Promise<Push> {
  const { port } = role.caster.tlsAddress!
  const raw = net.connect({ host: '127.0.0.1', port, localAddress: header ? BALANCER : '127.0.0.1' })
  await once(raw, 'connect')
  if (header) raw.write(header)
  const shown = one && { cert: one.cert, key: one.key }
  const socket = tls.connect({ socket: raw, rejectUnauthorized: false, ...shown, ...more })
  const push: Push = { socket, text: '', isClosed: false }
  open.push(push)
  socket.on('data', (data) => {
    push.text += data.toString('latin1')
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      push.isClosed = true
    })
  await once(socket, 'secureConnect')
  socket.write(asked)
  return push
}

const rev1 = (password: string, { mountpoint } = cdmx) =>
  `SOURCE ${password} /${mountpoint}\r\nSource-Agent: NTRIP test\r\n\r\n`
const rev2 = (login: string) =>
  `POST /${cdmx.mountpoint} HTTP/1.1\r\nHost: caster\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP test\r\n${login}\r\n`

async function letIn(asked: string, how: How = {}): Promise<Push> {
  const push = await connect(asked, how)
  await until(() => push.text.includes('200 OK\r\n'))
  push.socket.write('from the station')
  await isLive(caster, cdmx.code, how.role ?? caster.role)
  return push
}

/** All that it was told. */
async function refused(asked: string, how: How = {}): Promise<string> {
  const push = await connect(asked, how)
  await until(() => push.isClosed || push.socket.readableEnded)
  return push.text
}

const gone = (push: Push) => until(() => push.isClosed, 5_000)

/** Casters hear of a change at once, and ask for certificates from then on. */
async function asks(role: CasterRole = caster.role): Promise<void> {
  const { port } = role.caster.tlsAddress!
  await until(() => asksNow(port))
}

/** Not this process alone may wait for it: the caster runs here too. */
async function asksNow(port: number): Promise<boolean> {
  const client = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-msg', '-tls1_2'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  client.stdout.on('data', (data) => {
    said += data
  })
  await once(client, 'close')
  return said.includes('CertificateRequest')
}

describe('instead of the password', () => {
  it('it is asked for only while a station has one', async () => {
    const { port } = caster.role.caster.tlsAddress!
    expect(await asksNow(port)).toBe(false)
    await add(certificate('mine'))
    await asks()
  })

  it.each([
    ['rev1, with any password', rev1('anything')],
    ['rev2, without a login', rev2('')],
    ['rev2, with a wrong one', rev2(basic('any', 'wrong'))],
  ])('a registered certificate is enough: %s', async (_, asked) => {
    await add(certificate('mine'))
    await asks()
    await letIn(asked, { one: certificate('mine') })
  })

  it('the password is enough too, with TLS and without', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1(secret))
    push.socket.destroy()
    const plain = await caster.base(cdmx.code, cdmx.mountpoint)
    plain.close()
    await letIn(rev1(secret), { one: certificate('foreign') })
  })

  it('a rover that has none is served as before', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    const { username, password } = await caster.issue({ station_codigo: cdmx.code })
    const rover = await connect(rev1Request(cdmx.mountpoint, username, password))
    await until(() => rover.text.startsWith(ICY))
    push.socket.write('to everybody')
    await until(() => rover.text.includes('to everybody'))
  })

  it('one of another station, an expired one and one of tomorrow are refused, and it is said why', async () => {
    await add(certificate('theirs'), 'first', toluca.code)
    await add(certificate('tomorrow', 1))
    await add(certificate('expired'))
    await sql(
      `update station_certificates set valid_until = now() - interval '1 hour' where fingerprint = '${certificate('expired').fingerprint}'`,
    )
    await asks()
    const [theirs, withWrong, early, ended, ended2] = await Promise.all([
      refused(rev2(''), { one: certificate('theirs') }),
      refused(rev1('wrong'), { one: certificate('theirs') }),
      refused(rev1('-'), { one: certificate('tomorrow') }),
      refused(rev1('-'), { one: certificate('expired') }),
      refused(rev2(''), { one: certificate('expired') }),
    ])
    expect(theirs).toMatch(/^HTTP\/1\.1 401 [\s\S]*not registered for this station[\s\S]*Este certificado/)
    expect(withWrong).toBe('ERROR - Bad Password\r\n')
    expect(early).toBe('ERROR - This client certificate is not valid yet: check its dates.\r\n')
    expect(ended).toBe('ERROR - This client certificate has expired: register a new one.\r\n')
    expect(ended2).toMatch(/^HTTP\/1\.1 401 [\s\S]*has expired/)
    expect(caster.log.join('')).toMatch(/a push was refused.*/)
  })

  it('one that has expired by its own dates cannot be registered, and at the door it is one that nobody knows', async () => {
    const past = clientCertificate('past', { from: new Date('2020-01-01'), until: new Date('2021-01-01') })
    await expect(add(past)).rejects.toMatchObject({ fields: [{ path: ['pem'], code: 'certificate_ended' }] })
    await add(certificate('mine'))
    await asks()
    expect(await refused(rev2(''), { one: past })).toContain('not registered for this station')
  })

  it('it takes over from a password alone, which does not take over from it', async () => {
    await add(certificate('mine'))
    await asks()
    const old = await letIn(rev1(secret))
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    await gone(old)
    expect(await refused(rev1(secret))).toBe('ERROR - Mount Point Taken or Invalid\r\n')
    expect(push.isClosed).toBe(false)
  })

  it('the second push of a station has its own', async () => {
    const { secret: spare } = await makeStandbySecret(context(), { code: cdmx.code })
    await add(certificate('mine'))
    await add(certificate('second'), 'backup')
    await asks()
    const first = await letIn(rev1('-'), { one: certificate('mine') })
    const second = await connect(rev1('-'), { one: certificate('second') })
    await until(() => second.text === ICY)
    await demand(true)
    await Promise.all([gone(first), gone(second)])
    expect(await refused(rev1(spare), { one: certificate('mine') })).toBe('ERROR - Bad Password\r\n')
    const again = await connect(rev1(spare), { one: certificate('second') })
    await until(() => again.text === ICY)
  })
})

describe('beside the password', () => {
  it('neither opens alone; of a password without a certificate nobody learns whether it is right', async () => {
    await add(certificate('mine'))
    await demand(true)
    await asks()
    const plain = async (password: string) => (await Peer.open(caster.port, rev1(password))).all()
    const [right, wrong, overPlain, wrongOverPlain, foreign, alone, alone2] = await Promise.all([
      refused(rev1(secret)),
      refused(rev1('wrong')),
      plain(secret),
      plain('wrong'),
      refused(rev1(secret), { one: certificate('foreign') }),
      refused(rev1('wrong'), { one: certificate('mine') }),
      refused(rev2(''), { one: certificate('mine') }),
    ])
    expect(right).toBe('ERROR - This station needs its client certificate: connect over TLS and show it.\r\n')
    expect([wrong, overPlain, wrongOverPlain]).toEqual([right, right, right])
    expect(foreign).toBe('ERROR - This client certificate is not registered for this station.\r\n')
    expect(alone).toBe('ERROR - Bad Password\r\n')
    expect(alone2).toMatch(/^HTTP\/1\.1 401 /)
    await letIn(rev2(basic('any', secret)), { one: certificate('mine') })
  })

  it('both open, also behind a balancer that says whose the connection is', async () => {
    await add(certificate('mine'))
    await demand(true)
    await asks()
    await letIn(rev1(secret), { one: certificate('mine'), header: proxyHeader('189.203.4.7') })
  })

  it('who pushes with the password alone is cut when it is required, on whichever node', async () => {
    await add(certificate('mine'))
    const pushes = await Promise.all(nodes().map((role) => letIn(rev1(secret), { role })))
    await demand(true)
    await Promise.all(pushes.map(gone))
    expect(caster.log.join('')).toContain('what it came with is not enough any more')
  })

  it('who sends both goes on when it is required, though the certificate was enough when it came', async () => {
    await add(certificate('mine'))
    await asks()
    const both = await letIn(rev1(secret), { one: certificate('mine') })
    const alone = await letIn(rev1(secret), { role: caster.node(1) })
    await demand(true)
    await gone(alone)
    const rules = await listPushRules(caster.service.db)
    expect(caster.role.caster.sources.pushes.endUnproven(rules, performance.now())).toEqual([])
    expect(both.isClosed).toBe(false)
  })

  it('it is not required while the only certificate has expired, or is not valid yet', async () => {
    await add(certificate('later', 1, 365))
    const refusal = { fields: [{ path: ['required'], code: 'certificate_missing' }] }
    await expect(demand(true)).rejects.toMatchObject(refusal)
    await add(certificate('mine'))
    await sql(`update station_certificates set valid_until = now() - interval '1 second' where valid_from < now()`)
    await expect(demand(true)).rejects.toMatchObject(refusal)
  })

  it('while it is required, the last certificate of a source that is valid now is not removed; an expired one is', async () => {
    const refusal = { fields: [{ path: ['fingerprint'], code: 'certificate_last' }] }
    await makeStandbySecret(context(), { code: cdmx.code })
    await add(certificate('second'), 'backup')
    await add(certificate('mine'))
    await add(certificate('next'))
    await demand(true)
    const expire = ({ fingerprint }: ClientCertificate) =>
      sql(
        `update station_certificates set valid_until = now() - interval '1 second' where fingerprint = '${fingerprint}'`,
      )
    await expire(certificate('next'))
    await expect(remove(certificate('mine'))).rejects.toMatchObject(refusal)
    await expect(remove(certificate('second'))).rejects.toMatchObject(refusal)
    await remove(certificate('next'))
    await add(certificate('later', 1, 365))
    await expect(remove(certificate('mine'))).rejects.toMatchObject(refusal)
    await expire(certificate('mine'))
    await remove(certificate('mine')) // it opens nothing any more, and stands where another may be needed
  })

  it('a certificate of an archived station is always removed, and of one that requires none', async () => {
    await add(certificate('mine'))
    await demand(true)
    await sql(`update stations set archived_at = now() where code = '${cdmx.code}'`)
    await remove(certificate('mine')).finally(() => sql('update stations set archived_at = null'))
    await demand(false)
    await add(certificate('mine'))
    await remove(certificate('mine'))
  })
})

/** Without a bus each of them may have a push of its own. */
const nodes = (): CasterRole[] => [caster.role, caster.node(1)]

describe('a connection ends', () => {
  it('when its certificate is removed, on whichever node; another one of the station stays', async () => {
    await add(certificate('mine'))
    await add(certificate('next'))
    await Promise.all(nodes().map(asks))
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    const elsewhere = await letIn(rev1('-'), { one: certificate('next'), role: caster.node(1) })
    await remove(certificate('mine'))
    await gone(push)
    expect(elsewhere.isClosed).toBe(false)
    await remove(certificate('next'))
    await gone(elsewhere)
  })

  it('though a login of another station cannot be decrypted', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    const login = (value: string) =>
      sql(
        `update stations set backup_pull_url = ${value}, backup_pull_login = ${value}::bytea where code = '${toluca.code}'`,
      )
    await login(`'ntrip://203.0.113.7/X'`)
    await remove(certificate('mine'))
    await gone(push).finally(() => login('null'))
  })

  it('not while nobody could tell of the next one: what ended since the database was last heard does not count', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    const { sources } = caster.role.caster
    const heard = performance.now()
    const [one] = await listPushRules(caster.service.db)
    const [stationId, rule] = one!
    const validUntil = new Date(Date.now() + 50)
    const rules = new Map([
      [stationId, { ...rule, certificates: rule.certificates.map((c) => ({ ...c, validUntil })) }],
    ])
    await until(() => Date.now() > validUntil.getTime() + 10)
    expect(sources.pushes.endUnproven(rules, heard)).toEqual([])
    expect(push.isClosed).toBe(false)
    expect(sources.pushes.endUnproven(rules, performance.now())).toEqual([stationId])
  })

  it('when its certificate ends', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    await sql(`update station_certificates set valid_until = now() - interval '1 second'`)
    await gone(push)
  })
})

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a TLS session that is resumed (%s)', (version) => {
  it('is still that of its certificate, and no more than that', async () => {
    await add(certificate('mine'))
    await asks()
    const versions = { minVersion: version, maxVersion: version }
    const first = await connect(rev1('-'), { one: certificate('mine'), tls: versions })
    let session: Buffer | undefined
    first.socket.on('session', (given) => {
      session = given
    })
    await until(() => first.text === ICY && (session !== undefined || first.socket.getSession() !== undefined))
    session ??= first.socket.getSession()
    first.socket.destroy()
    // No certificate this time: it is known from the session.
    const again = await letIn(rev1('-'), { tls: { ...versions, session } })
    expect(again.socket.isSessionReused()).toBe(true)
    await remove(certificate('mine'))
    await gone(again)
    await add(certificate('next'))
    expect(await refused(rev2(''), { tls: { ...versions, session } })).toMatch(/^HTTP\/1\.1 401 /)
  })
})
