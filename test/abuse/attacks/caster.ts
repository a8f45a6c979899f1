// Attacks of strangers on the caster.
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../scene.ts'
import { anyAddress, ask, asToken, basic, flood, random, shout } from '../wire.ts'

const ROWS_OF_STRANGERS = 5_000

export const refusals: Attack = {
  name: 'refusals',
  what: '30,000 requests for random mountpoints, no login',
  attack: ({ casterPort, scale }) =>
    flood({ count: 30_000 * scale, atOnce: 60, seconds: 60 * scale }, () =>
      shout(casterPort, `GET /${random(12)} HTTP/1.1\r\nUser-Agent: NTRIP x\r\nNtrip-Version: Ntrip/2.0\r\n\r\n`),
    ),
  async afterwards({ count }) {
    const rows = await count(`select count(*) from refusals where username = ''`)
    return rows <= ROWS_OF_STRANGERS ? null : `${rows} rows of refusals`
  },
}

export const names: Attack = {
  name: 'names',
  what: 'logins with ever new names, as many as fit',
  attack: ({ casterPort, stations, scale }) =>
    flood({ count: 100_000 * scale, atOnce: 100, seconds: 30 * scale }, () =>
      shout(
        casterPort,
        `GET /${stations[0]!.mountpoint} HTTP/1.1\r\n${basic(random(60), random(60))}\r\nUser-Agent: NTRIP ${random(200)}\r\n\r\n`,
        anyAddress(),
      ),
    ),
}

const LOG_LINES = 200

export const pushes: Attack = {
  name: 'bad-pushes',
  what: '3,000 pushes with wrong passwords',
  attack: ({ casterPort, stations, scale }) =>
    flood({ count: 3_000 * scale, atOnce: 300, seconds: 30 * scale }, (turn) =>
      shout(casterPort, `SOURCE ${random(16)} /${stations[turn % stations.length]!.mountpoint}\r\n\r\n`),
    ),
  afterwards: async ({ logLines }) => (logLines() <= LOG_LINES ? null : `${logLines()} lines in the log`),
}

/** Password checks that all addresses together may use up for one user name. */
const GUESSES_AT_ONCE = 300
const GUESSES_A_SECOND = 20
/** Tolerance, because the seconds are counted here and not by the caster. */
const SLACK = 1.2

export const guesses: Attack = {
  name: 'guesses',
  what: 'guesses of one password from many addresses, while its owner connects',
  attack: async ({ casterPort, stations, victim, scale }) => {
    const seconds = 20 * scale
    const outcomes = await flood({ count: 20_000 * scale, atOnce: 50, seconds }, () =>
      shout(
        casterPort,
        `GET /${stations[0]!.mountpoint} HTTP/1.1\r\n${basic(victim.username, random(16))}\r\nUser-Agent: NTRIP x\r\n\r\n`,
        anyAddress(),
      ),
    )
    return { ...outcomes, seconds }
  },
  async meanwhile({ scene: { casterPort, stations, victim, scale } }) {
    const request = `GET /${stations[0]!.mountpoint} HTTP/1.0\r\n${basic(victim.username, victim.password)}\r\n\r\n`
    await shout(casterPort, request, '127.0.2.1') // remembered from now on
    await sleep(10_000 * scale)
    const said = await shout(casterPort, request, '127.0.2.1')
    return said === 'ICY 200 OK' ? null : `the owner was answered "${said}"`
  },
  async afterwards(_, { seconds = 1, ...outcomes }) {
    const checked = Object.entries(outcomes).reduce((sum, [said, times]) => sum + (said.includes('401') ? times : 0), 0)
    const most = (GUESSES_AT_ONCE + GUESSES_A_SECOND * seconds) * SLACK
    return checked <= most ? null : `${checked} guesses in ${seconds} s`
  },
}

export const halfOpen: Attack = {
  name: 'half-open',
  what: '1,500 connections that send a byte a second, to both ports',
  async attack({ casterPort, apiPort, scale }) {
    const sockets = Array.from({ length: 1_500 * scale }, (_, turn) => {
      const socket = net.connect({
        port: turn % 2 ? apiPort : casterPort,
        host: '127.0.0.1',
        localAddress: anyAddress(),
      })
      socket.on('error', () => {})
      socket.write('G')
      return socket
    })
    for (let second = 0; second < 20 * scale; second++) {
      for (const socket of sockets) if (socket.writable) socket.write('E')
      await sleep(1_000)
    }
    const open = sockets.filter((socket) => !socket.destroyed).length
    for (const socket of sockets) socket.destroy()
    return { opened: sockets.length, open }
  },
}

const CHATTERING_ROVERS = 60
const GGA = '$GPGGA,120000.00,1925.0000,N,09910.0000,W,4,12,1.00,2240.0,M,0.0,M,1.0,0000'
const checksum = [...GGA.slice(1)].reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
const POSITIONS = Buffer.alloc(65_536, `${GGA}*${checksum.toString(16).toUpperCase().padStart(2, '0')}\r\n`)

export const chatter: Attack = {
  name: 'chatter',
  what: '60 rovers with credentials that send positions as fast as they can, and reconnect when they are cut',
  async attack({ apiPort, casterPort, stations, attacker, scale }) {
    const credentials = Array.from({ length: CHATTERING_ROVERS }, () => ({ segundos: 3_600, station_codigo: 'ABUSE0' }))
    const { text } = await ask(apiPort, {
      method: 'POST',
      path: '/api/v1/credentials/batch',
      headers: asToken(attacker.token),
      body: JSON.stringify({ credentials }),
    })
    const logins = (JSON.parse(text) as { credentials: { usuario: string; password: string }[] }).credentials
    const end = performance.now() + 20_000 * scale
    const cut = await Promise.all(
      logins.map(async ({ usuario, password }) => {
        let connections = 0
        while (performance.now() < end) {
          await floodWithPositions(
            casterPort,
            `GET /${stations[0]!.mountpoint} HTTP/1.0\r\n${basic(usuario, password)}\r\n\r\n`,
            end,
          )
          connections += 1
          await sleep(200)
        }
        return connections
      }),
    )
    return { connections: cut.reduce((sum, times) => sum + times, 0) }
  },
  async afterwards({ count }, { connections = 0 }) {
    const ended = await count(`select count(*) from sessions where end_reason = 'sent_too_much'`)
    return ended > 0 ? null : `none of ${connections} flooding connections was ended for it`
  },
}

/** Sends until the caster closes the connection or the time is over. */
function floodWithPositions(port: number, request: string, end: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    const send = () => {
      while (!socket.destroyed && performance.now() < end) if (!socket.write(POSITIONS)) return
      if (performance.now() >= end) socket.destroy()
    }
    socket.on('connect', () => socket.write(request))
    socket
      .once('data', send)
      .on('drain', send)
      .on('error', () => {})
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('close', () => resolve())
  })
}
