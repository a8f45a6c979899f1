// The example webhook receivers with real deliveries, and their guide (docs/guides) compared with the code.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/base/config/config.ts'
import { openSender } from '../../src/base/outgoing/send.ts'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from '../../src/domain/webhooks/events.ts'
import { MAX_ACTIVE_WEBHOOKS } from '../../src/domain/webhooks/webhook.ts'
import { signatureHeaders, signerOf } from '../../src/outbound/webhooks/sign.ts'
import { EventCredentialSchema } from '../../src/wire/credentials/credential.ts'
import { StationSchema } from '../../src/wire/stations/station.ts'
import { EventSchemas } from '../../src/wire/webhooks/event.ts'
import { eventBody } from '../../src/wire/webhooks/event-body.ts'
import { lacks, SYSTEM_NODE } from '../support/needs.ts'
import { until } from '../support/process.ts'

const folder = fileURLToPath(new URL('../../examples/receive-webhooks/', import.meta.url))
const guide = (name: string) => readFileSync(new URL(`../../docs/guides/en/${name}.md`, import.meta.url), 'utf8')
const manual = guide('webhooks')

// Characters that shells, URLs and encodings often corrupt.
const SECRET = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 0xfc).toString('base64')}`

const event = { id: 'evt_01M7DMKA406Y10861CHHKDFSAQ', type: 'credential.issued' as const, at: new Date() }
const credential = { id: 1042, label: 'Obra "norte" \\ </script>', cliente_nombre: 'María Peña 🛰️\u2028' }
const body = eventBody(event, { credential })
const changed = body.replace('1042', '1043')
const PRINTED = `${event.type} ${event.id}`

const signed = (secret: string, at = new Date()) => signatureHeaders([signerOf(secret)], { id: event.id, body }, at)
const environment = { PATH: process.env.PATH, WEBHOOK_SECRET: SECRET }

const OWN_SIGNATURE = 'x-service-signature'
const STANDARD_SIGNATURE = 'webhook-signature'
/** Node and Python choose a free port; PHP needs one given. */
const RECEIVERS = [
  { file: 'receive.mjs', program: SYSTEM_NODE, header: OWN_SIGNATURE },
  { file: 'receive.py', program: 'python3', header: OWN_SIGNATURE },
  { file: 'receive.php', program: 'php', header: OWN_SIGNATURE, options: async () => ['-S', await freeAddress()] },
  { file: 'standard-webhooks.mjs', program: SYSTEM_NODE, header: STANDARD_SIGNATURE },
]

const sender = openSender(['127.0.0.1'])
afterAll(() => sender.close())

for (const { file, program, header, options = async () => [] } of RECEIVERS) {
  describe.skipIf(lacks(`the example ${file}`, program))(file, () => {
    let receiver: Awaited<ReturnType<typeof startReceiver>>
    beforeAll(async () => {
      receiver = await startReceiver(program, [...(await options()), file])
    })
    afterAll(() => receiver.stop())

    const statusOf = async (sent: string, headers: Record<string, string>) => {
      const { status, error } = await sender.send(receiver.url, sent, headers)
      expect(error).toBeNull()
      return status
    }
    const printed = () => receiver.output().split(PRINTED).length - 1

    it('accepts what the service signed, and prints its type and id', async () => {
      const before = printed()
      expect(await statusOf(body, signed(SECRET))).toBe(204)
      await until(() => printed() === before + 1)
    })

    it.each([
      ['a signature with another secret', body, signed(OTHER)],
      ['a changed body', changed, signed(SECRET)],
      ['a body with a space more', `${body} `, signed(SECRET)],
      ['no body', '', signed(SECRET)],
      ['an empty signature', body, { ...signed(SECRET), [header]: '' }],
      ['a signature cut short', body, { ...signed(SECRET), [header]: signed(SECRET)[header]!.slice(0, -1) }],
      ['a signature that is not ASCII', body, { ...signed(SECRET), [header]: 'sha256=\xe9' }],
    ])('returns 401 for %s, and continues', async (_, sent, headers) => {
      const before = printed()
      expect(await statusOf(sent, headers)).toBe(401)
      expect(await statusOf(body, signed(SECRET))).toBe(204)
      await until(() => printed() === before + 1)
    })

    it('returns 401 without a signature', async () => {
      expect(await statusOf(body, {})).toBe(401)
    })

    if (header === STANDARD_SIGNATURE) {
      it('returns 401 for a request from ten minutes ago', async () => {
        expect(await statusOf(body, signed(SECRET, new Date(Date.now() - 600_000)))).toBe(401)
      })
    }
  })
}

describe('without a secret', () => {
  it.each(['receive.mjs', 'receive.py', 'standard-webhooks.mjs', 'verify.sh'])('%s does not start', (file) => {
    const program = { mjs: SYSTEM_NODE, py: 'python3', sh: 'sh' }[file.split('.').pop() as 'mjs' | 'py' | 'sh']
    const { status, stderr } = spawnSync(program, [file, 'sha256='], {
      cwd: folder,
      env: { PATH: process.env.PATH },
      input: '',
      timeout: 20_000,
      encoding: 'utf8',
    })
    expect(status).toBeGreaterThan(0)
    expect(stderr).toContain('WEBHOOK_SECRET')
  })
})

const verify = (secret: string, signature: string, input: string) =>
  spawnSync('./verify.sh', [signature], {
    cwd: folder,
    env: { ...environment, WEBHOOK_SECRET: secret },
    input,
    encoding: 'utf8',
  })

describe.skipIf(lacks('the example verify.sh', 'openssl'))('verify.sh', () => {
  const signature = signed(SECRET)[OWN_SIGNATURE]!

  it('accepts what the service signed, and prints its type and id', () => {
    expect(verify(SECRET, signature, body)).toMatchObject({ status: 0, stdout: `${PRINTED}\n` })
  })

  it.each([
    ['a signature with another secret', signed(OTHER)[OWN_SIGNATURE]!, body],
    ['a changed body', signature, changed],
    ['a body with a line end more', signature, `${body}\n`],
    ['an empty signature', '', body],
  ])('rejects %s', (_, given, input) => {
    expect(verify(SECRET, given, input)).toMatchObject({ status: 1, stdout: '' })
  })
})

describe('the webhook guide', () => {
  const expectFieldsOf = ({ properties }: { properties: object }, shown: object) =>
    expect(Object.keys(shown)).toEqual(Object.keys(properties))
  const examples = Array.from(guide('events').matchAll(/```json\n(.*?)```/gs), ([, text]) => JSON.parse(text!)).filter(
    ({ type }) => type !== undefined,
  )

  it('shows every event of the service, with its fields', () => {
    expect(examples.map(({ type }) => type).sort()).toEqual(EVENT_TYPES.filter((type) => type !== 'order.paid').sort())
    for (const example of examples) {
      expect(Object.keys(example)).toEqual(Object.keys(JSON.parse(eventBody(event, {}))))
      const { schema } = EventSchemas.find(({ type }) => type === example.type)!
      expect(Object.keys(example.data)).toEqual(Object.keys(schema.properties.data.properties))
      const { credential, station } = example.data
      if (credential) expectFieldsOf(EventCredentialSchema, credential)
      if (station) expectFieldsOf(StationSchema, station)
    }
  })

  it('shows a correct signature', () => {
    const [secret, text, signature] = ['secret', 'body \\(33 bytes\\)', 'header'].map(
      (name) => manual.match(new RegExp(`^\\| ${name} \\| \`(.*)\` \\|$`, 'm'))![1]!,
    ) as [string, string, string]
    expect(Buffer.byteLength(text)).toBe(33)
    expect(signatureHeaders([signerOf(secret)], { id: 'evt_1', body: text }, new Date())[OWN_SIGNATURE]).toBe(signature)
  })

  it('has the default events, the limit and the retry delays of the code', () => {
    expect(manual).toContain(`The default of \`eventos\` is \`${DEFAULT_EVENT_TYPES.join(',')}\``)
    expect(manual).toContain(`at most ${MAX_ACTIVE_WEBHOOKS} active webhooks`)
    const times = manual.match(/The pauses are (.*?), each/s)![1]!.matchAll(/(\d+) (s|min|h)\b/g)
    const inMs = Array.from(times, ([, count, unit]) => Number(count) * { s: 1e3, min: 60e3, h: 3600e3 }[unit as 's'])
    expect(inMs).toEqual(readConfig({}).webhookRetryDelaysMs)
  })
})

/** Ready once it has printed its address. */
async function startReceiver(program: string, args: string[]) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const address = () => output.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0]
  await until(() => {
    if (child.exitCode !== null) throw new Error(`did not start: ${output}`)
    return address() !== undefined
  })
  return {
    url: `${address()}/`,
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `127.0.0.1:${port}`
}
