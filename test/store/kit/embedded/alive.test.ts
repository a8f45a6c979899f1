// Whether a process is alive. A killed process whose parent does not collect it is not.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive } from '../../../../src/store/kit/embedded/server.ts'

it('is true for running processes', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(1)).toBe(true)
})

it('is false for a process that ended, also before its parent collects it', async () => {
  // The shell starts a process, and replaces itself by a program that never asks for the processes that ended.
  const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  const pid = Number(line)
  await expect.poll(() => isAlive(pid)).toBe(false)
  if (process.platform === 'linux') expect(process.kill(pid, 0)).toBe(true)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await expect.poll(() => isAlive(parent.pid!)).toBe(false)
})
