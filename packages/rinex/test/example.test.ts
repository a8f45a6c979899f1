// Runs the example of the README, and compares its file with RTKLIB's.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lacks } from '../../../test/support/needs.ts'
import { convbin, parse } from '../../rtcm/test/support/convbin.ts'
import { othersStream, START } from '../../rtcm/test/support/streams.ts'

const EXAMPLE = new URL('../example.ts', import.meta.url)
const stream = Buffer.concat(othersStream({ GPS: 7, GLO: 5, GAL: 6, SBS: 4, QZS: 7, BDS: 5 }, 3, 20))

function runExample(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-rinex-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'recording.rtcm3')
  writeFileSync(file, stream)
  const day = new Date(START).toISOString().slice(0, 10)
  const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(EXAMPLE), file, day], {
    encoding: 'latin1',
    maxBuffer: 64 * 2 ** 20,
  })
  expect(status, stderr).toBe(0)
  return stdout
}

it('the README shows the example', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(EXAMPLE, 'utf8')}\`\`\``)
})

it('the example writes a header and every epoch', () => {
  const lines = runExample().split('\n')
  expect(lines[0]).toBe(`${'     3.05           OBSERVATION DATA    M (MIXED)'.padEnd(60)}RINEX VERSION / TYPE`)
  expect(lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2, 35))).toEqual(
    Array.from({ length: 20 }, (_, second) =>
      expect.stringMatching(new RegExp(`^2026 11 14 18 00 ${String(18 + second)}\\.0000000 {2}0 [67]\\d$`)),
    ),
  )
})

describe.skipIf(lacks('a RINEX file compared with that of RTKLIB', 'convbin'))('the file', () => {
  it('has the observations of convbin', () => {
    const ours = parse(runExample())
    const theirs = convbin(stream, START)
    let compared = 0
    for (const [time, satellites] of theirs)
      for (const [satellite, observations] of satellites)
        for (const [type, { value }] of observations) {
          const read = ours.get(time)?.get(satellite)?.get(type)
          // RTKLIB stores a Doppler in 32 bits.
          const tolerance = type.startsWith('D') ? 0.0011 : 0
          expect(Math.abs(read!.value - value), `${time} ${satellite} ${type}`).toBeLessThanOrEqual(tolerance)
          compared++
        }
    expect(compared).toBeGreaterThan(5000)
    expect([...ours.keys()]).toEqual([...theirs.keys()])
  })
})
