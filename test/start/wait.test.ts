// Waiting for a database that is not there yet: what whoever waits is told.
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

it('on a terminal it is one line that is written anew', async () => {
  let screen = ''
  const terminal = { isTTY: true, write: (text: string) => (screen += text) }
  const logged: string[] = []
  await waitForDatabase(answersAt(3), 60, (line) => logged.push(line), undefined, terminal)
  const line = 'waiting for the database, \\d+ s more: connect ECONNREFUSED 10\\.0\\.0\\.5:5432'
  expect(screen).toMatch(new RegExp(`^(\\r\x1b\\[K${line}){2}\\r\x1b\\[K$`))
  expect(logged).toEqual([])
})

it('in a log it is a line now and then', async () => {
  const logged: string[] = []
  const terminal = { write: () => expect.unreachable() }
  await waitForDatabase(answersAt(3), 60, (line) => logged.push(line), undefined, terminal)
  expect(logged).toHaveLength(1)
})

it('ends when the time is over, or at once where waiting mends nothing', async () => {
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
