// One attempt to hand a mail over to the SMTP server: a connection of its own, within bounds, and an answer in words.
import { connect, type Socket } from 'node:net'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailFailure } from '../../domain/mail/failure.ts'
import type { MailContent } from '../../domain/mail/frame.ts'
import { isEmailAddress } from '../../domain/text/email-address.ts'
import { oneLine } from '../../domain/text/plain-text.ts'
import { en } from '../../words/en.ts'
import { mailFailureText } from '../../words/mail.ts'

const CONNECT_MS = 20_000
/** RFC 5321, 4.5.3.2: who hangs up too early on a server that is still checking the mail gets it sent twice. */
const SILENCE_MS = 120_000
const LONGEST_REASON = 500

/** As configured; names as nodemailer has them. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly user: string | null
  readonly password: string | null
  readonly name: string | null
  readonly tls: { readonly rejectUnauthorized: boolean; readonly servername?: string }
}

export type Content = MailContent

export interface Message extends Content {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  /** The same in every attempt, so that whoever gets it twice can tell. Without angle brackets. */
  readonly id?: string
}

export interface Transport {
  /** Returns what the server said as it took the mail; otherwise throws a MailError. */
  send(message: Message, signal?: AbortSignal): Promise<string>
}

export class MailError extends Error {
  /** The server refused the recipient or the mail itself: trying again would change nothing. */
  readonly forGood: boolean

  readonly failure: MailFailure

  constructor(failure: MailFailure, forGood = false) {
    super(mailFailureText(en, failure))
    this.failure = failure
    this.forGood = forGood
  }
}

/** What somebody else says of it. */
export const saidOf = (text: string): MailFailure => ({
  code: 'said',
  params: { said: oneLine(text.slice(0, LONGEST_REASON)) },
})

class NoConnection extends Error {
  readonly seconds: number

  constructor(milliseconds: number) {
    super('no connection in time')
    this.seconds = milliseconds / 1000
  }
}

export function openTransport(settings: SmtpSettings, silenceMs: number = SILENCE_MS): Transport {
  return {
    async send({ id, from, to, subject, text, html, headers, attachments = [] }, signal) {
      // The library would take "a@x.mx, b@y.mx" for two recipients.
      if (!isEmailAddress(to)) throw new MailError({ code: 'not_an_address', params: {} }, true)
      const transporter = transporterFor(settings, silenceMs, signal)
      try {
        const { response } = await transporter.sendMail({
          ...(id !== undefined && { messageId: `<${id}>` }),
          from: { name: oneLine(from.name), address: from.address },
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject: oneLine(subject),
          text,
          html,
          attachments: [...attachments],
          headers: { ...headers, 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no "out of office" in return
        })
        return oneLine(response)
      } catch (error) {
        throw explain(error as NodemailerError, signal)
      }
    },
  }
}

/** Connects, encrypts and signs in as for a mail, and sends none; otherwise throws a MailError. */
export async function tryToSignIn(settings: SmtpSettings, silenceMs: number): Promise<void> {
  try {
    await transporterFor(settings, silenceMs).verify()
  } catch (error) {
    throw explain(error as NodemailerError, undefined)
  }
}

function transporterFor({ user, password, name, ...settings }: SmtpSettings, silenceMs: number, signal?: AbortSignal) {
  const getSocket = (_: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) =>
    openSocket(settings, Math.min(CONNECT_MS, silenceMs), signal).then(
      (connection) => done(null, { connection }),
      (error) => done(error),
    )
  return createTransport({
    ...settings,
    tls: { ...settings.tls },
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    ...(name !== null && { name }),
    forceAuth: user !== null, // a server that suddenly offers no login is not to get mails without one
    connectionTimeout: 2 * silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // What a mail holds is given as bytes; nothing in it may make us read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket,
  })
}

/** By whichever server is set when a mail goes out. */
export const liveTransport = (smtp: () => SmtpSettings | null): Transport => ({
  async send(message, signal) {
    const settings = smtp()
    if (settings === null) throw new MailError(saidOf('no mail server is set'))
    return openTransport(settings).send(message, signal)
  },
})

/** Ends with the signal at whatever stage the talk is; the library itself bounds only how long nothing is said. */
function openSocket(
  { host, port }: Pick<SmtpSettings, 'host' | 'port'>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal })
    const timer = setTimeout(() => socket.destroy(new NoConnection(timeoutMs)), timeoutMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
    // Heard for as long as it lives: an error that nobody hears ends the process.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}

function explain(error: NodemailerError, signal: AbortSignal | undefined): MailError {
  if (signal?.aborted) return new MailError({ code: 'out_of_time', params: {} })
  if (error instanceof NoConnection) return new MailError({ code: 'no_connection', params: { seconds: error.seconds } })
  // A refused sender or login is ours to put right, and then the mail can still go.
  const aboutThisMail = error.command === 'RCPT TO' || error.command === 'DATA'
  return new MailError(saidOf(error.message), error.permanent === true && aboutThisMail)
}
