// The command that the customer's page offers for RTKLIB, used by RTKLIB's programs with a real caster.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { frame } from '@vertice/rtcm'
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest'
import { epochFrame } from '../../../packages/rtcm/test/support/epochs.ts'
import { acceptedText } from '../../../src/domain/delivery/receivers/accepted-text.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { isLive } from '../../caster/helpers.ts'
import { type Login, TestCaster } from '../../support/caster.ts'
import { lacks } from '../../support/needs.ts'
import { until } from '../../support/process.ts'

const HERE = { lat: 19.4326, lng: -99.1332 }
const FRAME = frame(Buffer.alloc(30, 7))

let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations({ code: 'R0', name: 'Real', mountpoint: 'R0_RTCM', ...HERE })
  const source = await caster.base('R0', 'R0_RTCM', caster.port)
  source.write(epochFrame())
  await isLive(caster, 'R0', caster.role)
  const beat = setInterval(() => source.write(FRAME), 100)
  ends.push(() => clearInterval(beat))
})
const ends: (() => void)[] = []
afterAll(async () => {
  for (const end of ends) end()
  await caster.stop()
})

function run(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

const accessOf = ({ username, password }: Login, mountpoint: string, sendsPosition = false) => ({
  ...{ host: '127.0.0.1', port: caster.port, mountpoint, username, password, sendsPosition },
})

/** A receiver on a TCP port in place of a serial one. */
async function receiver(): Promise<{ readonly port: number; readonly connection: Promise<net.Socket> }> {
  const server = net.createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const connection = once(server, 'connection').then(([socket]) => socket as net.Socket)
  return { port: (server.address() as net.AddressInfo).port, connection }
}

describe.skipIf(lacks('the offered command with RTKLIB', 'str2str'))('the command', () => {
  async function corrected(login: Login, mountpoint: string, sendsPosition: boolean) {
    const { port, connection } = await receiver()
    const command = acceptedText('rtklib', accessOf(login, mountpoint, sendsPosition))!
    const text = 'text' in command ? command.text : ''
    const [program, ...args] = text.replace('serial://ttyUSB0:115200', `tcpcli://127.0.0.1:${port}`).split(' ')
    run(program!, args)
    return connection
  }

  it('passes the corrections of a station to the receiver', async () => {
    const socket = await corrected(await caster.issue({ station_codigo: 'R0' }), 'R0_RTCM', false)
    let received = Buffer.alloc(0)
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
    })
    await until(() => received.includes(FRAME))
    socket.destroy()
  })

  it('relays the position of the receiver to the network mountpoint', async () => {
    const login = await caster.issue()
    const socket = await corrected(login, 'RED', true)
    const gga = '$GPGGA,120000.00,1926.0000,N,09908.0000,W,1,10,0.9,2240.0,M,0.0,M,,*45\r\n'
    const sentence = gga.replace(/\*..\r\n$/, `*${checksum(gga)}\r\n`)
    const tell = setInterval(() => socket.write(sentence), 200)
    onTestFinished(() => clearInterval(tell))
    let received = Buffer.alloc(0)
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
    })
    await until(() => received.includes(FRAME))
    await until(async () => {
      const [session] = await listSessionsOf(caster.service.db, login.id, 1)
      const note = session?.notes.at(-1)
      return note?.code === 'base' && note.params.station === 'R0'
    })
    socket.destroy()
  })
})

const checksum = (sentence: string) => {
  const body = sentence.slice(1, sentence.indexOf('*'))
  const sum = Array.from(body).reduce((value, letter) => value ^ letter.charCodeAt(0), 0)
  return sum.toString(16).toUpperCase().padStart(2, '0')
}
