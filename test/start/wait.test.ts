// Output while the service waits for a database.
import { expect, it } from 'vitest'
import { waitForDatabase } from '../../src/start/wait.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
const answersAt = (time: number) => {
  let times = 0
  return async () => {
    times += 1
    if (times < time) throw refused
  }
}

it('updates one line on a terminal', async () => {
  let screen = ''
  const terminal = { isTTY: true, write: (text: string) => (screen += text) }
  const logged: string[] = []
  await waitForDatabase(answersAt(3), 60, (line) => logged.push(line), undefined, terminal)
  const line = 'waiting for the database, \\d+ s more: connect ECONNREFUSED 10\\.0\\.0\\.5:5432'
  expect(screen).toMatch(new RegExp(`^(\\r\x1b\\[K${line}){2}\\r\x1b\\[K$`))
  expect(logged).toEqual([])
})

it('logs a line from time to time', async () => {
  const logged: string[] = []
  const terminal = { write: () => expect.unreachable() }
  await waitForDatabase(answersAt(3), 60, (line) => logged.push(line), undefined, terminal)
  expect(logged).toHaveLength(1)
})

it('ends at the timeout, or at once if waiting cannot help', async () => {
  const wait = (error: Error, seconds = 0) =>
    waitForDatabase(
      () => Promise.reject(error),
      seconds,
      () => {},
    )
  await expect(wait(refused)).rejects.toThrow(/could not be reached within 0 s: .*ECONNREFUSED/)
  for (const code of ['28P01', '3D000', '53300'])
    await expect(wait(Object.assign(new Error('no'), { code }), 60)).rejects.toThrow('DATABASE_URL: no')
})
