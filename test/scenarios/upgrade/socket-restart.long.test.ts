import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { casterPortOf, castersOf, importStation, issueLogins, STATION, startBase } from '../../support/casters.ts'
import { Devices } from '../../support/devices.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { lacks, skipped } from '../../support/needs.ts'
import { lastingPort } from '../../support/ports.ts'
import { makeMigratedDataDir, until, vertice } from '../../support/process.ts'
import { keepAsking } from './asking.ts'
import { HeldService } from './held-service.ts'

const WHAT = 'a restart on passed sockets'
const isLinux = process.platform === 'linux'
if (!isLinux) skipped(WHAT, 'only Linux has systemd')
const isImpossible = !isLinux || lacks(WHAT, 'python3')

const TIMEOUT_MS = 90_000
/** Stop and start take about three seconds on an idle machine. */
const LONGEST_WAIT_MS = 30_000
const ROVERS = 50

const at = (port: number) => `127.0.0.1:${port}`
const MISMATCH = /test\.socket does not listen on/

describe.skipIf(isImpossible)('a service on passed sockets', () => {
  it('restarts twice without a refused request, and its base and rovers reconnect', {
    ...measuresTime(),
    timeout: 300_000,
  }, async () => {
    const [port, casterPort] = [await lastingPort(), await lastingPort()]
    const dataDir = makeMigratedDataDir()
    const held = await HeldService.start(dataDir, [at(port), `${at(casterPort)}*8`], {
      PORT: String(port),
      CASTER_PORT: String(casterPort),
    })
    const { service } = held
    expect(casterPortOf(service.output)).toBe(casterPort)
    await importStation(dataDir)
    const base = await startBase(dataDir, casterPort)
    onTestFinished(() => base.stop())
    const rovers = new Devices({
      port: casterPort,
      mountpoint: STATION.mountpoint,
      logins: await issueLogins(service, dataDir, ROVERS),
      retryMs: 500,
      timeoutMs: LONGEST_WAIT_MS,
    })
    onTestFinished(() => rovers.stop())
    await until(() => rovers.fare.in === ROVERS, TIMEOUT_MS)

    for (let turn = 0; turn < 2; turn++) {
      const asking = keepAsking(service.url)
      onTestFinished(() => asking.stop())
      await until(() => asking.answered.fresh > 200 && asking.answered.kept > 200, TIMEOUT_MS)
      const [lost, sent, since] = [rovers.fare.lost, base.epochs.sent, performance.now()]
      await held.restart()
      const tookMs = Math.round(performance.now() - since)
      const { fresh, kept } = asking.answered
      await until(() => asking.answered.fresh > fresh + 50 && asking.answered.kept > kept + 50, TIMEOUT_MS)
      await until(() => rovers.fare.lost >= lost + ROVERS && rovers.fare.in === ROVERS, TIMEOUT_MS)
      const backMs = Math.round(performance.now() - since)
      await until(() => base.epochs.sent > sent + 1, TIMEOUT_MS)
      await asking.stop()
      console.log(
        `restart ${tookMs} ms, all rovers back after ${backMs} ms; ${asking.answered.fresh + asking.answered.kept} requests, longest wait ${Math.round(asking.longestMs)} ms`,
      )
      expect(asking.failures).toEqual({})
      expect(asking.longestMs).toBeLessThan(LONGEST_WAIT_MS)
    }
    // A caster that is killed restarts on the same sockets.
    const { lost } = rovers.fare
    process.kill(castersOf(held.pid)[0]!, 'SIGKILL')
    await until(() => rovers.fare.lost >= lost + ROVERS && rovers.fare.in === ROVERS, TIMEOUT_MS)
    expect(rovers.fare).toMatchObject({ impatient: 0 })
    expect(service.log.join('')).not.toMatch(MISMATCH)
    expect(await service.stop()).toBe(0)
  })

  it('opens a port without a passed socket itself, with a warning; and resets connections while its caster is drained', async () => {
    const [port, held, casterPort] = [await lastingPort(), await lastingPort(), await lastingPort()]
    const dataDir = makeMigratedDataDir()
    const { service } = await HeldService.start(dataDir, [at(held), `${at(casterPort)}*2`], {
      PORT: String(port),
      CASTER_PORT: String(casterPort),
      NODE_NAME: 'node',
    })
    expect(service.log.join('')).toContain(
      `test.socket does not listen on 127.0.0.1 port ${port}, so the service does, and listens on 127.0.0.1 port ${held}, where nothing answers: run \\"vertice service install\\"`,
    )
    expect((await service.call('/readyz')).status).toBe(200)

    expect(await vertice(dataDir, ['node', 'drain', 'node-caster'])).toMatchObject({ code: 0 })
    await until(async () => /node-caster .*drained/.test((await vertice(dataDir, ['node', 'list'])).stdout), TIMEOUT_MS)
    for (let turn = 0; turn < 6; turn++) {
      const socket = connect(casterPort, '127.0.0.1')
      await expect(once(socket, 'data')).rejects.toThrow('ECONNRESET')
    }
    expect(await service.stop()).toBe(0)
  }, 300_000)

  it('fails to start on an address that overlaps a passed socket, with instructions', async () => {
    const port = await lastingPort()
    const settings = { PORT: String(port), HOST: '0.0.0.0', CASTER_HOST: '127.0.0.1' }
    const starting = HeldService.start(makeMigratedDataDir(), [at(port)], settings)
    await expect(starting).rejects.toThrow(
      `test.socket listens on 127.0.0.1 port ${port}, but the settings say 0.0.0.0: run "vertice service install"`,
    )
  }, 120_000)
})
