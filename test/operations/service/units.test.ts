// The files of "vertice service install" as text: units, a settings file; and the prefixes of journal lines.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadEnvFile, readConfig, withoutEnvFile } from '../../../src/base/config/config.ts'
import { isJournalled, withPriority } from '../../../src/operations/service/journal.ts'
import { seenFrom, whyOutOfReach } from '../../../src/operations/service/program.ts'
import { environmentFor, unitsFor } from '../../../src/operations/service/run.ts'
import { exampleSettings, renderSettings } from '../../../src/operations/service/settings-file.ts'
import { renderSocketUnit, socketUnitFor } from '../../../src/operations/service/socket-unit.ts'
import { environmentOf } from '../../../src/operations/service/unit-environment.ts'
import {
  isOurs,
  pathOf,
  renderUnit,
  templateOf,
  UNIT_NAMES,
  type UnitName,
  unitFor,
} from '../../../src/operations/service/units.ts'

const PROGRAM = { node: '/usr/bin/node', entry: '/usr/lib/node_modules/vertice/bin/vertice.js' }

describe('a unit', () => {
  it('is chosen by the roles of the machine', () => {
    expect(unitFor(['api', 'caster', 'worker'])).toBe('vertice')
    expect(unitFor(['api', 'caster'])).toBe('vertice')
    expect(unitFor(['api', 'worker'])).toBe('vertice-app')
    expect(unitFor(['worker'])).toBe('vertice-app')
    expect(unitFor(['caster'])).toBe('vertice-caster')
  })

  it.each(UNIT_NAMES)('%s equals its template except for the program and the roles', (name) => {
    const template = templateOf(name)
    const [mark, ...lines] = renderUnit(template, PROGRAM, ['worker']).split('\n')
    expect(mark).toMatch(/^# Written by/)
    const changed = lines.flatMap((line, at) => (line === template.split('\n')[at] ? [] : [line]))
    expect(changed).toEqual([
      expect.stringMatching(/^Environment=ROLES=worker( |$)/),
      `ExecStart=${PROGRAM.node} ${PROGRAM.entry} start`,
    ])
  })

  it('reserves less memory for young objects on a small machine', () => {
    const rendered = (memoryBytes: number) => renderUnit(templateOf('vertice'), PROGRAM, ['api', 'caster'], memoryBytes)
    expect(rendered(256 * 2 ** 20)).toContain(' NODE_OPTIONS=--max-semi-space-size=4\n')
    expect(rendered(512 * 2 ** 20)).toContain(' NODE_OPTIONS=--max-semi-space-size=32\n')
  })

  it('is recognised as written by Vértice, and others are not', () => {
    expect(isOurs(renderUnit(templateOf('vertice'), PROGRAM, ['api']))).toBe(true)
    expect(isOurs(templateOf('vertice'))).toBe(false)
  })

  it('escapes paths for systemd', () => {
    const unit = renderUnit(templateOf('vertice'), { node: '/opt/a b/node', entry: '/opt/50%/$x/"q".js' }, ['api'])
    expect(unit).toContain('\nExecStart="/opt/a b/node" "/opt/50%%/$$x/\\"q\\".js" start\n')
  })

  it('has the same sandbox as every other unit', () => {
    const sandboxOf = (name: (typeof UNIT_NAMES)[number]) => templateOf(name).split('\n\n').at(-2)
    for (const name of UNIT_NAMES) {
      expect(sandboxOf(name)).toContain('\nProtectSystem=strict\n')
      expect(sandboxOf(name)).toBe(sandboxOf('vertice'))
    }
  })

  it('restarts forever, and waits until the service is ready', () => {
    for (const name of UNIT_NAMES)
      for (const line of ['StartLimitIntervalSec=0', 'Restart=always', 'Type=notify', 'TimeoutStartSec=infinity'])
        expect(templateOf(name).split('\n')).toContain(line)
  })
})

describe('the socket unit', () => {
  const streamsOf = (settings: Record<string, string>) =>
    renderSocketUnit(readConfig(settings))
      ?.split('\n')
      .filter((line) => line.startsWith('ListenStream='))
      .map((line) => line.slice('ListenStream='.length)) ?? null
  const times = (count: number, address: string) => Array<string>(count).fill(address)

  it('opens the ports of API and caster, and eight sockets per caster port and process', () => {
    expect(streamsOf({})).toEqual(['127.0.0.1:8080', ...times(8, '127.0.0.1:2101')])
    expect(streamsOf({ HOST: '::', PORT: '80', CASTER_HOST: '192.0.2.1', CASTER_PROCESSES: '2' })).toEqual([
      '[::]:80',
      ...times(16, '192.0.2.1:2101'),
    ])
    expect(streamsOf({ CASTER_PORT: '2101,80,443' })).toEqual([
      '127.0.0.1:8080',
      ...times(8, '127.0.0.1:2101'),
      ...times(8, '127.0.0.1:80'),
      ...times(8, '127.0.0.1:443'),
    ])
    expect(streamsOf({ ROLES: 'api,worker' })).toEqual(['127.0.0.1:8080'])
  })

  it('leaves out host names and ports that the system chooses', () => {
    expect(streamsOf({ HOST: 'localhost', CASTER_HOST: '127.0.0.1' })).toEqual(times(8, '127.0.0.1:2101'))
    expect(streamsOf({ PORT: '0', CASTER_PORT: '0' })).toBeNull()
    expect(streamsOf({ ROLES: 'worker' })).toBeNull()
  })

  it('is not written on one of several machines, where a load balancer must see refused connections', () => {
    expect(streamsOf({ NATS_URL: 'nats://nats.example.mx:4222' })).toBeNull()
    expect(socketUnitFor('vertice-app', null).content).toBeNull()
    expect(socketUnitFor('vertice-caster', null).content).toBeNull()
  })

  it('belongs to its service, and is recognised as written by Vértice', () => {
    const unit = renderSocketUnit(readConfig({}))!
    expect(isOurs(unit)).toBe(true)
    for (const line of ['ReusePort=yes', 'Backlog=4096', 'TriggerLimitIntervalSec=0', 'RequiredBy=vertice.service'])
      expect(unit.split('\n')).toContain(line)
  })
})

describe('the program that a unit starts', () => {
  it('is named relative to the root folder', () => {
    const built = { node: '/usr/bin/node', entry: '/build/pkg/usr/lib/vertice/bin/vertice.js' }
    expect(seenFrom('/build/pkg', built)).toEqual({ node: '/usr/bin/node', entry: '/usr/lib/vertice/bin/vertice.js' })
  })

  it('must be in a place that a service can read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-program-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'bin'))
    const entry = join(folder, 'bin', 'vertice.js')
    writeFileSync(entry, '')
    expect(whyOutOfReach({ node: '/bin/sh', entry: '/bin/sh' })).toBeNull()
    expect(whyOutOfReach({ node: '/bin/sh', entry })).not.toBeNull()
  })
})

