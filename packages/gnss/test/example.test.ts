import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const EXAMPLE = new URL('../example.ts', import.meta.url)

it('the README shows the example', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(EXAMPLE, 'utf8')}\`\`\``)
})

it('the example prints a position', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(EXAMPLE)], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/x: -955000\.1\d+, y: -5944999\.9\d+, z: 2094999\.9\d+/)
})
