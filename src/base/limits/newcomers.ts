// Accepting 500 connections in one turn would block the event loop for 200 ms. So new connections are accepted
// a few per turn of the loop, and existing connections are served in between. While the loop is busy, a turn takes a
// few milliseconds, so that a crowd gets only a share of the loop. In calm times no connection waits.
import type { Server } from 'node:net'
import { performance } from 'node:perf_hooks'

const A_TURN = 2
/** Event loop utilisation above which the loop counts as busy. */
const LITTLE_REST = 0.6
const BUSY_TURN_MS = 2
const LOOKED_AT_MS = 20
/** Beyond this length, connections are accepted immediately; connection-limit.ts limits their number. */
const LONGEST_LINE = 1_000

/** A connection that libuv has accepted, without a socket yet. */
interface Newcomer {
  close(): void
}

/** Node's internal listening handle. Creating the socket is most of the cost of a connection. */
interface ListeningHandle {
  onconnection: (status: number, newcomer?: Newcomer) => void
}

/** Returns a function that counts the waiting connections, which hold file descriptors too. */
export function letNewcomersInByTurns(server: Server): () => number {
  let line = (): number => 0
  server.on('listening', () => {
    const handle = (server as Server & { _handle?: Partial<ListeningHandle> | null })._handle
    // If a Node version changes this internal, connections are accepted immediately.
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
    const first = waiting.slice(0, A_TURN)
    waiting = waiting.slice(A_TURN)
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

function isBusy(): boolean {
  const now = performance.now()
  if (now - looked.at < LOOKED_AT_MS) return looked.isBusy
  const use = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(use, looked.use)
  looked = { at: now, use, isBusy: utilization > LITTLE_REST }
  return looked.isBusy
}
