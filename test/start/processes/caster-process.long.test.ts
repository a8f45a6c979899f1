import { execFileSync } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/base/config/config.ts'
import { openLog } from '../../../src/start/log.ts'
import { startCasterProcess } from '../../../src/start/processes/caster-process.ts'

const config = { ...readConfig({}), databaseWaitSeconds: 0 }
const log = openLog('error', { write() {} })
const casters = () =>
  execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('caster-process-main'))

it('reports that the process cannot be started', async () => {
  const { execPath } = process
  onTestFinished(() => {
    process.execPath = execPath
  })
  process.execPath = '/nowhere/node'
  await expect(startCasterProcess(config, log)).rejects.toThrow(
    "the caster's process could not be started: spawn /nowhere/node ENOENT",
  )
})

it('reports a process that does not become ready, and kills it', async () => {
  const { NODE_OPTIONS } = process.env
  onTestFinished(() => {
    if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS
    else process.env.NODE_OPTIONS = NODE_OPTIONS
  })
  // The process hangs before it runs any of our code.
  process.env.NODE_OPTIONS =
    '--import=data:text/javascript,Atomics.wait(new(Int32Array)(new(SharedArrayBuffer)(4)),0,0)'
  await expect(startCasterProcess(config, log, { startTimeoutMs: 2_000 })).rejects.toThrow(
    "the caster's process did not start within 2 s",
  )
  expect(casters()).toEqual([])
})
