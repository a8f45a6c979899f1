// The setup link for the first administrator gives access to the whole network. It is shown only in a terminal or by a
// command, and never in the log.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { CHECKOUT, commandOf } from '../support/checkout.ts'
import { lacks } from '../support/needs.ts'
import { environment, makeDataDir, makeMigratedDataDir, RunningService, until, vertice } from '../support/process.ts'

const LINK = /http:\S+\/console\/setup#\S+/
const BASE_URL = 'http://rtk.example.mx'
const quiet = { ROLES: 'api', LOG_LEVEL: 'warn', BASE_URL }

it('prints only the command that shows the setup link if the service starts without a terminal', async () => {
  const dataDir = makeMigratedDataDir()
  const service = await RunningService.start(dataDir, quiet)
  await until(() => service.output.join('\n').includes('vertice admin setup'))
  const { stdout, stderr, code } = await vertice(dataDir, ['admin', 'setup'], quiet)
  expect(code).toBe(0)
  expect(stdout).toMatch(LINK)
  const [, token] = stdout.trim().split('#')
  const look = await fetch(`${service.url}/console/api/links/look`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BASE_URL },
    body: JSON.stringify({ token }),
  })
  expect(await look.json()).toMatchObject({ link: { purpose: 'setup' } })
  expect(await service.stop()).toBe(0)
  const said = [...service.output, ...service.log, stderr].join('\n')
  expect(said).not.toMatch(LINK)
  expect(said).not.toContain(token)
})

it('creates no database for the command that shows the setup link', async () => {
  const { code, stderr, stdout } = await vertice(makeDataDir(), ['admin', 'setup'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('there is no database')
})

it('shows the setup link in a terminal, framed and before everything else', {
  skip: lacks('a start in a terminal', 'script'),
}, async () => {
  const dataDir = makeMigratedDataDir()
  const [node, entry] = commandOf(CHECKOUT)
  const terminal = spawn('script', ['--quiet', '--return', '--command', `'${node}' '${entry}' start`, '/dev/null'], {
    env: { ...environment(dataDir, quiet), TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(terminal, 'exit')
  let shown = ''
  terminal.stdout.on('data', (data) => {
    shown += data
  })
  await until(() => shown.includes('is ready'))
  expect(shown).toMatch(/─{10}[\s\S]*http:\S+\/console\/setup#\S+[\s\S]*─{10}[\s\S]*✓[\s\S]*Vértice is ready/)
  terminal.stdin.write('\x03') // Ctrl-C
  await ended
})
