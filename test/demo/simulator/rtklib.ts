// RTKLIB's programs, for the tests that hold the simulator against them.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseNavigation, parseObservations } from '../../../packages/rtcm/test/support/rinex.ts'
import { lacks } from '../../support/needs.ts'

export const lacksRtklib = lacks('the simulator as RTKLIB reads it', 'convbin', 'rnx2rtkp', 'str2str')

/** GPS 1, GLONASS 4, Galileo 8, BeiDou 32. The option -sys will not do: b34 takes `-sys G` for all of them. */
export type NavSystems = number

export function convert(folder: string, stream: Buffer, instantMs: number) {
  const input = join(folder, 'in.rtcm3')
  writeFileSync(input, stream)
  return convertFile(folder, input, instantMs)
}

export function convertFile(folder: string, input: string, instantMs: number) {
  const [observations, navigation] = ['out.obs', 'out.nav'].map((name) => join(folder, name)) as [string, string]
  // The stream does not tell its week: any instant within half a week of it will do.
  const about = new Date(instantMs).toISOString().slice(0, 19).replaceAll('-', '/').split('T')
  const options = ['-r', 'rtcm3', '-v', '3.04', '-od', '-os', '-tr', ...about]
  execFileSync('convbin', [...options, '-o', observations, '-n', navigation, input], { stdio: 'ignore' })
  return {
    observations: parseObservations(readFileSync(observations, 'utf8')),
    navigation: parseNavigation(readFileSync(navigation, 'utf8')),
    /** Single-point solutions with what rnx2rtkp does unless it is told otherwise: no model of the atmosphere. */
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
