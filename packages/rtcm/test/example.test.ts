// Runs the example of the README on a stream made by this package.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { epochFrame, stationFrames } from './support/epochs.ts'

const EXAMPLE = new URL('../example.ts', import.meta.url)

it('the README shows the example', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(EXAMPLE, 'utf8')}\`\`\``)
})

it('the example lists the messages of a stream', () => {
  const input = Buffer.concat([Buffer.from('noise'), ...stationFrames(), epochFrame()])
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(EXAMPLE)], { input, encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual([
    '1006: antenna at -886000.5, -5945000.25, 2108000.125',
    expect.stringMatching(/^1033: \d+ bytes$/),
    '1230: 4 bytes',
    '1074: 12 satellites of GPS',
    '0 bad checksums, 5 bytes outside of frames',
  ])
})
