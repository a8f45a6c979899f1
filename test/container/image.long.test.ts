// The image as operators run it: as a numeric user, on a read-only root, with one volume and 256 MB; then a console, a
// credential, a rover; a killed database; a stop, and a restart with all data.
import { statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePorts } from '../../src/demo/ports.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { databaseUrlOf, onDatabase } from '../support/external-database.ts'
import { lacks, skipped } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { makeDatabase } from '../support/service.ts'
import { isNightly, nightly } from '../support/size.ts'
import { type Container, Engine } from './engine.ts'

const WHAT = 'the container image'
const isRoot = process.getuid?.() === 0
if (isNightly && !isRoot) skipped(WHAT, 'an engine with storage of its own takes root')
const cannot = isNightly && (!isRoot || lacks(WHAT, 'podman', 'runc', 'mmdebstrap', 'npm'))

/** A user id that exists neither here nor in the image. */
const SOMEBODY = '23456:0'
const ANY_PORT = { host: '0.0.0.0', port: 0 }
const MINUTES = 60_000

// Building the base and the image takes over a minute, a container engine and Debian packages. Every run of the long
// tests covers the parts: the Dockerfile (lint.long.test.ts) and the installed release under the same limits
// (test/release).
describe.skipIf(cannot || !isNightly)(nightly('the image'), () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await Engine.withImage()
  }, 10 * MINUTES)
  afterAll(() => engine?.remove(), 2 * MINUTES)

  it('contains the service and its dependencies, and no build tools', async () => {
    const { Config } = await engine.inspect()
    expect(Config).toMatchObject({ User: '10001:0', Volumes: { '/data': {} }, WorkingDir: '/data', Cmd: ['start'] })
    expect(await engine.runOnce('vertice', '--version')).toMatch(/^\d+\.\d+\.\d+$/)
    const code = '/usr/local/lib/node_modules/vertice'
    const folders = `/* /opt/* ${code}/* ${code}/node_modules/*`
    const listed = await engine.runOnce('sh', '-c', `ls -d ${folders} 2>/dev/null || true`)
    expect(listed).toContain(`${code}/app\n`)
    expect(listed).not.toMatch(/^\/build$|^\/opt\/|\.tgz$|\/node-linux-/m)
  })

  describe('run by an unnamed user, with 256 MB and one volume', () => {
    let ports: { api: number; caster: number; metrics: number }
    let container: Container
    let token: string
    const url = () => `http://127.0.0.1:${ports.api}`
    const start = async (memory: string) => {
      const settings = { PORT: ports.api, CASTER_PORT: ports.caster, METRICS_PORT: ports.metrics }
      const texts = Object.fromEntries(Object.entries(settings).map(([name, port]) => [name, String(port)]))
      container = await engine.start(SOMEBODY, texts, [`--memory=${memory}`, '--volume=kept:/data'])
      await until(async () => (await container.said()).includes('is ready'), 2 * MINUTES)
    }
    const credentials = async () => {
      const answer = await fetch(`${url()}/api/v1/credentials`, { headers: { authorization: `Bearer ${token}` } })
      return ((await answer.json()) as { credentials: { usuario: string }[] }).credentials
    }

    beforeAll(async () => {
      ports = await freePorts({ api: ANY_PORT, caster: ANY_PORT, metrics: ANY_PORT })
      await start('256m')
    })

    it('is healthy, and serves the console', async () => {
      await until(() => container.isHealthy())
      const page = await fetch(`${url()}/console/`)
      expect(page.status).toBe(200)
      const [, script] = /src="(\/assets\/[^"]+)"/.exec(await page.text())!
      expect((await fetch(url() + script)).status).toBe(200)
      const invited = await container.exec('vertice', 'admin', 'create', '--email', 'ana@example.mx')
      expect(invited).toMatch(/http:\/\/\S+\/console\/\S+#\S+/)
    })

    it('forwards a base to a rover with its first credential', async () => {
      const scopes = ['--scopes', 'read,provision,revoke']
      token = await container.exec('vertice', 'token', 'create', '--owner', 'Red', '--name', 'x', ...scopes)
      const place = ['--lat', '20.67', '--lng', '-103.35', '--mountpoint', 'GUAD']
      await container.exec('vertice', 'station', 'add', '--code', 'GUAD', '--name', 'Guadalajara', ...place)
      const secret = (await container.exec('vertice', 'station', 'secret', 'GUAD')).split('\n').at(-1)
      const issued = await fetch(`${url()}/api/v1/credentials`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ segundos: 3600, station_codigo: 'GUAD' }),
      })
      expect(issued.status).toBe(201)
      const { credential } = (await issued.json()) as { credential: { usuario: string; password: string } }
      const base = await letIn(() => Peer.open(ports.caster, `SOURCE ${secret} /GUAD\r\n\r\n`))
      const position = { lat: 20.67, lng: -103.35, height: 1560 }
      const stream = new StationStream(new Sky(), { code: 'GUAD', stationId: 1, position, constellations: ['GPS'] })
      const sent: Buffer[] = []
      const beat = setInterval(() => {
        sent.push(stream.epoch(1000 * Math.floor(Date.now() / 1000)))
        base.write(sent.at(-1)!)
      }, 1000)
      onTestFinished(() => {
        clearInterval(beat)
        base.close()
      })
      const rover = await letIn(() =>
        Peer.open(ports.caster, rev1Request('GUAD', credential.usuario, credential.password)),
      )
      await until(() => sent.some((epoch) => rover.received.includes(epoch)))
      rover.close()
    })

    it('restarts a killed database, and leaves no zombie process', async () => {
      // Until the restart the file has the old pid, or is missing for a moment.
      const server = () => container.exec('head', '-1', '/data/postgres/cluster/postmaster.pid').catch(() => null)
      const killed = await server()
      await container.exec('sh', '-c', `kill -9 ${killed}`)
      await until(async () => ![killed, null].includes(await server()), MINUTES)
      await until(async () => (await fetch(`${url()}/readyz`)).ok, MINUTES)
      const states = await container.exec('sh', '-c', 'cat /proc/[0-9]*/stat')
      expect(states).toMatch(/^1 \(tini\) /m)
      await until(async () => !/^\d+ \(.*\) Z /m.test(await container.exec('sh', '-c', 'cat /proc/[0-9]*/stat')))
    })

    it('stops with exit code 0, without an OOM kill, and restarts with its data', async () => {
      // The paths of cgroup version 1 and version 2.
      const counted = 'cat /sys/fs/cgroup/memory/memory.oom_control /sys/fs/cgroup/memory.events 2>/dev/null || true'
      expect(await container.exec('sh', '-c', counted)).toMatch(/^oom_kill 0$/m)
      expect(await container.stop()).toBe(0)
      expect(await container.said()).toContain('stopping')
      await start('512m') // what a backup needs for its passphrase and a database to verify it
      expect(await credentials()).toHaveLength(1)
    })

    it('creates and verifies a backup beside the running service', async () => {
      await container.exec('sh', '-c', 'echo correct horse battery > /tmp/passphrase')
      const file = '/data/x.vbk'
      expect(await container.exec('vertice', 'backup', file, '--passphrase-file', '/tmp/passphrase')).toContain(file)
      expect(Number(await container.exec('stat', '--format=%s', file))).toBeGreaterThan(1000)
      expect(await container.stop()).toBe(0)
    })
  })

  it.each(['api,worker', 'caster'])('runs %s on an external PostgreSQL, and stores no local data', async (roles) => {
    const { connection, drop } = await makeDatabase()
    onTestFinished(drop)
    const { api, caster, metrics } = await freePorts({ api: ANY_PORT, caster: ANY_PORT, metrics: ANY_PORT })
    const settings = onDatabase(databaseUrlOf({ ...connection, host: '/database' }), {
      ROLES: roles,
      PORT: String(api),
      CASTER_PORT: String(caster),
      METRICS_PORT: String(metrics),
    })
    // The socket of the test database server, for its user.
    const options = [`--volume=${connection.host}:/database`, '--tmpfs=/data']
    const container = await engine.start(`${statSync(connection.host!).uid}:0`, settings, options)
    await until(async () => (await container.said()).includes('is ready'), MINUTES)
    await until(() => container.isHealthy())
    expect(await container.exec('ls', '-A', '/data')).toBe('')
    expect(await container.stop()).toBe(0)
  })
})

/** Retries, because a caster learns of a new station or credential within seconds. */
async function letIn(open: () => Promise<Peer>): Promise<Peer> {
  let found: Peer | null = null
  await until(async () => {
    const peer = await open()
    await until(() => peer.text.includes('\r\n') || peer.closedAt !== null)
    if (peer.text.startsWith('ICY 200 OK')) found = peer
    else peer.close()
    return found !== null
  }, MINUTES)
  return found!
}
