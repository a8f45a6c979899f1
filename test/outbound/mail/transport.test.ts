// Sends single mails to real servers on loopback, well-behaved and not.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MailError, type Message, openTransport } from '../../../src/outbound/mail/transport.ts'
import { mailServer, refusal, smtpOf } from '../../support/mail-server.ts'

const MESSAGE: Message = {
  id: 'vertice-1-abc@example.mx',
  from: { name: 'Red RTK', address: 'rtk@example.mx' },
  to: 'maria@example.mx',
  subject: 'Hola',
  text: 'Hola María\n',
  html: '<p>Hola María</p>\n',
}

const send = (url: string, message: Partial<Message> = {}, silenceMs?: number, signal?: AbortSignal) =>
  openTransport(smtpOf(url), silenceMs).send({ ...MESSAGE, ...message }, signal)

async function failureOf(sending: Promise<string>): Promise<MailError> {
  const error = await sending.then(
    () => null,
    (caught) => caught,
  )
  expect(error).toBeInstanceOf(MailError)
  return error
}

const withLogin = {
  authOptional: false,
  onAuth: (
    { username, password }: { username?: string; password?: string | null },
    _: unknown,
    done: (error: Error | null, response?: object) => void,
  ) => (password === 'p@ss:w/rd' ? done(null, { user: username }) : done(refusal(535, 'who are you?'))),
}
const LOGIN = 'mail%40example.mx:p%40ss%3Aw%2Frd'

async function scriptedServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

describe('an accepted mail', () => {
  it("arrives complete with the right sender, recipient and id, and returns the server's response", async () => {
    const { url, received } = await mailServer()
    const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 13, 10, 46, 13, 10])
    const answer = await send(url, {
      attachments: [{ filename: 'Credencial año 1.pdf', contentType: 'application/pdf', content: pdf }],
    })
    expect(answer).toMatch(/^250 /)
    const [mail] = received
    expect(mail).toMatchObject({ sender: 'rtk@example.mx', recipients: ['maria@example.mx'], text: 'Hola María\n' })
    expect(mail!.html.trim()).toBe('<p>Hola María</p>')
    expect(mail!.headers).toMatchObject({
      from: 'Red RTK <rtk@example.mx>',
      to: 'maria@example.mx',
      subject: 'Hola',
      'message-id': '<vertice-1-abc@example.mx>',
      'auto-submitted': 'auto-generated',
    })
    expect(mail!.parts.find(({ headers }) => headers['content-type']!.startsWith('application/pdf'))!.body).toEqual(pdf)
  })

  it.each([
    ['STARTTLS', 'smtp', {}],
    ['TLS from the first byte', 'smtps', { secure: true }],
  ])('is sent over %s, with a login whose password has every special character', async (_, scheme, options) => {
    const { port, received } = await mailServer({ ...withLogin, ...options })
    await send(`${scheme}://${LOGIN}@127.0.0.1:${port}?requireTLS=true`)
    expect(received[0]).toMatchObject({ secure: true, user: 'mail@example.mx' })
  })
})

