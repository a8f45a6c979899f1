// Decodes a stream with RTKLIB and parses the RINEX file: every observation with its loss-of-lock indicator.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Read {
  readonly value: number
  /** 1: lock was lost; 2: half cycle unresolved. */
  readonly lli: number
}
/** By time, satellite and observation type. */
export type Observations = Map<string, Map<string, Map<string, Read>>>

export const convbin = (stream: Buffer, aboutMs: number): Observations =>
  parse(convbinFiles(stream, aboutMs).observations)

/** The text of the observation and the navigation file; empty without one. */
export function convbinFiles(
  stream: Buffer,
  aboutMs: number,
  program = 'convbin',
): { observations: string; navigation: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-convbin-'))
  try {
    const [input, output, orbits] = ['in.rtcm3', 'out.obs', 'out.nav'].map((name) => join(folder, name)) as Files
    writeFileSync(input, stream)
    const [date, time] = new Date(aboutMs).toISOString().slice(0, 19).replaceAll('-', '/').split('T') as [
      string,
      string,
    ]
    const options = ['-r', 'rtcm3', '-v', '3.04', '-od', '-os', '-f', '5', '-tr', date, time]
    execFileSync(program, [...options, '-o', output, '-n', orbits, input], { stdio: 'ignore' })
    const [observations, navigation] = [output, orbits].map((path) =>
      existsSync(path) ? readFileSync(path, 'utf8') : '',
    )
    return { observations: observations!, navigation: navigation! }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Files = [string, string, string]

export function parse(text: string): Observations {
  const lines = text.split('\n')
  const types = new Map<string, string[]>()
  const epochs: Observations = new Map()
  let satellites = new Map<string, Map<string, Read>>()
  let system = ''
  const end = lines.findIndex((line) => line.includes('END OF HEADER'))
  for (const line of lines.slice(0, end).filter((one) => one.includes('SYS / # / OBS TYPES'))) {
    if (line[0] !== ' ') system = line[0]!
    types.set(system, [...(types.get(system) ?? []), ...line.slice(6, 60).trim().split(/\s+/)])
  }
  for (const line of lines.slice(end + 1)) {
    // Header lines follow where the station changes.
    if (!/^(>|[A-Z][ \d]\d)/.test(line)) continue
    if (line.startsWith('>')) {
      satellites = new Map()
      epochs.set(line.slice(2, 29).trim(), satellites)
      continue
    }
    const values = new Map<string, Read>()
    for (const [index, type] of types.get(line[0]!)!.entries()) {
      const value = line.slice(3 + 16 * index, 17 + 16 * index).trim()
      if (value) values.set(type, { value: Number(value), lli: Number(line[17 + 16 * index] ?? '0') || 0 })
    }
    satellites.set(line.slice(0, 3), values)
  }
  return epochs
}

/** Pairs each observation of the first with the same of the second. */
export function* pairs(before: Observations, after: Observations) {
  for (const [time, satellites] of before)
    for (const [satellite, observations] of satellites)
      for (const [type, read] of observations)
        yield { time, satellite, type, before: read, after: after.get(time)?.get(satellite)?.get(type) }
}
