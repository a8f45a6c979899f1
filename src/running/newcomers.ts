// Five hundred connections that come at the same moment would all be read and answered in one go, 200 ms in which nobody else is. So newcomers
// are let in a few a turn of the event loop, and between two turns everybody who was there already is served. In calm times nobody waits.
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'

const A_TURN = 2

export function letNewcomersInByTurns(server: HttpServer): void {
  // Node's own, which begins to read requests.
  const [serve] = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeListener('connection', serve!)
  let waiting: Socket[] = []
  let isTurnOver = true
  let inThisTurn = 0

  const letIn = (socket: Socket) => {
    inThisTurn += 1
    serve!.call(server, socket)
  }
  const nextTurn = () => {
    isTurnOver = true
    inThisTurn = 0
    if (waiting.length === 0) return
    endTurnSoon()
    const first = waiting.slice(0, A_TURN)
    waiting = waiting.slice(A_TURN)
    for (const socket of first) {
      socket.off('error', ignore)
      if (!socket.destroyed) letIn(socket)
    }
  }
  const endTurnSoon = () => {
    if (!isTurnOver) return
    isTurnOver = false
    setImmediate(nextTurn)
  }
  server.on('connection', (socket) => {
    endTurnSoon()
    if (inThisTurn < A_TURN && waiting.length === 0) return letIn(socket)
    socket.on('error', ignore) // until somebody serves it, nobody else listens
    waiting.push(socket)
  })
}

function ignore(): void {
  // 'close' follows
}
