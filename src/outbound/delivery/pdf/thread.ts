// The worker thread that makes sheets one after another, controlled by `workshop.ts`.
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Brand } from '../../../domain/delivery/brand.ts'
import { deliveryPdf } from './document.ts'
import { positionReportPdf, type ReportWish } from './position-report.ts'
import type { PdfAnswer, PdfRequest } from './workshop.ts'

/** The logo arrives as a plain Uint8Array. Paper needs no dark logo. */
const brandHere = ({ shades, logo }: Brand): Brand => ({
  shades,
  logo: logo && { ...logo, content: Buffer.from(logo.content) },
  logoDark: null,
})

// Lowers the priority, so that requests and streams come first if cores are scarce. (On other systems this would affect
// the whole process.)
const { PRIORITY_BELOW_NORMAL } = constants.priority
if (process.platform === 'linux' && getPriority(0) < PRIORITY_BELOW_NORMAL) setPriority(0, PRIORITY_BELOW_NORMAL)

parentPort!.on('message', async (request: PdfRequest | ReportWish) => {
  const brand = brandHere(request.brand)
  const made =
    'report' in request
      ? positionReportPdf({ ...request, brand })
      : deliveryPdf(request.delivery, { ...request, brand })
  const answer = await made.then(
    (pdf): PdfAnswer => ({ pdf: new Uint8Array(pdf) }),
    (error): PdfAnswer => ({ error: (error as Error).message }),
  )
  // Transferred, not copied.
  parentPort!.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer as ArrayBuffer] : [])
})
