import { expect, it } from 'vitest'
import { readConfig } from '../../../src/base/config/config.ts'
import { setupText, startText } from '../../../src/cli/running/start-text.ts'
import type { Terminal } from '../../../src/cli/running/terminal.ts'

const LINK = 'http://rtk.example.mx/console/setup#abc'
const pipe: Terminal = { hasColors: false, columns: null }
const wide: Terminal = { hasColors: true, columns: 120 }
const config = readConfig({ BASE_URL: 'http://rtk.example.mx' })
const service = { makeSetupToken: async () => 'abc' }
const nothing = { apiAddress: null, metricsAddress: null, casterAddress: null, casterTlsAddress: null, nats: null }

it('frames the setup link at a terminal', async () => {
  const lines = (await setupText(config, service, { hasColors: false, columns: 120 })).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^╭─+╮$/)
  expect(lines[2]).toContain(`│ ${LINK} `)
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1)
  expect(await setupText(config, service, wide)).toContain('\x1b[')
})

it('keeps a link that is wider than the terminal in one piece', async () => {
  const lines = (await setupText(config, service, { hasColors: false, columns: 40 })).split('\n')
  expect(lines).toContain(LINK)
  expect(lines[0]).toBe('─'.repeat(40))
})

it('prints neither the link nor colours nor a check mark if the output is no terminal', async () => {
  const hint = await setupText(config, service, pipe)
  expect(hint).toMatch(/vertice admin setup$/)
  expect(hint).not.toContain('#abc')
  expect(startText(config, nothing, pipe)).toMatch(/^Vértice is ready\.\n/)
  expect(startText(config, nothing, wide)).toMatch(/✓/)
})
