import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

interface Answered {
  readonly path: string
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

it('returns 503 only where it needs a file, logs it once, and recovers', async () => {
  const script = new URL('../../support/out-of-files.ts', import.meta.url).pathname
  const command = `ulimit -n 120 && exec "${process.execPath}" "${script}"`
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command])
  const { without, again }: Record<'without' | 'again', Answered[]> = JSON.parse(stdout)
  const statuses = (answers: Answered[]) => Object.fromEntries(answers.map(({ path, status }) => [path, status]))

  expect(statuses(without)).toEqual({
    '/livez': 200,
    '/docs': 503,
    '/assets/a-AbCd1234.js': 503,
    '/api/v1/stations': 401,
    '/': 200,
  })
  for (const { status, headers, body } of without) {
    if (status !== 503) continue
    expect(headers).toMatchObject({ 'content-type': expect.stringContaining('problem+json'), 'retry-after': '2' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body)).toMatchObject({ code: 'service_unavailable' })
  }
  const told = stderr.split('\n').filter((line) => line.includes('Out of file descriptors'))
  expect(told).toHaveLength(1)
  expect(statuses(again)).toMatchObject({ '/docs': 200, '/assets/a-AbCd1234.js': 200 })
})
