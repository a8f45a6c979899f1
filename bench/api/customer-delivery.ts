// Delivery to customers: PDF sheets per second against a bare page of the same library, and mails through the outbox
// against a bare nodemailer pool that makes the same sheets and texts without a database.

import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import PDFDocument from 'pdfkit'
import { writtenOf } from '../../src/domain/credentials/credential.ts'
import { DEFAULT_BRAND, NO_BRAND } from '../../src/domain/delivery/brand.ts'
import type { CustomerDelivery } from '../../src/domain/delivery/delivery.ts'
import { RECEIVER_KEYS } from '../../src/domain/delivery/receivers/names.ts'
import { longTime } from '../../src/domain/text/long-time.ts'
import { dataMail } from '../../src/outbound/delivery/mail/mail.ts'
import { deliveryPdf } from '../../src/outbound/delivery/pdf/document.ts'
import { readFont } from '../../src/outbound/delivery/pdf/fonts.ts'
import { QUIET, qrCode } from '../../src/outbound/delivery/qr.ts'
import { explainDatum, wordsOf } from '../../src/outbound/delivery/words/words.ts'
import { wordsIn } from '../../src/words/language.ts'
import { receiverName } from '../../src/words/words.ts'
import { BenchService, median, type Row, startFloor } from '../support/service.ts'
import { sized } from '../support/size.ts'

const SECONDS = sized(3, 0.2)
const ROUNDS = sized(3, 1)
const MAILS = sized(10_000, 20)
const FLOOR_MAILS = sized(1_000, 20)
const AT_ONCE = 5
const BATCH = 1_000

const deliveryOf = (index: number): CustomerDelivery => ({
  credential: {
    id: index,
    ownerId: 1,
    stationId: 1,
    groupId: null,
    geofence: null,
    givenUsername: null,
    username: `user${String(index).padStart(6, '0')}`,
    ...writtenOf({
      label: `Obra norte, tramo ${index}`,
      customerName: `María Peña ${index}`,
      customerEmail: 'maria@example.mx',
    }),
    issuedAt: new Date(),
    startsAt: new Date(),
    expiresAt: new Date(Date.now() + 30 * 86_400_000),
    revokedAt: null,
    suspendedAt: null,
    reference: null,
    metadata: null,
    maxSessions: 1,
    whenFull: 'replace',
    placeLat: null,
    placeLng: null,
    isTest: false,
  },
  password: 'w8hn4tqcz6pmv3xk',
  url: `https://rtk.example.mx/c/${index.toString(36)}-3qkZ0T7vXbM1dPj5Rw9aLs2n`,
  networkName: 'Red Geodésica',
  ownBrand: NO_BRAND,
  contact: { phone: null, whatsapp: null },
  casterHost: 'rtk.example.mx',
  casterPort: 2101,
  mountpoint: 'BENCH',
  format: 'RTCM 3.2',
  datum: 'ITRF2008 época 2010.0',
  station: { code: 'BENCH', name: 'Bench' },
  group: null,
  converted: [],
  others: { named: [], more: 0 },
  state: 'in_force',
  source: 'up',
  simulated: false,
  now: new Date(),
})

const fonts = { regular: readFont('regular'), strong: readFont('strong'), mono: readFont('mono') }

/** The same texts, code and fonts, laid out by the library itself as consecutive paragraphs. */
function barePage(delivery: CustomerDelivery): Promise<Buffer> {
  const words = wordsOf('es')
  const { credential, password, url, casterHost, casterPort, mountpoint } = delivery
  const pdf = new PDFDocument({ size: 'LETTER', margin: 46, font: '' })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
  })
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font)
  const paragraph = (font: string, size: number, text: string) =>
    pdf.font(font).fontSize(size).text(text, { width: 260 })
  paragraph('strong', 15, delivery.networkName)
  paragraph('strong', 20, credential.customerName!)
  paragraph('regular', 11, credential.label!)
  const typed = [
    [words.host, casterHost],
    [words.port, String(casterPort)],
    [words.mountpoint, mountpoint],
    [words.username, credential.username],
    [words.password, password],
  ] as const
  for (const [name, value] of typed) {
    paragraph('regular', 9, name)
    paragraph('mono', 13, value)
  }
  paragraph('strong', 9, words.notWeb)
  for (const heading of [words.validity, words.corrections, words.how, words.equipmentTitle])
    paragraph('strong', 10, heading)
  for (const text of [
    longTime(credential.startsAt, 'es'),
    longTime(credential.expiresAt, 'es'),
    words.state.in_force,
    words.zone,
    delivery.station!.name,
    delivery.format,
    delivery.datum,
    explainDatum(delivery.datum, 'es'),
    ...words.howPlain,
    words.oneSession,
    url!,
    words.privateSheet,
    words.printed(longTime(delivery.now, 'es')),
  ])
    paragraph('regular', 8, text)
  paragraph('regular', 9, words.recipes.onPaper)
  paragraph('regular', 8, RECEIVER_KEYS.map((key) => receiverName(wordsIn('es'), key)).join(', '))
  const { size, path } = qrCode(url!)
  pdf.translate(400, 100).scale(118 / (size + 2 * QUIET))
  pdf.path(path).fill('#000000')
  pdf.end()
  return done
}

