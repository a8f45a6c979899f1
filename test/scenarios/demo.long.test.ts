import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FrameReader } from '@vertice/rtcm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { planCredentials } from '../../src/demo/customers/credential-plan.ts'
import { NETWORK_NAME } from '../../src/demo/customers/names.ts'
import { IN_MAINTENANCE, LOSES_EPOCHS } from '../../src/demo/network/stations.ts'
import { dayWrite } from '../../src/demo/past/history.ts'
import { stationHistory } from '../../src/demo/simulator/history.ts'
import { SimulatedRover } from '../../src/demo/simulator/rover.ts'
import { endOf, inForceAt, stateAt } from '../../src/domain/credentials/credential.ts'
import { sharedBrowser } from '../support/browser.ts'
import { CHECKOUT, commandOf } from '../support/checkout.ts'
import { lacks, lacksChromium } from '../support/needs.ts'
import { isAlive, postmasterOf, until, vertice } from '../support/process.ts'

const [node, entry] = commandOf(CHECKOUT)
const START_TIMEOUT_MS = 180_000

class RunningDemo {
  readonly child: ChildProcess
  output = ''

  constructor(args: string[] = [], more: Record<string, string> = {}) {
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      CASTER_PORT: '0',
      METRICS_PORT: '0',
      ...more,
    }
    this.child = spawn(node, [entry, 'demo', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (data) => {
        this.output += data
      })
  }

  async says(text: string | RegExp): Promise<void> {
    await until(() => {
      if (this.child.exitCode !== null) throw new Error(`the demo ended: ${this.output}`)
      return typeof text === 'string' ? this.output.includes(text) : text.test(this.output)
    }, START_TIMEOUT_MS)
  }

  find(pattern: RegExp): string {
    const found = pattern.exec(this.output)?.[1]
    if (found === undefined) throw new Error(`${pattern} is not in ${this.output}`)
    return found
  }

  lines(beginning: string): string[] {
    return this.output.split('\n').flatMap((line) => (line.startsWith(`  ${beginning}`) ? [line.trim()] : []))
  }

  get dataDir(): string {
    return this.find(/^ {2}data +(\S+)/m)
  }

  async interrupt(): Promise<number | null> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGINT')
      await once(this.child, 'exit')
    }
    return this.child.exitCode
  }
}

function shell(line: string, encoding: 'utf8' | 'buffer' = 'utf8'): Promise<string & Buffer> {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', line], { encoding, timeout: 10_000 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout as string & Buffer),
    )
  })
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
type Get = (path: string) => Promise<any>

