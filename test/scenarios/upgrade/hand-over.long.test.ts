// A service is exchanged under clients that ask without a pause, and under a base and a rover: nobody is refused, and the stream is back at once.
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { casterPortOf, castersOf, importStation, issueLogins, STATION, startBase } from '../../support/casters.ts'
import { Devices } from '../../support/devices.ts'
import { figureAt } from '../../support/figures.ts'
import { lacks, skipped } from '../../support/needs.ts'
import { lastingPort } from '../../support/ports.ts'
import { isAlive, makeMigratedDataDir, RunningService, startProcess, until, vertice } from '../../support/process.ts'
import { keepAsking } from './asking.ts'
import { makeRelease } from './release.ts'

const isLinux = process.platform === 'linux'
if (!isLinux) skipped('handing over to the next process', 'only Linux lets two processes share a port')

const PATIENCE_MS = 60_000
const ROVERS = 20

async function start(more: Record<string, string> = {}, checkout?: string): Promise<[RunningService, string]> {
  const dataDir = makeMigratedDataDir()
  const settings = { CASTER_PORT: String(await lastingPort()), ...more }
  const service = await RunningService.ready(startProcess(dataDir, settings, checkout ? { checkout } : {}))
  onTestFailed(() => console.log(service.output.join('\n'), service.log.slice(-30).join('')))
  onTestFinished(async () => {
    if (isAlive(service.child.pid!)) await service.killGroup()
  })
  return [service, dataDir]
}

const said = (service: RunningService, words: string) =>
  service.output.join('\n').split(words).length - 1 + (service.log.join('').split(words).length - 1)

/** The process that serves now, by what its predecessor said. */
const servingOf = ({ output }: RunningService): number =>
  Number(Array.from(output.join('\n').matchAll(/hand-over: process (\d+) serves/g)).at(-1)![1])

async function handOver(service: RunningService): Promise<number> {
  const before = said(service, 'hand-over: done')
  service.child.kill('SIGUSR2')
  await until(() => said(service, 'hand-over: done') > before, PATIENCE_MS)
  return servingOf(service)
}

