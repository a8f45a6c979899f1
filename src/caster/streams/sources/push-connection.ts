// The connection of a station that pushes: decodes chunks, forwards the bytes, and closes a silent connection.
import type { Socket } from 'node:net'
import { ChunkedDecoder } from '@vertice/ntrip'

/** A push that has sent nothing for this long is closed, even if TCP reports it as open. */
const SILENT_PUSH_MS = 300_000

export interface Pushed {
  readonly socket: Socket
  readonly chunked: boolean
  /** Bytes that arrived with the head of the request. */
  readonly early: Buffer
}

/** `left`: called when the connection has ended, for any reason. */
export function listenTo({ socket, chunked, early }: Pushed, to: (bytes: Buffer) => void, left: () => void): void {
  const decoder = chunked ? new ChunkedDecoder() : null
  const receive = (bytes: Buffer) => {
    if (!decoder) return to(bytes)
    for (const part of decoder.push(bytes)) to(part)
    if (decoder.state !== 'open') socket.destroy()
  }
  socket.setTimeout(SILENT_PUSH_MS, () => socket.destroy())
  socket.on('error', () => {})
  socket.on('close', left)
  if (early.length > 0) receive(early)
  socket.on('data', receive)
}