describe('vertice demo', () => {
  let demo: RunningDemo
  beforeAll(async () => {
    demo = new RunningDemo(['--verbose', '--log'])
    await demo.says('credential why')
  }, START_TIMEOUT_MS)
  afterAll(() => demo.interrupt())

  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  const paste = async (part: string): Promise<any> =>
    JSON.parse(await shell(demo.lines('curl').find((line) => line.includes(part))!))
  const api = async (path: string) => {
    const headers = { authorization: `Bearer ${demo.find(/^ {2}token +(\S+)/m)}` }
    // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
    return (await fetch(demo.find(/^ {2}endpoint +(\S+)/m) + path, { headers })).json() as Promise<any>
  }
  /** Signs in to the console and returns a function that reads from it. */
  const signIn = async (who: string): Promise<Get> => {
    const origin = new URL(demo.find(/^ {2}Console +(\S+)/m)).origin
    const body = JSON.stringify({ email: `${who}@demo.example`, password: demo.find(/^ {2}Password +(\S+)/m) })
    const headers = { 'content-type': 'application/json', origin }
    const response = await fetch(`${origin}/console/api/login`, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    return async (path) => {
      const answer = await fetch(`${origin}/console/api${path}`, { headers: { cookie } })
      return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text()
    }
  }
  const casterPort = () => Number(demo.find(/ntrip:\/\/127\.0\.0\.1:(\d+) /))
  const login = (mountpoint: string) => {
    const [username, password] = demo.find(new RegExp(`str2str -in ntrip://(\\S+)@\\S+/${mountpoint} `)).split(':')
    return { username: username!, password: password! }
  }

  it('introduces itself from the first line and prints only working addresses', async () => {
    expect(demo.output).toMatch(/^Vértice demo: a simulated network/)
    expect(demo.output.split('\n').find((line) => line.includes('is ready'))).toContain(NETWORK_NAME)
    expect(demo.lines('curl')).toHaveLength(6)
    for (const page of ['Console', 'Status page', 'Shop', 'API docs'])
      expect((await fetch(demo.find(new RegExp(`^ {2}${page} +(\\S+)`, 'm')))).status, page).toBe(200)
    expect((await fetch(demo.find(/^ {2}metrics +(\S+)/m))).status).toBe(200)
    expect(demo.output).not.toMatch(/warning|"level"/i)
  })

  it('shows sixty days of one station and realistic outages of another', async () => {
    await until(async () => (await paste('/health')).salud.telemetria) // takes a few seconds after the first epoch
    const { uptime, salud } = await paste('/health')
    expect(uptime.historial).toHaveLength(60)
    expect(uptime.uptime_pct).toBeGreaterThan(99)
    expect(salud).toMatchObject({ telemetria: true, salud_pct: expect.any(Number), sats: expect.any(Number) })
    const { stations } = await api('/stations')
    const { id } = stations.find(({ codigo }: { codigo: string }) => codigo === 'VERA')
    const poor = await api(`/stations/${id}/health`)
    expect(poor.uptime.uptime_pct).toBeLessThan(99)
    expect(poor.uptime.uptime_pct).toBeGreaterThan(85)
    expect(poor.cambios.length).toBeGreaterThan(20)
  })

  it('selects the network inside a triangle, one base near it, and nothing at sea', async () => {
    expect(await paste('/vrs?')).toMatchObject({ modo: 'vrs', mountpoint: 'RED_SIM', cobertura: true })
    expect(await api('/vrs?lat=20.68&lng=-103.35')).toMatchObject({ modo: 'base', mountpoint: 'GUAD_SIM' })
    expect(await api('/vrs?lat=23&lng=-92')).toMatchObject({ modo: 'ninguno' })
  })

  it('has a few hundred credentials, in every state and of both kinds', async () => {
    const { credentials } = await api('/credentials?limit=1000')
    expect(credentials.length).toBeGreaterThan(150)
    const count = (holds: (credential: { estado: string; vigente: boolean; tipo: string }) => boolean) =>
      credentials.filter(holds).length
    expect(count(({ estado, vigente }) => estado === 'activa' && vigente)).toBeGreaterThan(30)
    expect(count(({ estado, vigente }) => estado === 'activa' && !vigente)).toBeGreaterThan(5)
    expect(count(({ estado }) => estado === 'expirada')).toBeGreaterThan(50)
    expect(count(({ estado }) => estado === 'revocada')).toBeGreaterThan(5)
    expect(count(({ tipo }) => tipo === 'red')).toBeGreaterThan(50)
    for (const { label } of credentials) expect(label).not.toMatch(/simulated/i)
    expect((await paste('estado=expirada')).credentials).toHaveLength(5)
  })

  it('issues a credential with the printed command, and the receiver gets the signed webhook', async () => {
    const since = new Date().toISOString()
    expect((await paste('-d')).credential).toMatchObject({ tipo: 'base', estado: 'activa', vigente: true })
    const [{ id }] = (await api('/webhooks')).webhooks
    // The receiver responds with 401 to a wrong signature. It prints what it received once a minute, and another event
    // may have been first.
    await until(async () => {
      const { entregas } = await api(`/webhooks/${id}/entregas?limit=100`)
      return entregas.some(
        ({ evento, estado, creada_at }: { evento: { type: string }; estado: string; creada_at: string }) =>
          evento.type === 'credential.issued' && estado === 'entregada' && creada_at >= since,
      )
    }, START_TIMEOUT_MS)
    await demo.says(/webhooks received so far: .*every signature verified/)
    const [webhook] = (await api('/webhooks')).webhooks
    expect(webhook).toMatchObject({ activo: true, fallos_consecutivos: 0 })
  })

  it('sends corrections to the printed command, in complete frames from the first byte', async () => {
    const line = demo.lines('curl').find((text) => text.includes('_SIM --output'))!
    const [shown, bytes] = await Promise.all([shell(line), shell(line.replace(/\| od .*/, ''), 'buffer')])
    expect(shown).toMatch(/^0+ d3 /)
    const types: number[] = []
    new FrameReader((_, type) => types.push(type)).push(bytes)
    expect(types).toContain(1077)
  })

  it.each(['CDMX_SIM', 'RED_SIM'])(
    'serves a rover that connects to %s with the printed credential',
    async (mountpoint) => {
      const start = { lat: 19.18, lng: -99.38, height: 2900 }
      const place = { host: '127.0.0.1', port: casterPort(), mountpoint, revision: 2 as const, start }
      const rover = new SimulatedRover({ ...place, credentials: login(mountpoint) })
      onTestFinished(() => rover.stop())
      rover.start()
      await until(() => rover.received.frames >= 4)
    },
  )

  it.skipIf(lacks('RTKLIB at the demo', 'str2str'))('serves RTKLIB with the printed commands', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vertice-str2str-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const files = demo.lines('str2str').map((line, index) => {
      const file = join(dir, String(index))
      const child = spawn('bash', ['-c', `exec ${line.replace('/dev/null', file)}`], { stdio: 'ignore' })
      onTestFinished(() => void child.kill())
      return file
    })
    expect(files).toHaveLength(2)
    await until(() => files.every((file) => existsSync(file) && statSync(file).size > 500))
  })

  it('supports the printed operator commands', async () => {
    const more = { DATA_DIR: demo.dataDir }
    const sessions = await vertice(demo.dataDir, ['session', 'list'], more)
    expect(sessions.stdout.split('\n').filter((line) => line.includes('live')).length).toBeGreaterThanOrEqual(14)
    const why = await vertice(demo.dataDir, ['credential', 'why', demo.find(/credential why (\S+)/)], more)
    expect(why.stdout).toMatch(/expired/)
  })

  it('shows 24 measured stations, and three of an external caster', async () => {
    const statusOf = async (code: string) =>
      (await paste('/stations -H')).stations.find(({ codigo }: { codigo: string }) => codigo === code).status
    await until(async () => (await statusOf(LOSES_EPOCHS)) === 'degraded')
    // On a machine too busy to send every epoch, a station really is degraded and needs 30 good seconds to recover.
    await until(async () => (await statusOf('CDMX')) === 'online', 90_000)
    expect(await statusOf(IN_MAINTENANCE)).toBe('maintenance')
    const { stations } = await paste('/stations -H')
    const isExternal = ({ codigo }: { codigo: string }) => codigo.startsWith('BN_')
    expect(stations).toHaveLength(27)
    expect(stations.filter(isExternal)).toHaveLength(3)
    for (const { nombre } of stations) expect(nombre).not.toMatch(/simulated/i)
    for (const station of stations.filter((one: { codigo: string }) => !isExternal(one)))
      expect(station.telemetria).toBe(true)
    const states = new Set(stations.map((station: { estado_mx: string }) => station.estado_mx))
    expect(states.size).toBeGreaterThan(12)
  }, 120_000)

  it('has three organizations, of which a reseller sees one, with its failing webhook', async () => {
    const [admin, reseller] = [await signIn('admin'), await signIn('reseller')]
    const names = async (get: Get) => (await get('/owners')).owners.map(({ name }: { name: string }) => name).sort()
    expect(await names(admin)).toEqual(['AgroNorte', NETWORK_NAME, 'Bajío Geomática'].sort())
    expect(await names(reseller)).toEqual(['Bajío Geomática'])
    await until(async () => (await reseller('/webhooks')).webhooks[0].state === 'failing')
    expect((await reseller('/webhooks')).webhooks).toHaveLength(1)
    expect((await admin('/webhooks')).webhooks).toHaveLength(2)
    const count = async (get: Get) => (await get('/credentials/matching')).count
    expect(await count(reseller)).toBeLessThan((await count(admin)) / 2)
    const labels = async (get: Get) =>
      (await get('/sessions')).sessions.map(({ label }: { label: string | null }) => label)
    expect(await labels(reseller)).toContain('Rover Xochimilco')
    expect(await labels(reseller)).not.toContain('Rover Coyoacán')
  })

  it.skipIf(lacksChromium('the demo in a browser'))(
    'shows a reseller one organization, under the banner',
    async () => {
      const context = await (await sharedBrowser()).newContext({ locale: 'es-MX' })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.goto(`${demo.find(/^ {2}Console +(\S+)/m)}people/owners`)
      await page.locator('input[name=email]').fill('reseller@demo.example')
      await page.locator('input[name=password]').fill(demo.find(/^ {2}Password +(\S+)/m))
      await page.locator('button[type=submit]').click()
      await page.locator('#content').getByText('Bajío Geomática').first().waitFor()
      await page.getByText('Red simulada').waitFor()
      const shown = await page.locator('#content').innerText()
      expect(shown).not.toMatch(/AgroNorte|simulated|simulad/i)
    },
    120_000,
  )

  it('shows groups, derived mountpoints, an external caster, an incident and an order to review', async () => {
    const admin = await signIn('admin')
    expect((await admin('/groups')).groups.map(({ name }: { name: string }) => name)).toContain('Bajío')
    expect((await admin('/mountpoints')).mountpoints.length).toBeGreaterThanOrEqual(4)
    expect((await admin('/upstreams')).upstreams).toMatchObject([{ name: 'BajaNet', offered: 3 }])
    expect((await admin('/incidents')).incidents).toHaveLength(2)
    expect((await admin('/orders?problem=true')).orders).toMatchObject([{ paymentProblem: 'wrong_amount' }])
  })

  it('marks exports and mails as simulated', async () => {
    const [head, first] = (await (await signIn('admin'))('/credentials.csv')).split('\r\n')
    expect(head).toMatch(/,simulated$/)
    expect(first).toMatch(/,true$/)
    await demo.says(/a mail to .* would have been sent/)
    expect(readFileSync(join(demo.dataDir, 'mails', '1.eml'), 'utf8')).toMatch(/^Subject: .*Demo/m)
  })

  it('stops on Ctrl-C with exit code 0 and leaves no database and no data', async () => {
    const { dataDir } = demo
    const postmaster = postmasterOf(dataDir)!
    expect(postmaster).not.toBeNull()
    expect(await demo.interrupt()).toBe(0)
    expect(demo.output).toMatch(/the data was deleted\n$/)
    expect([isAlive(postmaster), existsSync(dataDir)]).toEqual([false, false])
  })
})

