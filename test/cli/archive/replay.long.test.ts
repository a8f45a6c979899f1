// Replays recorded data through a real service to a rover on a socket.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sentBetween } from '../../support/archive.ts'
import { Peer } from '../../support/caster.ts'
import { casterPortOf } from '../../support/casters.ts'
import { command } from '../../support/command.ts'
import { makeMigratedDataDir, RunningService, until, vertice } from '../../support/process.ts'

const PLACE = ['--lat', '19.4', '--lng', '-99.1', '--state', 'CDMX', '--mountpoint', 'CDMX']
const REQUEST = (mountpoint: string) => `GET /${mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n`

/** Connects as soon as the mountpoint has data. */
async function roverAt(port: number, mountpoint: string): Promise<Peer> {
  for (;;) {
    const peer = await Peer.open(port, REQUEST(mountpoint))
    await until(() => peer.text.includes('\r\n\r\n') || peer.closedAt !== null)
    if (peer.text.startsWith('ICY 200 OK')) return peer
    peer.close()
  }
}

const isoSecond = (ms: number) => new Date(ms).toISOString()

it('replays a window at its pace to a hidden mountpoint that ends with the command', async () => {
  const dataDir = makeMigratedDataDir()
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const startMs = Date.parse(`${day}T00:59:50Z`)
  // Two hours meet at 01:00, and the last seconds are missing.
  const sent = sentBetween(startMs, startMs + 40_000).filter(
    ({ atMs }) => atMs < startMs + 14_000 || atMs > startMs + 27_000,
  )
  const log = join(dataDir, 'log.rtcm3')
  writeFileSync(log, Buffer.concat(sent.map(({ frames }) => frames)))
  await command(dataDir, ['station', 'add', '--code', 'CDMX', '--name', 'Centro', ...PLACE])
  expect(await command(dataDir, ['archive', 'import', 'CDMX', log, '--date', day])).toMatchObject({ code: 0 })
  const service = await RunningService.start(dataDir)
  onTestFinished(async () => {
    await service.stop()
  })
  const port = casterPortOf(service.output)
  const replay = (from: number, to: number, mountpoint: string) =>
    vertice(dataDir, [
      ...['archive', 'replay', 'CDMX', '--from', isoSecond(from), '--to', isoSecond(to)],
      ...['--mountpoint', mountpoint, '--caster', `127.0.0.1:${port}`],
    ])

  expect(await replay(startMs, startMs + 5_000, 'cdmx')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('CDMX'),
  })
  const beganAt = performance.now()
  const replaying = replay(startMs + 5_000, startMs + 35_000, 'TEST')
  const rover = await roverAt(port, 'TEST')
  const table = await Peer.open(port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
  expect(await table.all()).not.toContain('TEST')
  const played = await replaying
  const tookMs = performance.now() - beganAt
  expect(played).toMatchObject({ code: 0, stderr: expect.stringMatching(/no data for 1[34] s from/) })
  expect(tookMs).toBeGreaterThan(28_000)

  // The rover joined within the replay: what it received is the end of what was sent, byte for byte.
  const whole = Buffer.concat(
    sent
      .filter(({ atMs }) => atMs - 300 >= startMs + 5_000 && atMs - 300 < startMs + 35_000)
      .map(({ frames }) => frames),
  )
  const received = rover.received.subarray(rover.received.indexOf('\r\n\r\n') + 4)
  expect(received.length).toBeGreaterThan(0)
  expect(whole.subarray(-received.length).equals(received)).toBe(true)

  // The grace period for a base that returns is over within seconds.
  await until(async () => {
    const late = await Peer.open(port, REQUEST('TEST'))
    await until(() => late.text.includes('\r\n') || late.closedAt !== null)
    const isAdmitted = late.text.startsWith('ICY 200 OK')
    late.close()
    return !isAdmitted
  })
  expect((await command(dataDir, ['station', 'list', '--all'])).stdout).not.toContain('TEST')
  expect((await command(dataDir, ['audit', 'export'])).stdout.match(/archive\.replayed/g)).toHaveLength(1)
})
