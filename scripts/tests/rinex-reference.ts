// Compares our RINEX files of recordings with those of RTKLIB, and our CRINEX with GSI's programs.
// packages/rinex/README.md lists results of public recordings.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { CrinexExpander } from '@vertice/rinex'
import { convbinFiles } from '../../packages/rtcm/test/support/convbin.ts'
import { usage } from '../usage.ts'
import { type Converted, convert } from './rinex-reference/convert.ts'
import { compareNavigation } from './rinex-reference/navigation.ts'
import { compareObservations, type Difference } from './rinex-reference/observations.ts'

usage(`
usage: node scripts/tests/rinex-reference.ts [options] RECORDING@TIME … [SITE.xml …]

Converts RTCM 3 recordings to RINEX, here and with RTKLIB's convbin, and compares every observation, loss of lock and
navigation record. Prints a row of a table per recording. If convbin writes a constellation at another time because its
clock is wrong, the row names the seconds, and the values of the same observations are compared. Exits with 1 if a
value, a navigation record or a CRINEX file differs. Other differences are counted; packages/rinex/README.md explains
them.

  RECORDING@TIME    an RTCM 3 file and when it begins, to the hour (UTC), such as log.rtcm3@2019-01-20T21:00
  --convbin PATH    another convbin than that of the PATH
  --show N          prints the first N differences of each kind
  SITE.xml          a GeodesyML file of vertice station site-log, checked with xmllint against --schema
  --schema XSD      schema of GeodesyML; its imports are found with XML_CATALOG_FILES

crx2rnx and rnx2crx (GSI, RNXCMP) check CRINEX in both directions if they are on the PATH.
`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { convbin: { type: 'string' }, show: { type: 'string' }, schema: { type: 'string' } },
})
const shown = Number(values.show ?? 0)
const hasGsi = ['crx2rnx', 'rnx2crx'].every((program) => !spawnSync(program, ['-h']).error)
const KINDS: readonly (readonly [Difference, string])[] = [
  ['value', 'values differ'],
  ['tie', 'ties'],
  ['only-here', 'only here'],
  ['only-there', 'only convbin'],
  ['first-loss', 'LLI: first'],
  ['half-cycle', 'LLI: half cycle'],
  ['loss', 'LLI: other'],
]
let isWrong = false

const recordings = positionals.filter((one) => !one.endsWith('.xml'))
if (recordings.length > 0) {
  const heads = [
    'recording',
    'epochs',
    'convbin',
    'clocks',
    'compared',
    ...KINDS.map(([, head]) => head),
    'ephemerides',
    'CRINEX',
  ]
  console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}`)
}
for (const one of recordings) compare(one)
for (const path of positionals.filter((one) => one.endsWith('.xml'))) validate(path)
process.exitCode = isWrong ? 1 : 0

function compare(argument: string): void {
  const [path, time] = argument.split('@') as [string, string | undefined]
  const startMs = Date.parse(`${time}Z`)
  if (Number.isNaN(startMs)) throw new Error(`${argument}: expected a time after @, see --help`)
  const recording = readFileSync(path)
  const ours = convert(recording, startMs)
  const theirs = convbinFiles(recording, startMs, values.convbin)
  const { compared, epochs, clocks, differences } = compareObservations(ours.observations, theirs.observations)
  const navigation = compareNavigation(ours.navigation, theirs.navigation)
  const crinex = ours.crinex === '' ? '' : hasGsi ? crinexVerdict(ours) : 'not checked'
  const counts = KINDS.map(([kind]) => differences.filter((difference) => difference.kind === kind))
  const orbits =
    navigation.differences.length === 0
      ? `${navigation.compared}`
      : `${navigation.compared}, ${navigation.differences.length} differences`
  const cells = [
    basename(path),
    epochs.here,
    epochs.there,
    clocks.join(', '),
    compared,
    ...counts.map(({ length }) => length),
  ]
  console.log(`| ${[...cells, orbits, crinex].join(' | ')} |`)
  if (counts[0]!.length > 0 || navigation.differences.length > 0 || crinex.startsWith('differs')) isWrong = true
  for (const kind of new Set(differences.map((difference) => difference.kind)))
    show(differences.filter((difference) => difference.kind === kind).map(({ about }) => `${kind} ${about}`))
  show(navigation.differences)
}

function show(lines: readonly string[]): void {
  for (const line of lines.slice(0, shown)) console.log(`  ${line}`)
}

/** GSI's program restores our file, and we restore that of GSI's program. */
function crinexVerdict({ observations, crinex }: Converted): string {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-rinex-'))
  const convertedBy = (program: string, name: string, text: string) => {
    writeFileSync(join(folder, name), text, 'latin1')
    return execFileSync(program, [join(folder, name), '-'], { encoding: 'latin1', maxBuffer: 2 ** 30 })
  }
  try {
    if (convertedBy('crx2rnx', 'ours.crx', crinex) !== observations) return 'differs in crx2rnx'
    const lines: string[] = []
    const expander = new CrinexExpander((line) => void lines.push(line.toString('latin1')))
    for (const line of convertedBy('rnx2crx', 'ours.rnx', observations).split('\n').slice(0, -1))
      expander.line(Buffer.from(line, 'latin1'))
    return `${lines.join('\n')}\n` === observations ? 'equal' : 'differs from rnx2crx'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function validate(path: string): void {
  if (!values.schema) throw new Error(`${path}: --schema is missing, see --help`)
  const { status, stderr } = spawnSync('xmllint', ['--nonet', '--noout', '--schema', values.schema, path], {
    encoding: 'utf8',
  })
  console.log(stderr.trim())
  if (status !== 0) isWrong = true
}
