// Vértice in front of an upstream caster, each in its own processes, and each killed with kill -9. Rovers wait while
// the upstream is down and reconnect when the front is back. The front never opens two connections to one mountpoint.
import { expect } from 'vitest'
import { framesIn } from '../../packages/rtcm/test/support/epochs.ts'
import { PlainCaster, strLine } from '../caster/plain-caster.ts'
import { Authority } from '../support/authority.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { casterPortOf, importStation, issueLogins, STATION, startBase } from '../support/casters.ts'
import { selfSigned } from '../support/certificate.ts'
import { command } from '../support/command.ts'
import { concurrently, onTestFinished } from '../support/concurrent.ts'
import { figureAt } from '../support/figures.ts'
import { withFixed } from '../support/fixed-values.ts'
import { lastingPort } from '../support/ports.ts'
import { makeDataDir, makeMigratedDataDir, makeToken, RunningService, until, vertice } from '../support/process.ts'

const TIMEOUT_MS = 90_000
const SETTINGS = { CASTER_PULL_ALLOW: '127.0.0.0/8', ...withFixed({ casterGraceSeconds: 3 }) }

/** The upstream caster, as seen from outside. */
interface Behind {
  readonly url: string
  readonly mountpoint: string
  connections(): Promise<number> | number
  kill(): Promise<void>
  start(): Promise<unknown>
}

/** The caster in front. It is killed and restarts on the same port. */
class Front {
  readonly dataDir = makeMigratedDataDir()
  readonly #port: number
  readonly #mountpoint: string
  #service: RunningService | null = null

  private constructor(port: number, mountpoint: string) {
    this.#port = port
    this.#mountpoint = mountpoint
  }

