// The thread that makes sheets: what it is asked by `pdf-maker.ts`, one after another.
import { parentPort, workerData } from 'node:worker_threads'
import type { Logo } from '../logo.ts'
import { handoverPdf } from './document.ts'
import type { PdfAnswer, PdfRequest } from './maker.ts'

const { logo } = workerData as { logo: Logo | null }
const logoHere = logo && { ...logo, content: Buffer.from(logo.content) } // it arrives as plain bytes

parentPort!.on('message', async ({ id, handover, language, paper }: PdfRequest) => {
  const answer = await handoverPdf(handover, { language, paper, logo: logoHere }).then(
    (pdf): PdfAnswer => ({ id, pdf: new Uint8Array(pdf) }),
    (error): PdfAnswer => ({ id, error: (error as Error).message }),
  )
  parentPort!.postMessage(answer)
})
