// The navigation files of an order: one with all constellations, or one for GPS and one for GLONASS in RINEX 2.11.
import { join } from 'node:path'
import { longName, type NavigationHeader, navigationFile } from '@vertice/rinex'
import { type Ephemeris, leapSecondsAt } from '@vertice/rtcm'
import type { RinexFile, RinexVersion } from '../../domain/archive/rinex-order.ts'
import { OutputFile } from './output.ts'

type Kind = {
  readonly version: NavigationHeader['version']
  readonly content: string
  readonly has: (one: Ephemeris) => boolean
}

const IN_2_11: readonly Kind[] = [
  { version: '2.11 GPS', content: 'GN', has: ({ constellation }) => constellation === 'GPS' },
  { version: '2.11 GLO', content: 'RN', has: ({ constellation }) => constellation === 'GLO' },
]
const mixed = (version: '3.05' | '4.02'): readonly Kind[] => [{ version, content: 'MN', has: () => true }]

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
  ephemerides: readonly Ephemeris[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<RinexFile[]> {
  const kinds = job.version === '2.11' ? IN_2_11 : mixed(job.version)
  const files: RinexFile[] = []
  for (const { version, content, has } of kinds) {
    const some = ephemerides.filter(has)
    if (some.length === 0) continue
    const { code: station, country } = job.station
    const name = longName({
      ...{ station, country, startMs: fromMs, lengthMs: toMs - fromMs, intervalMs: null },
      ...{ content, ending: 'rnx.gz' },
    })
    const output = new OutputFile(join(job.folder, name))
    const { program, agency, writtenAt } = job
    const header = { version, program, runBy: agency, writtenAt, leapSeconds: leapSecondsAt(job.from.getTime()) }
    const comments = [`Ephemerides received by station ${station}`]
    for (const text of navigationFile({ ...header, comments }, some)) {
      output.write(text)
      await output.ready()
    }
    files.push({ kind: 'nav', name, ...(await output.end()) })
  }
  return files
}