  static async before({ url, mountpoint }: Behind): Promise<Front> {
    const front = new Front(await lastingPort(), `B_${mountpoint}`)
    await front.start()
    onTestFinished(async () => void (await front.#service!.stop()))
    await front.command('upstream', 'add', 'BEHIND', url, '--prefix', 'B_')
    // Vértice lists only mountpoints that are online.
    await until(async () => {
      const { offered } = await front.state()
      if (offered === 0) await front.command('upstream', 'ask', 'BEHIND')
      return offered > 0
    }, TIMEOUT_MS)
    return front
  }

  async start(): Promise<void> {
    this.#service = await RunningService.start(this.dataDir, { ...SETTINGS, CASTER_PORT: String(this.#port) })
  }

  kill = () => this.#service!.killGroup()

  async command(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await command(this.dataDir, args, SETTINGS)
    expect(code, stderr).toBe(0)
    return stdout
  }

  state = async () => JSON.parse(await this.command('upstream', 'show', 'BEHIND', '--json'))

  async logins(count: number): Promise<Login[]> {
    const token = await makeToken(this.dataDir, SETTINGS)
    const body = JSON.stringify({
      credentials: Array(count).fill({ segundos: 86_400, station_codigo: this.#mountpoint }),
    })
    const { credentials } = await this.#service!.json('/api/v1/credentials/batch', token, { method: 'POST', body })
    return credentials
  }

  dial({ usuario, password }: Login): Promise<Peer> {
    return Peer.open(this.#port, rev1Request(this.#mountpoint, usuario, password))
  }

  async rover(login: Login): Promise<Peer> {
    const peer = await this.dial(login)
    onTestFinished(() => peer.close())
    await peer.until('ICY 200 OK\r\n\r\n')
    peer.received = Buffer.alloc(0)
    await hears(peer)
    return peer
  }

  why = ({ usuario }: Login) => this.command('credential', 'why', usuario)
}

interface Login {
  readonly usuario: string
  readonly password: string
}

async function hears(peer: Peer): Promise<void> {
  const before = peer.received.length
  await until(() => peer.received.length > before + 2, TIMEOUT_MS)
}

async function playKills(behind: Behind): Promise<void> {
  const front = await Front.before(behind)
  const [one, other, late] = (await front.logins(3)) as [Login, Login, Login]
  const rovers = [await front.rover(one), await front.rover(other)]
  expect(await behind.connections()).toBe(1)

  await behind.kill()
  await until(async () => (await front.why(one)).includes('sends no data; the session stays open'), TIMEOUT_MS)
  await until(async () => (await refusal(front, late)).startsWith('HTTP/1.'), TIMEOUT_MS)
  await until(async () => !(await front.state()).answers, TIMEOUT_MS)
  expect(rovers.map(({ closedAt }) => closedAt)).toEqual([null, null])
  await behind.start()
  for (const rover of rovers) await hears(rover)
  await until(async () => (await front.why(one)).includes('sends data again'), TIMEOUT_MS)
  await until(async () => (await front.state()).answers, TIMEOUT_MS)
  expect(rovers.map(({ closedAt, received }) => [closedAt, framesIn(received).skippedBytes])).toEqual([
    [null, 0],
    [null, 0],
  ])
  expect(await behind.connections()).toBe(1)

  await front.kill()
  await until(async () => (await behind.connections()) === 0, TIMEOUT_MS)
  await front.start()
  const again = [await front.rover(one), await front.rover(late)]
  expect(await behind.connections()).toBe(1)
  expect(again.map(({ received }) => framesIn(received).skippedBytes)).toEqual([0, 0])
}

async function refusal(front: Front, login: Login): Promise<string> {
  const peer = await front.dial(login)
  await until(() => peer.received.length > 0)
  peer.close()
  return peer.text
}

concurrently(
  'connects over TLS to an upstream with a valid certificate, and rejects a self-signed or expired one',
  async () => {
    const authority = new Authority()
    const casters = {
      RIGHT: authority.sign('right', 1),
      OWN: selfSigned(),
      EXPIRED: authority.sign('expired', -1),
    }
    const dataDir = makeMigratedDataDir()
    const settings = { ...SETTINGS, NODE_EXTRA_CA_CERTS: authority.file }
    const service = await RunningService.start(dataDir, settings)
    onTestFinished(async () => void (await service.stop()))
    const listed = async () => {
      const { stdout } = await command(dataDir, ['upstream', 'list', '--json'], settings)
      return Object.fromEntries(JSON.parse(stdout).map((one: { name: string; state: string }) => [one.name, one.state]))
    }
    for (const [name, certificate] of Object.entries(casters)) {
      const plain = await new PlainCaster([strLine('ALFA')], certificate).start()
      onTestFinished(() => plain.kill())
      const args = ['upstream', 'add', name, plain.url, '--prefix', `${name}_`]
      expect((await vertice(dataDir, args, settings)).stderr).toBe('')
      await until(async () => !/not asked/.test((await listed())[name]), TIMEOUT_MS)
    }
    expect(await listed()).toEqual({
      RIGHT: 'online',
      OWN: expect.stringMatching(/unavailable: .*self-signed certificate/),
      EXPIRED: expect.stringMatching(/unavailable: .*certificate has expired/),
    })
    // The streams use the same TLS settings.
    const token = await makeToken(dataDir, settings)
    const body = JSON.stringify({ segundos: 3600, station_codigo: 'RIGHT_ALFA' })
    const { credential } = await service.json('/api/v1/credentials', token, { method: 'POST', body })
    const request = rev1Request('RIGHT_ALFA', credential.usuario, credential.password)
    const rover = await Peer.open(casterPortOf(service.output), request)
    onTestFinished(() => rover.close())
    await rover.until('ICY 200 OK\r\n\r\n')
    await hears(rover)
  },
  { timeout: 180_000 },
)

concurrently(
  'recovers from kill -9 of a Vértice upstream, and of the Vértice in front',
  async () => {
    const dataDir = makeDataDir() // a different network from the copy in front
    const port = await lastingPort()
    let service = await RunningService.start(dataDir, { CASTER_PORT: String(port) })
    await importStation(dataDir)
    const base = await startBase(dataDir, casterPortOf(service.output))
    onTestFinished(async () => {
      base.stop()
      await service.stop()
    })
    const [login] = await issueLogins(service, dataDir, 1)
    await playKills({
      url: `ntrip://${login}@127.0.0.1:${port}`,
      mountpoint: STATION.mountpoint,
      connections: async () => (await figureAt(service.metricsUrl, 'vertice_caster_rovers')) ?? 0,
      kill: () => service.killGroup(),
      async start() {
        service = await RunningService.start(dataDir, { CASTER_PORT: String(port) })
      },
    })
  },
  { timeout: 300_000 },
)

concurrently(
  'recovers from kill -9 of a plain rev1 upstream, and of the Vértice in front',
  async () => {
    const plain = await new PlainCaster([strLine('ALFA')]).start()
    onTestFinished(() => plain.kill())
    await playKills({
      url: plain.url,
      mountpoint: 'ALFA',
      connections: () => plain.streams('ALFA'),
      kill: () => plain.kill(),
      start: () => plain.start(),
    })
  },
  { timeout: 300_000 },
)

concurrently(
  'the command says that a login is refused, which no sourcetable does, and saves it all the same',
  async () => {
    const plain = await new PlainCaster([strLine('ALFA')]).start()
    onTestFinished(() => plain.kill())
    const dataDir = makeMigratedDataDir()
    const upstream = (...args: string[]) => command(dataDir, ['upstream', ...args], SETTINGS)
    const added = await upstream('add', 'OLD', plain.url.replace('s%40cret', 'wrong'))
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect(added.stdout).toContain('external caster OLD added')
    expect(added.stdout).toContain('it rejects the login: rejected: username or password (HTTP/1.0 401 Unauthorized)')
    const changed = await upstream('set', 'OLD', '--url', plain.url)
    expect(changed.stdout).toContain('ALFA opened with this login')
    expect((await upstream('set', 'OLD', '--prefix', 'O_')).stdout).toBe('external caster OLD changed\n')
    expect((await upstream('show', 'OLD')).stdout).toMatch(/failing +0/)
    const mountpoint = (...args: string[]) => upstream('mountpoint', 'OLD', 'NONE', ...args)
    expect((await mountpoint('--gga', 'maybe')).stderr).toContain('--gga must be yes, no or none')
    expect((await mountpoint('--position', '19.4')).stderr).toContain('--position must look like 19.43,-99.13')
    expect(await mountpoint('--hidden', 'yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('NONE') })
  },
)
