// Helpers for casters that run as processes: their pids and ports, a base, and credentials for rovers.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { SimulatedStation } from '../../src/demo/simulator/station.ts'
import { command } from './command.ts'
import { makeToken, type RunningService, until } from './process.ts'

function children(pid: number, pattern: string): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(pid), '-f', pattern], { encoding: 'utf8' })
    return found.trim().split('\n').map(Number)
  } catch {
    return [] // pgrep exits with an error if nothing matches
  }
}

export const castersOf = (pid: number): number[] => children(pid, 'caster-process-main')

export const natsServerOf = (pid: number): number | undefined => children(pid, '^nats-server ')[0]

/** The caster's port, read from the output of a ready service. */
export const casterPortOf = (output: readonly string[]): number =>
  Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(output.join('\n'))![1])

export const casterTlsPortOf = (output: readonly string[]): number =>
  Number(/ntrips on port (\d+)/.exec(output.join('\n'))![1])

/** A station as in an import file. */
export const STATION = {
  codigo: 'CDMX',
  nombre: 'Ciudad de México',
  lat: 19.4326,
  lng: -99.1332,
  mountpoint: 'CDMX_RTCM32',
}

export async function importStation(dataDir: string, more?: Record<string, string>): Promise<void> {
  const file = join(dataDir, 'stations.json')
  writeFileSync(file, JSON.stringify([STATION]))
  await command(dataDir, ['station', 'import', file], more)
}

/** Starts a base that reconnects by itself, and waits until it is streaming. The caller stops it. */
export async function startBase(
  dataDir: string,
  port: number,
  more?: Record<string, string>,
): Promise<SimulatedStation> {
  const { stdout } = await command(dataDir, ['station', 'secret', STATION.codigo], more)
  const { codigo: code, mountpoint, lat, lng } = STATION
  const base = new SimulatedStation({
    sky: new Sky(),
    station: { code, stationId: 1, position: { lat, lng, height: 2240 } },
    host: '127.0.0.1',
    port,
    mountpoint,
    revision: 1,
    credentials: { username: '', password: stdout.trim() },
    retry: { firstMs: 1_000, longestMs: 2_000 },
  })
  base.start()
  await until(() => base.epochs.sent > 1)
  return base
}

const BATCH = 1_000

/** Returns one `user:password` per credential. */
export async function issueLogins(service: RunningService, dataDir: string, count: number): Promise<string[]> {
  const token = await makeToken(dataDir)
  const logins: string[] = []
  while (logins.length < count) {
    const size = Math.min(BATCH, count - logins.length)
    const body = JSON.stringify({ credentials: Array(size).fill({ segundos: 86_400, station_codigo: STATION.codigo }) })
    const answer = await service.json('/api/v1/credentials/batch', token, { method: 'POST', body })
    for (const { usuario, password } of answer.credentials) logins.push(`${usuario}:${password}`)
  }
  return logins
}