describe('the settings file', () => {
  const file = renderSettings(exampleSettings())

  it('sets nothing: a fresh service has the defaults', () => {
    expect(parseEnv(file)).toEqual({})
  })

  it('explains every setting except those that the unit sets', () => {
    const named = (text: string) => Array.from(text.matchAll(/^#?([A-Z][A-Z_]*)=/gm), ([, name]) => name!)
    const expected = named(exampleSettings()).filter((name) => !['DATA_DIR', 'ROLES'].includes(name))
    expect(named(file)).toEqual(expected)
    expect(file).not.toContain('npx')
  })

  it('has valid values when the "#" is removed', () => {
    const set = parseEnv(file.replace(/^#(?=[A-Z][A-Z_]*=)/gm, ''))
    expect(readConfig(set)).toEqual(readConfig({}))
  })
})

describe('a command that acts for the service', () => {
  /** A root folder with these units installed, with settings files and an operator's drop-in for the caster. */
  function machineWith(units: readonly UnitName[], files: Record<string, string>, dropIn: string): string {
    const root = mkdtempSync(join(tmpdir(), 'vertice-units-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const write = (path: string, content: string) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
    for (const unit of units)
      write(pathOf(root, unit), renderUnit(templateOf(unit), PROGRAM, unit === 'vertice-caster' ? ['caster'] : ['api']))
    write(`${pathOf(root, 'vertice-caster')}.d/override.conf`, dropIn)
    for (const [name, content] of Object.entries(files)) write(join(root, 'etc/vertice', name), content)
    return root
  }

  it("has the unit's environment, then the shared settings, then the unit's own", () => {
    const root = machineWith(
      ['vertice-app', 'vertice-caster'],
      {
        'vertice.env': 'DATABASE_URL=postgres://a/b\nCASTER_PROCESSES=2\nMETRICS_PORT=9500\n',
        'caster.env': 'CASTER_PROCESSES=4\nNODE_NAME=caster-1\n',
        'app.env': 'NODE_NAME=app-1\n',
      },
      '[Service]\nEnvironment="MAIL_FROM=Banco, 50%% \\"A\\"" CASTER_PORT=2102 \\\n  LOG_LEVEL=warn\n',
    )
    const caster = environmentFor('vertice-caster', root)
    expect(caster).toMatchObject({
      DATA_DIR: '/var/lib/vertice',
      ROLES: 'caster',
      CASTER_HOST: '0.0.0.0',
      METRICS_PORT: '9500',
      DATABASE_URL: 'postgres://a/b',
      CASTER_PROCESSES: '4',
      NODE_NAME: 'caster-1',
      MAIL_FROM: 'Banco, 50% "A"',
      CASTER_PORT: '2102',
      LOG_LEVEL: 'warn',
    })
    expect(environmentFor('vertice-app', root)).toMatchObject({
      ROLES: 'api',
      NODE_NAME: 'app-1',
      METRICS_PORT: '9500',
    })
    expect(environmentFor(null, root)).toMatchObject({ DATA_DIR: '/var/lib/vertice', CASTER_PROCESSES: '2' })
  })

  it('ignores a .env file in the current directory', () => {
    const root = machineWith(['vertice-caster'], {}, '')
    const file = join(root, '.env')
    writeFileSync(file, 'OTEL_SERVICE_NAME=typed\n')
    onTestFinished(() => void delete process.env.OTEL_SERVICE_NAME)
    loadEnvFile({ path: file, isNamed: true })
    expect(process.env.OTEL_SERVICE_NAME).toBe('typed')
    for (const unit of ['vertice-caster', null] as const) {
      expect(environmentFor(unit, root)).not.toHaveProperty('OTEL_SERVICE_NAME')
      expect(environmentFor(unit, root)).toMatchObject(withoutEnvFile({})) // the command does not read it either
    }
  })

  it('drops settings that an operator reset', () => {
    const root = machineWith(['vertice-caster'], { 'caster.env': 'NODE_NAME=x\n' }, 'Environment=\nEnvironmentFile=\n')
    expect(environmentOf('vertice-caster', root)).toEqual({})
  })

  it('runs once, except the doctor, which checks every unit', () => {
    const both = ['vertice-app', 'vertice-caster'] as const
    expect(unitsFor('migrate', both)).toEqual(['vertice-app'])
    expect(unitsFor('doctor', both)).toEqual(both)
    expect(unitsFor('doctor', [])).toEqual([null])
  })
})

describe('journal lines', () => {
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

  it('are unchanged if they have no level', () => {
    expect(withPriority('anything\n')).toBe('anything\n')
  })

  it('get priorities only if the journal reads them', () => {
    expect(isJournalled(null)).toBe(false)
    expect(isJournalled('1:2')).toBe(false)
  })
})