describe('a rejected mail', () => {
  it('fails permanently, with the reason, if the recipient or the content is rejected', async () => {
    const { url } = await mailServer({
      onRcptTo: (_, __, done) => done(refusal(550, '5.1.1 no such user here')),
    })
    const byRecipient = await failureOf(send(url))
    expect(byRecipient).toMatchObject({
      forGood: true,
      message: expect.stringContaining('550 5.1.1 no such user here'),
    })
    const other = await mailServer({}, () => refusal(554, '5.7.1 looks like spam'))
    const byContent = await failureOf(send(other.url))
    expect(byContent).toMatchObject({ forGood: true, message: expect.stringContaining('554 5.7.1 looks like spam') })
  })

  it('may be retried if the rejection is temporary or concerns the sender or the login', async () => {
    const later = await mailServer({ onRcptTo: (_, __, done) => done(refusal(451, '4.7.1 greylisted')) })
    expect(await failureOf(send(later.url))).toMatchObject({
      forGood: false,
      message: expect.stringContaining('451 4.7.1 greylisted'),
    })
    const sender = await mailServer({ onMailFrom: (_, __, done) => done(refusal(550, 'not your address')) })
    expect(await failureOf(send(sender.url))).toMatchObject({ forGood: false })
    const { port, received } = await mailServer(withLogin)
    const login = await failureOf(send(`smtp://mail:hunter2@127.0.0.1:${port}`))
    expect(login).toMatchObject({ forGood: false, message: expect.stringContaining('535 who are you?') })
    expect(login.message).not.toContain('hunter2')
    expect(received).toEqual([])
  })

  it('may be retried if TLS is required and not offered, or the certificate is not trusted', async () => {
    const open = await mailServer({
      ...withLogin,
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
    })
    const { message, forGood } = await failureOf(send(`smtp://${LOGIN}@127.0.0.1:${open.port}?requireTLS=true`))
    expect(message).toMatch(/STARTTLS|TLS/)
    expect(forGood).toBe(false)
    const selfSigned = await mailServer()
    expect((await failureOf(send(`${selfSigned.url}?tls.rejectUnauthorized=true`))).message).toMatch(/certificate/)
    expect([open.received, selfSigned.received]).toEqual([[], []])
    await send(`smtp://${LOGIN}@127.0.0.1:${open.port}`) // on loopback, TLS is optional
    expect(open.received.length).toBe(1)
  })

  it('fails if the server is unreachable, silent, or disconnects', async () => {
    const gone = await mailServer()
    await gone.close()
    expect((await failureOf(send(gone.url))).message).toMatch(/ECONNREFUSED/)
    const silent = await scriptedServer(() => {})
    expect((await failureOf(send(silent.url, {}, 150))).message).toMatch(/Greeting|imeout/)
    const rude = await scriptedServer((socket) => socket.end('220 hello\r\n'))
    expect((await failureOf(send(rude.url, {}, 1_000))).forGood).toBe(false)
  })

  it('fails at the deadline even if the server keeps sending, and closes the connection', async () => {
    const { url, sockets } = await scriptedServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const { message, forGood } = await failureOf(send(url, {}, 5_000, AbortSignal.timeout(200)))
    expect({ message, forGood }).toEqual({
      message: 'the mail server did not respond in time',
      forGood: false,
    })
    await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true)
    expect((await failureOf(send(url, {}, 5_000, AbortSignal.abort()))).forGood).toBe(false)
  })
})

describe('hostile text', () => {
  it('adds no header, recipient or line through names and subjects', async () => {
    const { url, received } = await mailServer()
    await send(url, {
      from: { name: 'Red\r\nBcc: evil@example.com\r\n\r\n<b>"x" \u202efdp.exe 🛰️ شبكة', address: 'rtk@example.mx' },
      subject: 'Uno\r\nX-Evil: 1\r\n\r\ndos\u2028tres\0 \u202etxt.exe\u2069 🛰️ עברית',
    })
    const [{ headers, recipients, raw }] = received as [(typeof received)[0]]
    expect(headers.subject).toBe('Uno X-Evil: 1 dos tres txt.exe 🛰️ עברית')
    expect(headers.from).toContain('🛰️ شبكة')
    expect(headers.from).toMatch(/<rtk@example\.mx>$/)
    expect(Object.keys(headers)).not.toContain('bcc')
    expect(Object.keys(headers)).not.toContain('x-evil')
    expect(recipients).toEqual(['maria@example.mx'])
    expect(raw.split('\r\n\r\n', 1)[0]).toMatch(/^[\x20-\x7e\r\n]*$/)
  })

  it('is never parsed as more than one address', async () => {
    const { url, received } = await mailServer()
    for (const to of [
      'a@example.mx, b@example.mx',
      'a@example.mx\r\nRCPT TO:<b@example.mx>',
      'a@example.mx> SIZE=1 <b@x.mx',
      'a@example.mx\0',
      'a\u202e@example.mx',
      '',
    ])
      expect(await failureOf(send(url, { to }))).toMatchObject({
        forGood: true,
        message: 'the recipient is not an e-mail address',
      })
    expect(received).toEqual([])
  })
})
