// Reads what a stranger asks, within bounds.
import type { Socket } from 'node:net'
import { type BadRequest, type Request, readRequest } from '../../ntrip/request.ts'

export interface HeadPatience {
  readonly handshakeMs: number
  /** A head without its empty line is taken for whole after so long without another byte, if all is there. */
  readonly quietMs: number
}

/** Calls `understood` once, with the socket paused and all that came; or closes the socket. */
export function readHead(
  socket: Socket,
  patience: HeadPatience,
  understood: (request: Request | BadRequest, head: Buffer) => void,
): void {
  let head: Buffer | null = null
  let quiet: NodeJS.Timeout | null = null
  let isQuiet = false
  let hasAsked = false
  const stopTimers = () => {
    clearTimeout(timer)
    if (quiet) clearTimeout(quiet)
  }
  const understand = (request: Request | BadRequest, head: Buffer) => {
    stopTimers()
    hasAsked = true
    socket.off('data', onData).off('end', onEnd).off('close', stopTimers).pause()
    understood(request, head)
  }
  const onData = (data: Buffer) => {
    head = head ? Buffer.concat([head, data]) : data
    const request = readRequest(head)
    if (request !== 'incomplete') return understand(request, head)
    isQuiet = false
    if (quiet) quiet.refresh()
    else quiet = setTimeout(onQuiet, patience.quietMs)
  }
  /** Takes what is there for all that will come. */
  const settle = (isEnough: (request: Request | BadRequest) => boolean): boolean => {
    const request = head && readRequest(head, true)
    if (!head || !request || request === 'incomplete' || !isEnough(request)) return false
    understand(request, head)
    return true
  }
  // Small devices forget the empty line: who has said all that we need to know, and then nothing, waits for us.
  const onQuiet = () => {
    isQuiet = !settle(saysAll)
  }
  const onEnd = () => {
    if (!settle(() => true)) socket.destroy()
  }
  const onLate = () => {
    if (!settle((request) => isQuiet || (request.kind !== 'bad' && saysAll(request)))) socket.destroy()
  }
  // What came in time may not have been read yet when thousands come at once: that is done before setImmediate.
  const giveUp = () => setImmediate(() => hasAsked || onLate())
  const timer = setTimeout(giveUp, patience.handshakeMs)
  socket.on('data', onData).on('end', onEnd).on('close', stopTimers).resume()
}

/** All that decides about it is there; for a stream or a push that is who asks. */
const saysAll = (request: Request | BadRequest) =>
  request.kind === 'bad' || request.kind === 'sourcetable' || request.credentials !== null