const sheetOf = (delivery: CustomerDelivery) =>
  deliveryPdf(delivery, { language: 'es', paper: 'letter', brand: DEFAULT_BRAND })

async function perSecond(make: (delivery: CustomerDelivery) => Promise<Buffer>): Promise<number> {
  const from = performance.now()
  let made = 0
  for (; performance.now() - from < SECONDS * 1000; made++) await make(deliveryOf(made))
  return made / ((performance.now() - from) / 1000)
}

export async function benchSheets(): Promise<Row> {
  const [ours, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await perSecond(barePage))
    ours.push(await perSecond(sheetOf))
  }
  return rowOf('PDF sheets, against a bare pdfkit page of the same words, code and fonts', median(ours), median(floors))
}

const rowOf = (what: string, rate: number, floor: number): Row => ({
  what,
  measured: `${rate.toFixed(0)}/s`,
  floor: `${floor.toFixed(0)}/s`,
  ratio: (rate / floor).toFixed(2),
  wanted: '≥ 0.7',
  met: rate / floor >= 0.7,
})

interface MailboxState {
  readonly smtpPort: number
  readonly count: number
  readonly recipients: number
  readonly first: number
  readonly last: number
}

const stateOf = async (port: number, path = '/state'): Promise<MailboxState> =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).json() as never

/** One service queues the mails, another one sends them, and the mail server's clock gives the rate. */
export async function benchMails(mails = MAILS, floorMails = FLOOR_MAILS): Promise<Row[]> {
  const mailbox = await startFloor('mailbox')
  const { smtpPort } = await stateOf(mailbox.port)
  const settings = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }
  const queueing = new BenchService(undefined, { ...settings, ROLES: 'api' })
  await queueing.start()
  const token = await queueing.command('token', 'create', '--owner', 'o', '--name', 'b', '--scopes', 'provision')
  await queueing.command('station', 'add', '--code', 'BENCH', '--name', 'Bench', '--lat', '19.4', '--lng', '-99.1')
  for (let queued = 0; queued < mails; queued += BATCH)
    await issueBatch(queueing.port, token, queued, Math.min(BATCH, mails - queued))
  await queueing.stop()

  const floor = await barePool(mailbox.port, smtpPort, floorMails)
  await stateOf(mailbox.port, '/reset')
  const sending = new BenchService(queueing.dataDir, { ...settings, ROLES: 'worker' })
  await sending.start()
  let state = await stateOf(mailbox.port)
  for (let idle = 0; state.count < mails && idle < 100; idle++) {
    await sleep(300)
    const next = await stateOf(mailbox.port)
    if (next.count > state.count) idle = 0
    state = next
  }
  await sending.stop()
  await mailbox.stop()
  sending.remove()
  const rate = ((state.count - 1) / (state.last - state.first)) * 1000
  return [
    {
      what: `${mails.toLocaleString('en')} queued mails, each with its sheet, to one server: recipients who got theirs`,
      measured: state.recipients.toLocaleString('en'),
      floor: '',
      ratio: '',
      wanted: mails.toLocaleString('en'),
      met: state.recipients === mails,
    },
    rowOf(`Their rate, against a bare nodemailer pool of ${AT_ONCE} that makes and sends the same`, rate, floor),
  ]
}

async function issueBatch(port: number, token: string, from: number, count: number): Promise<void> {
  const credentials = Array.from({ length: count }, (_, index) => ({
    segundos: 30 * 86_400,
    station_codigo: 'BENCH',
    label: `Obra norte, tramo ${from + index}`,
    cliente_nombre: `María Peña ${from + index}`,
    cliente_email: `maria-${from + index}@example.mx`,
    enviar_email: true,
  }))
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/credentials/batch`, {
    method: 'POST',
    body: JSON.stringify({ credentials }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

async function barePool(statePort: number, smtpPort: number, mails: number): Promise<number> {
  await stateOf(statePort, '/reset')
  const pool = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    pool: true,
    maxConnections: AT_ONCE,
    tls: { rejectUnauthorized: false },
  })
  let begun = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (begun < mails) {
        const delivery = deliveryOf(++begun)
        const content = dataMail(delivery, 'es', await sheetOf(delivery))
        await pool.sendMail({
          ...content,
          attachments: [...content.attachments!],
          from: 'rtk@example.mx',
          to: `floor-${begun}@example.mx`,
        })
      }
    }),
  )
  pool.close()
  const { count, first, last } = await stateOf(statePort)
  return ((count - 1) / (last - first)) * 1000
}