describe('vertice demo under unusual conditions', () => {
  const demoDirs = () => readdirSync(tmpdir()).filter((name) => name.startsWith('vertice-demo-'))

  it('uses and reports another port if one is in use, and leaves nothing when interrupted during the start', async () => {
    const before = demoDirs()
    const taken = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
    })
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as { port: number }
    const demo = new RunningDemo(['--verbose'], { PORT: String(port) })
    await demo.says('creating the database')
    expect(demo.output).toMatch(new RegExp(`port ${port} is in use here: \\d+ instead \\(PORT sets another\\)`))
    expect(await demo.interrupt()).toBe(0)
    expect(demoDirs()).toEqual(before)
  })

  it('requires an empty data directory and an address of this machine', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vertice-kept-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    writeFileSync(join(dir, 'something'), '')
    const refused = await vertice(dir, ['demo', '--data-dir', dir])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') })
    const nowhere = await vertice(dir, ['demo'], { HOST: '192.0.2.1' })
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot listen on 192.0.2.1') })
  })
})

describe('the demo data', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 14, hour, 59, 30)))

  it.each(hours)('has credentials in every state at %s, none issued or revoked in the future', (now) => {
    const plans = planCredentials(now)
    const counts = { scheduled: 0, inForce: 0, expired: 0, revoked: 0 }
    for (const { request, issuedAt, revokedAt } of plans) {
      expect(issuedAt < now && (revokedAt === null || (revokedAt > issuedAt && revokedAt < now))).toBe(true)
      const startsAt = new Date(request.startsAt ?? issuedAt)
      const times = { startsAt, expiresAt: endOf(startsAt, request.validitySeconds), revokedAt, suspendedAt: null }
      if (stateAt(times, now) !== 'active') counts[stateAt(times, now) as 'expired' | 'revoked'] += 1
      else counts[inForceAt(times, now) ? 'inForce' : 'scheduled'] += 1
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10)
  })

  it('derives the health of a day from its epochs', () => {
    for (const day of stationHistory('VERA', 'poor', hours[0]!).days) {
      const row = dayWrite(1, day)
      if (row.minutesUp === 0) expect(row.healthPct).toBeNull()
      else expect(row.healthPct).toBe(Math.floor((row.epochsReceived * 1000) / row.epochsExpected) / 10)
    }
  })
})
