// Completion in real shells at a terminal: typed text, TAB and the resulting line.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacks } from '../../support/needs.ts'
import { vertice } from '../../support/process.ts'
import { Terminal } from '../../support/terminal.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
let folder: string
const scriptOf = (shell: string) => join(folder, `vertice.${shell}`)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-completion-'))
  writeFileSync(join(folder, 'stations.csv'), '')
  for (const shell of SHELLS) {
    const { code, stdout, stderr } = await vertice(folder, ['completion', shell])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    writeFileSync(scriptOf(shell), stdout)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TAB = '\t'
const CLEAR = '\x15' // erases the typed line

describe.each([
  ['bash', 'bash --norc --noprofile -i', (file: string) => `. ${file}`],
  ['zsh', 'zsh -f -i', (file: string) => `autoload -U compinit && compinit -u -D && . ${file}`],
] as const)('%s', (shell, command, load) => {
  it.skipIf(lacks(`completion in ${shell}`, shell, 'script'))(
    'completes commands, options, choices and files',
    async () => {
      const terminal = new Terminal(command, folder, { HOME: folder })
      await terminal.type(`${load(scriptOf(shell))}; echo is-$((40+2))\n`, /is-42/)
      const completes = async (typed: string, completed: string) =>
        terminal.type(`${CLEAR}${typed}${TAB}`, new RegExp(`${completed.slice(typed.length)} `))
      await completes('vertice cre', 'vertice credential')
      await completes('vertice station imp', 'vertice station import')
      await completes('vertice credential issue --sec', 'vertice credential issue --seconds')
      await completes('vertice station status CDMX main', 'vertice station status CDMX maintenance')
      await completes('vertice alerts list --state acknow', 'vertice alerts list --state acknowledged')
      await completes('vertice station import stat', 'vertice station import stations.csv')
    },
  )
})

describe('fish', () => {
  it.skipIf(lacks('completion in fish', 'fish'))('completes commands, options, choices and files', () => {
    const offers = (typed: string) => {
      const run = spawnSync('fish', ['--no-config', '-c', `source ${scriptOf('fish')}; complete -C '${typed}'`], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
        encoding: 'utf8',
      })
      expect(run.stderr).toBe('')
      return run.stdout.split('\n').filter(Boolean)
    }
    expect(offers('vertice cre')).toEqual(['credential\tissue, import, export and troubleshoot credentials'])
    expect(offers('vertice station im')[0]).toMatch(/^import\t/)
    expect(offers('vertice credential issue --sec')[0]).toMatch(/^--seconds\t/)
    expect(offers('vertice station status CDMX main')[0]).toMatch(/^maintenance/)
    expect(offers('vertice alerts list --state ack')).toEqual(['acknowledged\tonly alerts in this state'])
    expect(offers('vertice station import stat')).toEqual(['stations.csv'])
    expect(offers('vertice token create --ow')).toEqual(['--owner\tits organization'])
  })
})

it('offers no completion for other shells', async () => {
  expect(await vertice(folder, ['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' })
})
