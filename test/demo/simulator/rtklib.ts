// RTKLIB's programs, for tests of the simulator.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseNavigation, parseObservations } from '../../../packages/rtcm/test/support/rinex.ts'
import { lacks } from '../../support/needs.ts'

export const lacksRtklib = lacks('the simulator as RTKLIB reads it', 'convbin', 'rnx2rtkp', 'str2str')

/** GPS 1, GLONASS 4, Galileo 8, BeiDou 32. The option -sys does not work: b34 treats `-sys G` as all systems. */
export type NavSystems = number

export function convert(folder: string, stream: Buffer, instantMs: number) {
  const input = join(folder, 'in.rtcm3')
  writeFileSync(input, stream)
  return convertFile(folder, input, instantMs)
}

export function convertFile(folder: string, input: string, instantMs: number) {
  const [observations, navigation] = ['out.obs', 'out.nav'].map((name) => join(folder, name)) as [string, string]
  // The stream does not contain the week; any time within half a week works.
  const about = new Date(instantMs).toISOString().slice(0, 19).replaceAll('-', '/').split('T')
  const options = ['-r', 'rtcm3', '-v', '3.04', '-od', '-os', '-tr', ...about]
  execFileSync('convbin', [...options, '-o', observations, '-n', navigation, input], { stdio: 'ignore' })
  return {
    observations: parseObservations(readFileSync(observations, 'utf8')),
    navigation: parseNavigation(readFileSync(navigation, 'utf8')),
    /** Losses of lock of each phase after its first epoch, by satellite and type such as G05 L1C. */
    losses: () => lossesIn(readFileSync(observations, 'utf8')),
    /** Directions of the satellites in view, from the residuals that rnx2rtkp writes. */
    directions(systems: NavSystems): readonly SatelliteDirection[] {
      const [configuration, solution] = [join(folder, 'directions.conf'), join(folder, 'directions.pos')]
      writeFileSync(configuration, `pos1-navsys =${systems}\nout-outstat =residual\n`)
      const options = ['-k', configuration, '-p', '0', '-y', '2', '-o', solution]
      execFileSync('rnx2rtkp', [...options, observations, navigation], { stdio: 'ignore' })
      const lines = readFileSync(`${solution}.stat`, 'utf8').split('\n')
      return lines.flatMap((line) => {
        const [kind, , timeOfWeek, satellite, , azimuth, elevation] = line.split(',')
        if (kind !== '$SAT') return []
        return [{ satellite: satellite!, ...numbersOf({ timeOfWeek, azimuth, elevation }) }]
      })
    },
    /** Single-point solutions with the defaults of rnx2rtkp: no atmosphere model. */
    solve(systems: NavSystems): { readonly position: number[]; readonly satellites: number }[] {
      const configuration = join(folder, 'solve.conf')
      writeFileSync(configuration, `pos1-navsys =${systems}\n`)
      const text = execFileSync('rnx2rtkp', ['-k', configuration, '-p', '0', '-e', observations, navigation], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('%'))
      return lines.map((line) => {
        const [, , x, y, z, , satellites] = line.trim().split(/\s+/).map(Number)
        return { position: [x!, y!, z!], satellites: satellites! }
      })
    },
  }
}

/** RINEX 3.04, table A3: 14 characters of the value, then bit 0 of the next one. */
function lossesIn(text: string): ReadonlyMap<string, number> {
  const types = new Map<string, string[]>()
  const losses = new Map<string, number>()
  let isBody = false
  for (const line of text.split('\n')) {
    if (line.includes('SYS / # / OBS TYPES')) types.set(line[0]!, line.slice(6, 60).trim().split(/\s+/))
    if (isBody && !line.startsWith('>'))
      for (const [index, type] of (types.get(line[0]!) ?? []).entries()) {
        const name = `${line.slice(0, 3)} ${type}`
        if (type[0] !== 'L' || line.slice(3 + 16 * index, 17 + 16 * index).trim() === '') continue
        const before = losses.get(name)
        losses.set(name, before === undefined ? 0 : before + (Number(line[17 + 16 * index]) & 1))
      }
    isBody ||= line.includes('END OF HEADER')
  }
  return losses
}

export interface SatelliteDirection {
  readonly satellite: string
  /** Seconds. */
  readonly timeOfWeek: number
  readonly azimuth: number
  readonly elevation: number
}

const numbersOf = (texts: Readonly<Record<'timeOfWeek' | 'azimuth' | 'elevation', string | undefined>>) => ({
  timeOfWeek: Number(texts.timeOfWeek),
  azimuth: Number(texts.azimuth),
  elevation: Number(texts.elevation),
})
