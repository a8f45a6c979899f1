// The thread that makes sheets: what it is asked by `workshop.ts`, one after another.
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Logo } from '../logo.ts'
import { handoverPdf } from './document.ts'
import type { PdfAnswer, PdfRequest } from './workshop.ts'

const { logo } = workerData as { logo: Logo | null }
const logoHere = logo && { ...logo, content: Buffer.from(logo.content) } // it arrives as plain bytes

// Sheets come after requests and streams where there are fewer cores than work. (Elsewhere this would mean the whole process.)
const { PRIORITY_BELOW_NORMAL } = constants.priority
if (process.platform === 'linux' && getPriority(0) < PRIORITY_BELOW_NORMAL) setPriority(0, PRIORITY_BELOW_NORMAL)

parentPort!.on('message', async ({ handover, language, paper }: PdfRequest) => {
  const answer = await handoverPdf(handover, { language, paper, logo: logoHere }).then(
    (pdf): PdfAnswer => ({ pdf: new Uint8Array(pdf) }),
    (error): PdfAnswer => ({ error: (error as Error).message }),
  )
  // Handed over, not copied once more.
  parentPort!.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer as ArrayBuffer] : [])
})
