// Adds a station and its base to a service that runs as processes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { Peer } from './caster.ts'
import { command } from './command.ts'
import { onTestFinished } from './concurrent.ts'
import { until } from './process.ts'

interface Place {
  readonly dataDir: string
  readonly settings?: Record<string, string>
  /** Port of the caster. */
  readonly port: number
}

/** Pushes one epoch per second to the mountpoint named like the station, until the test ends. */
export async function pushingBase({ dataDir, settings, port }: Place, code: string): Promise<void> {
  const position = { lat: 19.4, lng: -99.1, height: 2240 }
  const file = join(dataDir, `${code}.json`)
  writeFileSync(file, JSON.stringify([{ codigo: code, nombre: code, lat: 19.4, lng: -99.1, mountpoint: code }]))
  const { code: status, stderr } = await command(dataDir, ['station', 'import', file], settings)
  if (status !== 0) throw new Error(stderr)
  const secret = (await command(dataDir, ['station', 'secret', code], settings)).stdout.trim().split('\n').at(-1)
  let base: Peer | null = null
  // A caster learns of a new station within seconds.
  await until(async () => {
    const peer = await Peer.open(port, `SOURCE ${secret} /${code}\r\n\r\n`)
    await until(() => peer.text.includes('\r\n') || peer.closedAt !== null)
    if (peer.text.startsWith('ICY 200 OK')) base = peer
    else peer.close()
    return base !== null
  })
  const stream = new StationStream(new Sky(), { code, stationId: 1, position, constellations: ['GPS'] })
  const send = () => base!.write(stream.epoch(1000 * Math.floor(Date.now() / 1000)))
  send()
  const beat = setInterval(send, 1000)
  onTestFinished(() => {
    clearInterval(beat)
    base!.close()
  })
}
