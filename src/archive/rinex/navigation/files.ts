// The navigation files of an order: one with all constellations, or one for GPS and one for GLONASS in RINEX 2.11.
import { join } from 'node:path'
import { longName, type NavigationHeader, navigationHeader, navigationRecord } from '@vertice/rinex'
import { leapSecondsAt } from '@vertice/rtcm'
import type { RinexFile, RinexVersion } from '../../../domain/archive/rinex-order.ts'
import { OutputFile } from '../output.ts'
import type { WindowEphemerides } from './ephemerides.ts'

type Kind = {
  readonly version: NavigationHeader['version']
  readonly content: string
  /** Letters of the constellations; all if undefined. */
  readonly letters?: string
}

const IN_2_11: readonly Kind[] = [
  { version: '2.11 GPS', content: 'GN', letters: 'G' },
  { version: '2.11 GLO', content: 'RN', letters: 'R' },
]
const mixed = (version: '3.05' | '4.02'): readonly Kind[] => [{ version, content: 'MN' }]

interface NavigationJob {
  readonly version: RinexVersion
  readonly from: Date
  readonly folder: string
  readonly station: { readonly code: string; readonly country: string }
  readonly program: string
  readonly agency: string
  readonly writtenAt: Date
}

/** A file without ephemerides is left out. */
export async function writeNavigation(
  job: NavigationJob,
  ephemerides: WindowEphemerides,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<RinexFile[]> {
  const kinds = job.version === '2.11' ? IN_2_11 : mixed(job.version)
  const files: RinexFile[] = []
  for (const { version, content, letters } of kinds) {
    if (!ephemerides.has(letters)) continue
    const { code: station, country } = job.station
    const name = longName({
      ...{ station, country, startMs: fromMs, lengthMs: toMs - fromMs, intervalMs: null },
      ...{ content, ending: 'rnx.gz' },
    })
    const output = new OutputFile(join(job.folder, name))
    const { program, agency, writtenAt } = job
    const header = { version, program, runBy: agency, writtenAt, leapSeconds: leapSecondsAt(job.from.getTime()) }
    const comments = [`Ephemerides received by station ${station}`]
    output.write(navigationHeader({ ...header, comments }))
    for (const one of ephemerides.inOrder(letters)) {
      output.write(navigationRecord(one, version))
      await output.ready()
    }
    files.push({ kind: 'nav', name, ...(await output.end()) })
  }
  return files
}
