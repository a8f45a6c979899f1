// The thread that makes sheets: what it is asked by `workshop.ts`, one after another.
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Brand } from '../../domain/delivery/brand.ts'
import { deliveryPdf } from './document.ts'
import type { PdfAnswer, PdfRequest } from './workshop.ts'

/** Its logo arrives as plain bytes; on paper there are no dark grounds. */
const brandHere = ({ shades, logo }: Brand): Brand => ({
  shades,
  logo: logo && { ...logo, content: Buffer.from(logo.content) },
  logoDark: null,
})

// Sheets come after requests and streams where there are fewer cores than work. (Elsewhere this would mean the whole process.)
const { PRIORITY_BELOW_NORMAL } = constants.priority
if (process.platform === 'linux' && getPriority(0) < PRIORITY_BELOW_NORMAL) setPriority(0, PRIORITY_BELOW_NORMAL)

parentPort!.on('message', async ({ delivery, language, paper, brand }: PdfRequest) => {
  const answer = await deliveryPdf(delivery, { language, paper, brand: brandHere(brand) }).then(
    (pdf): PdfAnswer => ({ pdf: new Uint8Array(pdf) }),
    (error): PdfAnswer => ({ error: (error as Error).message }),
  )
  // Handed over, not copied once more.
  parentPort!.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer as ArrayBuffer] : [])
})
