import { expect, it, onTestFinished } from 'vitest'
import { command } from '../support/command.ts'
import { makeMigratedDataDir, RunningService, until } from '../support/process.ts'

interface Listed {
  readonly name: string
  readonly roles: string[]
  readonly state: string
  readonly rovers: number | null
}

it('lists the nodes, and draining one stops only its caster', async () => {
  const dataDir = makeMigratedDataDir()
  const settings = { NODE_NAME: 'machine-1' }
  const service = await RunningService.start(dataDir, settings)
  onTestFinished(async () => {
    await service.stop()
  })
  const run = (...args: string[]) => command(dataDir, args, settings)
  const list = async (): Promise<Listed[]> => JSON.parse((await run('node', 'list', '--json')).stdout)
  const casterIn = (nodes: Listed[]) => nodes.find(({ roles }) => roles.includes('caster'))!

  const nodes = await list()
  expect(nodes.map(({ roles }) => roles.join()).sort()).toEqual(['api,worker', 'caster'])
  expect(nodes).toMatchObject([
    { name: expect.stringMatching(/^machine-1/), state: 'up', version: expect.any(String) },
    { name: expect.stringMatching(/^machine-1/), state: 'up', lagMs: expect.any(Number) },
  ])
  const { stdout } = await run('node', 'list')
  expect(stdout).toMatch(/^NAME +ROLES +STATE +VERSION +ROVERS +STATIONS +BUS +LAG +SINCE\n/)
  expect(await run('node', 'drain', 'nobody')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no running caster is named nobody'),
  })

  const { name } = casterIn(nodes)
  expect(await run('node', 'drain', name)).toMatchObject({ code: 0 })
  await until(async () => casterIn(await list()).state === 'drained')
  const port = Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  expect((await service.call('/readyz')).status).toBe(200)
  expect((await list()).filter(({ state }) => state === 'lost')).toEqual([])
  const audit = await run('audit', 'export', '--format', 'jsonl')
  expect(audit.stdout).toContain('node.drained')
})
