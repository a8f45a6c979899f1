// A real SMTP server on loopback that keeps the mails it receives, and workers that send to it.
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { readConfig } from '../../src/base/config/config.ts'
import type { SmtpLine } from '../../src/domain/operations/settings.ts'
import { type MailServices, startSendingMails } from '../../src/outbound/mail/send-mails.ts'
import { openTransport } from '../../src/outbound/mail/transport.ts'
import { webhookDeactivated } from '../../src/outbound/mail/webhook-deactivated.ts'
import { selfSigned } from './certificate.ts'
import { onTestFinished } from './concurrent.ts'
import type { TestService } from './service.ts'

export interface ReceivedMail {
  readonly raw: string
  readonly recipients: string[]
  readonly sender: string
  readonly secure: boolean
  readonly user: string | undefined
  /** Decoded headers, keyed by lower-case name. */
  readonly headers: Record<string, string>
  readonly parts: { readonly headers: Record<string, string>; readonly body: Buffer }[]
  readonly text: string
  readonly html: string
}

/** Called with each complete mail. The server responds with the returned error's `responseCode`, if any. */
type Answer = (count: number, mail: ReceivedMail) => Promise<Error | undefined> | Error | undefined

export const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** `atEnd` registers the close. Pass it when the server is shared by a whole file. */
export async function mailServer(
  options: SMTPServerOptions = {},
  answer: Answer = () => undefined,
  port = 0,
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 0,
    ...selfSigned(),
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          ...parseMail(Buffer.concat(chunks).toString('utf8')),
          recipients: rcptTo.map(({ address }) => address),
          sender: mailFrom ? mailFrom.address : '',
          secure: session.secure,
          user: session.user,
        }
        received.push(mail)
        done((await answer(received.length, mail)) ?? null)
      })
    },
  })
  server.on('error', () => {}) // clients that disconnect early
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  let closed = false
  const close = () => new Promise<void>((resolve) => (closed ? resolve() : server.close(() => resolve())))
  atEnd(close)
  const { port: actual } = server.server.address() as AddressInfo
  return {
    received,
    port: actual,
    url: `smtp://127.0.0.1:${actual}`,
    async close() {
      await close()
      closed = true
    },
  }
}

export const smtpOf = (url: string): SmtpLine => readConfig({ SMTP_URL: url }).smtp!

/** Sends until the test ends. Polls every few milliseconds, so that a retry schedule in milliseconds is kept. */
export function startMailing(service: TestService, url: string, overrides: Partial<MailServices> = {}) {
  let stopWaking = async () => {}
  const stopSending = startSendingMails({
    db: service.db,
    transport: openTransport(smtpOf(url), 1_000),
    render: { 'webhook-deactivated': webhookDeactivated },
    from: { name: null, address: 'rtk@example.mx' },
    networkName: async () => (await service.services.current()).book.network.name,
    clock: () => new Date(),
    warn: () => {},
    retryDelaysMs: [50, 100, 200],
    onDue: (wake) => {
      const stopListening = service.db.listen('mails', wake)
      const timer = setInterval(wake, 20)
      stopWaking = async () => {
        clearInterval(timer)
        await stopListening()
      }
    },
    ...overrides,
  })
  const stop = async () => {
    await stopWaking()
    await stopSending()
  }
  onTestFinished(stop)
  return stop
}

function parseMail(raw: string): Pick<ReceivedMail, 'raw' | 'headers' | 'parts' | 'text' | 'html'> {
  const parts = leavesOf(raw)
  const bodyOf = (type: string) => parts.find(({ headers }) => headers['content-type']?.startsWith(type))?.body
  return {
    raw,
    headers: split(raw).headers,
    parts,
    text: bodyOf('text/plain')?.toString().replaceAll('\r\n', '\n') ?? '',
    html: bodyOf('text/html')?.toString() ?? '',
  }
}

function leavesOf(raw: string): ReceivedMail['parts'] {
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return [{ headers, body: decodeBody(body, headers['content-transfer-encoding']) }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => leavesOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
  })
  return { headers: Object.fromEntries(headers), body: raw.slice(end + 4) }
}

/** RFC 2047. */
const decodeWords = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        Array.from(words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi), ([, encoding, text]) =>
          encoding!.toUpperCase() === 'B' ? Buffer.from(text!, 'base64') : unquote(text!.replaceAll('_', ' ')),
        ),
      ).toString(),
    )

const unquote = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function decodeBody(body: string, encoding = '7bit'): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return encoding === 'quoted-printable' ? unquote(body) : Buffer.from(body)
}
