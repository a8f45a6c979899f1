// Short network probes, each with a timeout.
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

const TIMEOUT_MS = 5_000

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

export async function fetchText(url: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}

export const isAlive = ({ status, text }: { status: number; text: string }): boolean =>
  status === 200 && /^\{"ok":true\}/.test(text)

const either = (asked: Promise<boolean>) => asked.catch(() => false)

export const answersAsApi = (host: string, port: number): Promise<boolean> =>
  either(fetchText(`http://${inUrl(host)}:${port}/livez`).then(isAlive))

export const metricsAt = async (host: string, port: number): Promise<string> =>
  (await fetchText(`http://${inUrl(host)}:${port}/metrics`)).text

export const answersAsMetrics = (host: string, port: number): Promise<boolean> =>
  either(metricsAt(host, port).then((text) => text.includes('vertice_')))

/** Returns the head of the sourcetable; throws the reason if there is no response. */
export function askCaster(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS })
    let said = ''
    socket.on('connect', () => socket.write('GET / HTTP/1.0\r\nUser-Agent: NTRIP vertice-doctor\r\n\r\n'))
    socket.on('data', (data) => {
      said += data.toString('latin1')
      if (!said.includes('\r\n\r\n')) return
      socket.destroy()
      resolve(said)
    })
    socket.on('timeout', () => socket.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)))
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
  })
}

export const isOurCaster = (head: string): boolean => /^Server: NTRIP Vertice\//im.test(head)

export const answersAsCaster = (host: string, port: number): Promise<boolean> =>
  either(askCaster(host, port).then(isOurCaster))

/** Accepts any certificate, because another check examines it. */
export const speaksTls = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTls({ host, port, rejectUnauthorized: false, timeout: TIMEOUT_MS }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('timeout', () => socket.destroy())
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })
