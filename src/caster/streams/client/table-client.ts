// Fetches another caster's sourcetable: complete and within limits, or not at all.

import { ChunkedDecoder, endOfTable, readTableHead, streamRequest, type TableHead } from '@vertice/ntrip'
import type { SourceAddress } from '../../../domain/network/source-address.ts'
import type { TableTrouble } from '../../../domain/network/upstreams/upstream.ts'
import { connectTo, lossOf, type Reachable } from './guarded-connection.ts'

const WITHIN_MS = 30_000
const MOST_BYTES = 8 * 1024 * 1024
const AGENT = 'Vertice/1'

export type TableAnswer = { readonly text: string } | { readonly trouble: TableTrouble }

const plain = (code: 'closed' | 'no_answer' | 'no_table' | 'torn_table' | 'badly_chunked'): TableAnswer => ({
  trouble: { code, params: {} },
})

export function fetchTable(from: Omit<SourceAddress, 'mountpoint'>, reachable: Reachable): Promise<TableAnswer> {
  const { host, port, credentials } = from
  const { promise, resolve } = Promise.withResolvers<TableAnswer>()
  const socket = connectTo(from, reachable)
  let head: Buffer = Buffer.alloc(0)
  let answered: TableHead | null = null
  let decoder: ChunkedDecoder | null = null
  const parts: Buffer[] = []
  let length = 0
  let isOver = false
  const end = (answer: TableAnswer) => {
    isOver = true
    clearTimeout(timer)
    socket.destroy()
    resolve(answer)
  }
  const timer = setTimeout(() => (answered ? whole() : end(plain('no_answer'))), WITHIN_MS)
  /** Called when the other side closed the connection: the last line shows whether the table is complete. */
  const whole = () => {
    const text = decoded(Buffer.concat(parts))
    const at = endOfTable(text)
    return end(at < 0 ? plain('torn_table') : { text: text.slice(0, at + 1) })
  }
  const take = (bytes: Buffer) => {
    // Joined at once: a table in one-byte chunks would take a hundred times its size.
    const part = decoder ? Buffer.concat(decoder.push(bytes)) : bytes
    if (part.length > 0) parts.push(part)
    length += part.length
    if (decoder?.state === 'bad') return end(plain('badly_chunked'))
    if (length > MOST_BYTES) return end({ trouble: { code: 'table_too_long', params: { mostBytes: MOST_BYTES } } })
    if (decoder?.state === 'ended' || endsHere(parts)) whole()
  }
  socket.once(from.tls ? 'secureConnect' : 'connect', () =>
    socket.write(streamRequest({ revision: 2, host, port, mountpoint: '', credentials, agent: AGENT }), 'latin1'),
  )
  socket.on('data', (bytes: Buffer) => {
    if (answered) return take(bytes)
    head = Buffer.concat([head, bytes])
    const answer = readTableHead(head)
    if (answer === 'incomplete') return
    if (answer.status === 'refused') {
      const { reason, said } = answer
      if (reason === 'not_ntrip') return end(plain('no_table'))
      return end({ trouble: { code: 'refused', params: { reason, said } } })
    }
    answered = answer
    if (answer.chunked) decoder = new ChunkedDecoder()
    take(head.subarray(answer.headLength))
  })
  socket.on('error', (error) => end({ trouble: lossOf(error, from) }))
  socket.on('close', () => {
    if (!isOver) return answered ? whole() : end(plain('closed'))
  })
  return promise
}

const LAST = Buffer.from('ENDSOURCETABLE')
const NEAR_END = 64

/** Some casters never close the connection, and declare no length or a wrong one. */
function endsHere(parts: readonly Buffer[]): boolean {
  const last = parts.at(-1)
  if (!last) return false
  const tail =
    last.length >= NEAR_END ? last.subarray(-NEAR_END) : Buffer.concat(parts.slice(-NEAR_END)).subarray(-NEAR_END)
  return tail.includes(LAST)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Old casters write Latin-1. */
function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
