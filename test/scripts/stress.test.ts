import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { failuresOf, summary } from '../../scripts/tests/stress/report.ts'
import { busyNeighbours, slowCpu } from '../../scripts/tests/stress/slow-cpu.ts'

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, '../../scripts/tests/stress.ts')

it('names failed tests, and files that failed by themselves', () => {
  const test = (fullName: string, status: string) => ({ fullName, status })
  const testResults = [
    { name: '/root/test/a.test.ts', status: 'passed', assertionResults: [test('a works', 'passed')] },
    {
      name: '/root/test/b.test.ts',
      status: 'failed',
      assertionResults: [test('b 1', 'failed'), test('b 2', 'passed')],
    },
    { name: '/root/test/c.test.ts', status: 'failed', assertionResults: [] },
  ]
  expect(failuresOf({ testResults }, '/root')).toEqual(['test/b.test.ts > b 1', 'test/c.test.ts'])
})

it('counts failures over several runs, the most frequent first', () => {
  expect(summary([['b', 'a'], [], ['c', 'a']])).toEqual(['2 of 3  a', '1 of 3  b', '1 of 3  c'])
  expect(summary([[], []])).toEqual([])
})

it.each([
  ['a cgroup where there is one', () => slowCpu(0.5, 1)],
  ['busy neighbours', () => busyNeighbours(1)],
])('runs a command with limited CPU time and cleans up: %s', async (_, begin) => {
  const cpu = begin()
  const [command, ...args] = cpu.wrap([process.execPath, '-p', '6 * 7'])
  const { stdout } = await run(command!, args).finally(() => cpu.release())
  expect(stdout.trim()).toBe('42')
  if (cpu.description.startsWith('cgroup')) expect(existsSync(args[2]!)).toBe(false)
})

it('explains its options, and rejects invalid ones', async () => {
  const { stdout } = await run(process.execPath, [SCRIPT, '--help'])
  expect(stdout).toContain('--runs')
  await expect(run(process.execPath, [SCRIPT, '--share', '2'])).rejects.toMatchObject({
    code: 2,
    stderr: '--share must be a number from 0.01 to 0.99.\n',
  })
})
