// Five hundred connections that come at the same moment would all be taken up, read and answered in one go, 200 ms in which nobody else is.
// So newcomers are taken up a few a turn of the event loop, and between two turns everybody who was there already is served. While the loop
// has little rest, a turn lasts some milliseconds, so that a crowd takes a part of it and not all. In calm times nobody waits.
import type { Server } from 'node:net'
import { performance } from 'node:perf_hooks'

const A_TURN = 2
/** A longer line goes faster: what waits are open files. */
const OF_A_LINE = 500
/** Of the time. */
const LITTLE_REST = 0.6
const BUSY_TURN_MS = 2
const LOOKED_AT_MS = 20
/** Beyond it they are taken up at once: how many connections there may be is for others to say. */
const LONGEST_LINE = 1_000

/** A connection that the system has accepted and nobody has taken up. */
interface Newcomer {
  close(): void
}

/** What Node listens with. To take a connection up means to make a socket of it, which is most of what it costs. */
interface ListeningHandle {
  onconnection: (status: number, newcomer?: Newcomer) => void
}

/** Returns how many wait: they are open files, too. */
export function letNewcomersInByTurns(server: Server): () => number {
  let line = (): number => 0
  server.on('listening', () => {
    const handle = (server as Server & { _handle?: Partial<ListeningHandle> | null })._handle
    // A Node that listens in another way takes them up all at once.
    if (typeof handle?.onconnection === 'function') line = takeUpByTurns(server, handle as ListeningHandle)
  })
  return () => line()
}

function takeUpByTurns(server: Server, handle: ListeningHandle): () => number {
  const takeUp = handle.onconnection
  let waiting: Newcomer[] = []
  let inThisTurn = 0
  let isTurnOver = true

  const letIn = (newcomer: Newcomer) => {
    inThisTurn += 1
    if (server.listening) takeUp.call(handle, 0, newcomer)
    else newcomer.close()
  }
  const nextTurn = () => {
    isTurnOver = true
    inThisTurn = 0
    if (waiting.length === 0) return
    endTurnSoon()
    const some = Math.max(A_TURN, Math.ceil(waiting.length / OF_A_LINE))
    const first = waiting.slice(0, some)
    waiting = waiting.slice(some)
    for (const newcomer of first) letIn(newcomer)
  }
  const endTurnSoon = () => {
    if (!isTurnOver) return
    isTurnOver = false
    if (isBusy()) setTimeout(nextTurn, BUSY_TURN_MS)
    else setImmediate(nextTurn)
  }
  handle.onconnection = (status, newcomer) => {
    if (!newcomer) return takeUp.call(handle, status, newcomer)
    endTurnSoon()
    if ((inThisTurn < A_TURN && waiting.length === 0) || waiting.length >= LONGEST_LINE) letIn(newcomer)
    else waiting.push(newcomer)
  }
  return () => waiting.length
}

let looked = { at: 0, use: performance.eventLoopUtilization(), isBusy: false }

/** Whether this process's loop has had little rest lately. */
function isBusy(): boolean {
  const now = performance.now()
  if (now - looked.at < LOOKED_AT_MS) return looked.isBusy
  const use = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(use, looked.use)
  looked = { at: now, use, isBusy: utilization > LITTLE_REST }
  return looked.isBusy
}
