// What "vertice service install" writes, before it is written: a unit for one machine, a file of settings, lines for the journal.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { isJournalled, withPriority } from '../../src/service/journal.ts'
import { seenFrom, whyOutOfReach } from '../../src/service/program.ts'
import { exampleSettings, renderSettings } from '../../src/service/settings-file.ts'
import { isOurs, renderUnit, templateOf, UNIT_NAMES, unitFor } from '../../src/service/units.ts'

const PROGRAM = { node: '/usr/bin/node', entry: '/usr/lib/node_modules/vertice/bin/vertice.js' }

describe('a unit', () => {
  it('is chosen by what the machine does', () => {
    expect(unitFor(['api', 'caster', 'worker'])).toBe('vertice')
    expect(unitFor(['api', 'caster'])).toBe('vertice')
    expect(unitFor(['api', 'worker'])).toBe('vertice-app')
    expect(unitFor(['worker'])).toBe('vertice-app')
    expect(unitFor(['caster'])).toBe('vertice-caster')
  })

  it.each(UNIT_NAMES)('%s is its file but for the program and what it does', (name) => {
    const template = templateOf(name)
    const [mark, ...lines] = renderUnit(template, PROGRAM, ['worker']).split('\n')
    expect(mark).toMatch(/^# Written by/)
    const changed = lines.flatMap((line, at) => (line === template.split('\n')[at] ? [] : [line]))
    expect(changed).toEqual([
      expect.stringMatching(/^Environment=ROLES=worker( |$)/),
      `ExecStart=${PROGRAM.node} ${PROGRAM.entry} start`,
    ])
  })

  it('is known for one of ours, and others are not', () => {
    expect(isOurs(renderUnit(templateOf('vertice'), PROGRAM, ['api']))).toBe(true)
    expect(isOurs(templateOf('vertice'))).toBe(false)
  })

  it('has paths as systemd reads them', () => {
    const unit = renderUnit(templateOf('vertice'), { node: '/opt/a b/node', entry: '/opt/50%/$x/"q".js' }, ['api'])
    expect(unit).toContain('\nExecStart="/opt/a b/node" "/opt/50%%/$$x/\\"q\\".js" start\n')
  })

  it('keeps out of the machine what every other does', () => {
    const sandboxOf = (name: (typeof UNIT_NAMES)[number]) => templateOf(name).split('\n\n').at(-2)
    for (const name of UNIT_NAMES) {
      expect(sandboxOf(name)).toContain('\nProtectSystem=strict\n')
      expect(sandboxOf(name)).toBe(sandboxOf('vertice'))
    }
  })

  it('is started again for ever, and waited for until it is ready', () => {
    for (const name of UNIT_NAMES)
      for (const line of ['StartLimitIntervalSec=0', 'Restart=always', 'Type=notify', 'TimeoutStartSec=infinity'])
        expect(templateOf(name).split('\n')).toContain(line)
  })
})

describe('the program that a unit starts', () => {
  it('beneath a folder is named as it will be seen from there', () => {
    const built = { node: '/usr/bin/node', entry: '/build/pkg/usr/lib/vertice/bin/vertice.js' }
    expect(seenFrom('/build/pkg', built)).toEqual({ node: '/usr/bin/node', entry: '/usr/lib/vertice/bin/vertice.js' })
  })

  it('must be where a service can see it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-program-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'bin'))
    const entry = join(folder, 'bin', 'vertice.js')
    writeFileSync(entry, '')
    expect(whyOutOfReach({ node: '/bin/sh', entry: '/bin/sh' })).toBeNull()
    expect(whyOutOfReach({ node: '/bin/sh', entry })).not.toBeNull()
  })
})

describe('the file of settings', () => {
  const file = renderSettings(exampleSettings())

  it('sets nothing: a fresh service has the defaults', () => {
    expect(parseEnv(file)).toEqual({})
  })

  it('explains every setting but those that the unit says', () => {
    const named = (text: string) => Array.from(text.matchAll(/^#?([A-Z][A-Z_]*)=/gm), ([, name]) => name!)
    const expected = named(exampleSettings()).filter((name) => !['DATA_DIR', 'ROLES'].includes(name))
    expect(named(file)).toEqual(expected)
    expect(file).not.toContain('npx')
  })

  it('has values that are taken when the "#" is taken away', () => {
    const set = parseEnv(file.replace(/^#(?=[A-Z][A-Z_]*=)/gm, ''))
    expect(readConfig(set)).toEqual(readConfig({}))
  })
})

describe('lines for the journal', () => {
  it.each([
    [60, 2],
    [50, 3],
    [40, 4],
    [30, 6],
    [20, 7],
    [10, 7],
  ])('of level %i have priority %i', (level, priority) => {
    expect(withPriority(`{"level":${level},"msg":"x"}\n`)).toBe(`<${priority}>{"level":${level},"msg":"x"}\n`)
  })

  it('are left as they are where nobody knows their level', () => {
    expect(withPriority('anything\n')).toBe('anything\n')
  })

  it('are for the journal only while it reads them', () => {
    expect(isJournalled(null)).toBe(false)
    expect(isJournalled('1:2')).toBe(false)
  })
})
