import { chunk, reply } from '@vertice/ntrip'
import { expect, it } from 'vitest'
import { StreamResponse } from '../../../src/demo/simulator/stream-response.ts'

const DATA = Buffer.from([0xd3, 0x00, 0x13, 0x0a, 0x0d])
const at = new Date('2026-11-14T12:00:00Z')

function taken(bytes: Buffer, pieceLength: number) {
  const response = new StreamResponse()
  const answers: unknown[] = []
  const data: Buffer[] = []
  for (let from = 0; from < bytes.length; from += pieceLength) {
    const part = response.push(bytes.subarray(from, from + pieceLength))
    if (part.answer) answers.push(part.answer.status)
    data.push(...part.data)
  }
  return { answers, data: Buffer.concat(data) }
}

it.each([
  { name: 'rev1', bytes: Buffer.concat([reply.streamHead('ntrip1', at), DATA]) },
  { name: 'rev2', bytes: Buffer.concat([reply.streamHead('ntrip2', at), DATA]) },
  {
    name: 'rev2 in chunks',
    bytes: Buffer.concat([
      reply.streamHead('ntrip2', at, { chunked: true }),
      chunk(DATA.subarray(0, 2)),
      chunk(DATA.subarray(2)),
    ]),
  },
])('opens once and returns only the data, $name', ({ bytes }) => {
  for (const pieceLength of [1, 2, 7, 13, 14, 1000]) {
    expect(taken(bytes, pieceLength)).toEqual({ answers: ['stream'], data: DATA })
  }
})

it('reports a rejection', () => {
  expect(new StreamResponse().push(Buffer.from('ERROR - Bad Password\r\n'))).toMatchObject({
    answer: { status: 'refused', reason: 'credentials' },
    data: [],
  })
})