describe.skipIf(!isLinux)('a service that hands over to its next process', () => {
  it('refuses and resets no request, and its rover hears its base again within seconds; twice', async () => {
    const [service, dataDir] = await start()
    const first = service.child.pid!
    await importStation(dataDir)
    const port = casterPortOf(service.output)
    const base = await startBase(dataDir, port)
    onTestFinished(() => base.stop())
    const rover = new Devices({
      port,
      mountpoint: STATION.mountpoint,
      logins: await issueLogins(service, dataDir, 1),
      retryMs: 200,
      patienceMs: 15_000,
    })
    onTestFinished(() => rover.stop())
    await until(() => rover.fare.in === 1)
    const asking = keepAsking(service.url)
    onTestFinished(() => asking.stop())
    const watching = keepAsking(new URL(service.metricsUrl).origin, 1) // neither who starts nor who leaves may say that it is not ready
    onTestFinished(() => watching.stop())
    await until(() => asking.answered.fresh > 200 && asking.answered.kept > 200, PATIENCE_MS)
    const [oldCaster] = castersOf(first)

    const second = await handOver(service)
    expect(isAlive(oldCaster!)).toBe(false)
    await until(() => rover.fare.lost > 0 && rover.fare.in === 1)
    const sent = () => figureAt(service.metricsUrl, 'vertice_caster_sent_bytes_total')
    const before = (await sent())! // of the new caster, which counts from nothing
    await until(async () => (await sent())! > before + 500)
    expect(base.epochs.sent).toBeGreaterThan(1)

    const third = await handOver(service)
    expect(new Set([first, second, third]).size).toBe(3)
    // Its first process is the parent of the second, and a small one now: an ended child is kept in its list, and nothing else of it.
    const isGone = (pid: number) => !isAlive(pid) || /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    await until(() => isGone(second))
    expect(Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${first}/status`, 'utf8'))![1])).toBeLessThan(30_000)
    await until(() => rover.fare.in === 1)
    const { fresh, kept } = asking.answered
    await until(() => asking.answered.fresh > fresh + 50 && asking.answered.kept > kept + 50, PATIENCE_MS)
    await asking.stop()
    console.log(`two hand-overs under ${asking.answered.fresh + asking.answered.kept} requests`)
    expect(asking.failures).toEqual({})
    await watching.stop()
    expect(watching.failures).toEqual({})

    expect(await vertice(dataDir, ['node', 'list'])).toMatchObject({ stdout: expect.not.stringContaining('lost') })
    expect(await service.stop()).toBe(0)
    await until(() => !isAlive(third))
    await expect(fetch(`${service.url}/livez`)).rejects.toThrow()
  }, 300_000)

  it('goes on as it was where the next one does not come up, and says why; then takes the settings that were mended', async () => {
    const release = await makeRelease()
    const [service, dataDir] = await start({ LOG_LEVEL: 'warn' }, release.folder)
    release.set('DATABASE_POOL=many\n')
    const asking = keepAsking(service.url)
    onTestFinished(() => asking.stop())
    service.child.kill('SIGUSR2')
    await until(() => said(service, 'the service goes on as it was') === 1, PATIENCE_MS)
    expect(service.log.join('')).toMatch(/hand-over failed, the service goes on as it was: DATABASE_POOL: /)

    release.set('NODE_NAME=mended\n')
    release.becomeVersion('99.1.0')
    const next = await handOver(service)
    await asking.stop()
    expect(asking.failures).toEqual({})
    const { stdout } = await vertice(dataDir, ['node', 'list', '--json'])
    const nodes: object[] = JSON.parse(stdout)
    expect(nodes).toMatchObject(nodes.map(() => ({ name: expect.stringMatching(/^mended/), version: '99.1.0' })))
    expect(nodes).not.toHaveLength(0)

    // Whoever kills the one that serves has ended the service: the first process says so, for its manager to start it again.
    const ended = service.exited()
    process.kill(next, 'SIGKILL')
    expect(await ended).toBe(1)
    expect(service.log.join('')).toContain('the process that served has ended by itself')
  }, 300_000)

  it.skipIf(lacks('handing over several casters', 'nats-server'))(
    'hands over several casters, and lets no second service onto its ports, before and after',
    async () => {
      const [service, dataDir] = await start({ CASTER_PROCESSES: '2' })
      await importStation(dataDir)
      const casterPort = casterPortOf(service.output)
      const base = await startBase(dataDir, casterPort)
      onTestFinished(() => base.stop())
      const rovers = new Devices({
        port: casterPort,
        mountpoint: STATION.mountpoint,
        logins: await issueLogins(service, dataDir, ROVERS),
        retryMs: 500,
        patienceMs: 15_000,
      })
      onTestFinished(() => rovers.stop())
      await until(() => rovers.fare.in === ROVERS, PATIENCE_MS)
      const { port } = new URL(service.url)
      const refuseAnother = async () => {
        for (const [setting, taken] of [
          ['PORT', port],
          ['CASTER_PORT', String(casterPort)],
        ] as const) {
          const { code, stderr } = await vertice(dataDir, ['start'], { [setting]: taken })
          expect({ code, stderr }).toMatchObject({
            code: 1,
            stderr: expect.stringContaining(`port ${taken} on 127.0.0.1 is in use`),
          })
        }
      }
      await refuseAnother()
      const serving = await handOver(service)
      await until(() => rovers.fare.lost >= ROVERS && rovers.fare.in === ROVERS, PATIENCE_MS)
      expect(await figureAt(service.metricsUrl, 'vertice_caster_rovers')).toBe(ROVERS)
      expect(castersOf(serving)).toHaveLength(2)
      await refuseAnother()
      expect((await service.call('/readyz')).status).toBe(200)
      // Without its keeper nobody would stop it: it stops by itself, and leaves nothing behind.
      const [, line] = /keeper\.js\0(\S+?)\0/.exec(readFileSync(`/proc/${service.child.pid}/cmdline`, 'utf8'))!
      service.child.kill('SIGKILL')
      await until(() => !isAlive(serving), PATIENCE_MS)
      expect(existsSync(dirname(line!))).toBe(false)
    },
    300_000,
  )
})
