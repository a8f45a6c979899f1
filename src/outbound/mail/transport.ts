// One attempt to send a mail over SMTP, on its own connection, with timeouts and a readable error.
import { connect, type Socket } from 'node:net'
import type { NodemailerError } from 'nodemailer'
import type { MailFailure } from '../../domain/delivery/mail/failure.ts'
import type { MailContent } from '../../domain/delivery/mail/frame.ts'
import type { SmtpLine } from '../../domain/operations/settings.ts'
import { isEmailAddress } from '../../domain/text/email-address.ts'
import { oneLine } from '../../domain/text/plain-text.ts'
import { en } from '../../words/en.ts'
import { mailFailureText } from '../../words/mail.ts'

const CONNECT_MS = 20_000
/** RFC 5321, 4.5.3.2: hanging up while the server still checks the mail causes duplicates. */
const SILENCE_MS = 120_000
const LONGEST_REASON = 500

export type Content = MailContent

export interface Message extends Content {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  /** Message-ID without angle brackets; the same in every attempt, so that a mail program can detect duplicates. */
  readonly id?: string
}

export interface Transport {
  /** Returns the server's response to an accepted mail; otherwise throws a MailError. */
  send(message: Message, signal?: AbortSignal): Promise<string>
}

export class MailError extends Error {
  /** The server rejected the recipient or the mail itself, so a retry cannot succeed. */
  readonly forGood: boolean

  readonly failure: MailFailure

  constructor(failure: MailFailure, forGood = false) {
    super(mailFailureText(en, failure))
    this.failure = failure
    this.forGood = forGood
  }
}

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

export function openTransport(settings: SmtpLine, silenceMs: number = SILENCE_MS): Transport {
  return {
    async send({ id, from, to, subject, text, html, headers, attachments = [] }, signal) {
      // nodemailer would parse "a@x.mx, b@y.mx" as two recipients.
      if (!isEmailAddress(to)) throw new MailError({ code: 'not_an_address', params: {} }, true)
      const transporter = await transporterFor(settings, silenceMs, signal)
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
          headers: { ...headers, 'Auto-Submitted': 'auto-generated' }, // RFC 3834: prevents out-of-office replies
        })
        return oneLine(response)
      } catch (error) {
        throw explain(error as NodemailerError, signal)
      }
    },
  }
}

/** Connects, starts TLS and signs in without sending a mail; throws a MailError on failure. */
export async function tryToSignIn(settings: SmtpLine, silenceMs: number): Promise<void> {
  try {
    const transporter = await transporterFor(settings, silenceMs)
    await transporter.verify()
  } catch (error) {
    throw explain(error as NodemailerError, undefined)
  }
}

async function transporterFor(
  { user, password, name, ...settings }: SmtpLine,
  silenceMs: number,
  signal?: AbortSignal,
) {
  const { createTransport } = await import('nodemailer') // on demand: it would take 4 % of the CPU time of each start
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
    forceAuth: user !== null, // no mail without a login if the server suddenly stops offering one
    connectionTimeout: 2 * silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // Mails contain only bytes; nothing in them may make us read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket,
  })
}

/** Uses the server that is configured when a mail is sent. */
export const liveTransport = (smtp: () => SmtpLine | null): Transport => ({
  async send(message, signal) {
    const settings = smtp()
    if (settings === null) throw new MailError(saidOf('no mail server is set'))
    return openTransport(settings).send(message, signal)
  },
})

/** The signal ends the connection at any stage; nodemailer itself limits only silence. */
function openSocket(
  { host, port }: Pick<SmtpLine, 'host' | 'port'>,
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
    // Stays attached, because an unhandled error event ends the process.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}

function explain(error: NodemailerError, signal: AbortSignal | undefined): MailError {
  if (signal?.aborted) return new MailError({ code: 'out_of_time', params: {} })
  if (error instanceof NoConnection) return new MailError({ code: 'no_connection', params: { seconds: error.seconds } })
  // A rejected sender or login is our mistake; once corrected, the mail can still be sent.
  const aboutThisMail = error.command === 'RCPT TO' || error.command === 'DATA'
  return new MailError(saidOf(error.message), error.permanent === true && aboutThisMail)
}
