import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type FoundFault, verifyAudit } from '../../actions/audit/verification.ts'
import { record } from '../../actions/context.ts'
import type { AuditEntry } from '../../domain/audit/action.ts'
import { printedSeal, type SealedPart, type SealFault } from '../../domain/audit/seal.ts'
import { simulatedShare } from '../../domain/stations/simulated.ts'
import { auditCsv } from '../../http/console/audit/csv.ts'
import { auditPages } from '../../reads/audit.ts'
import { listSeals, newestSeal } from '../../store/audit/seals.ts'
import type { Database } from '../../store/kit/database.ts'
import { listStations } from '../../store/stations/rows.ts'
import {
  ABOUT_TIMES,
  CommandFailure,
  commandContext,
  group,
  oneOf,
  onFoundation,
  text,
  time,
  UsageError,
  verb,
  whole,
  withDefault,
} from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'

const FAULTS: Record<SealFault, string> = {
  missing_seal: 'the seal is missing',
  changed_seal: 'the seal itself was changed',
  missing_rows: 'rows are missing',
  inserted_rows: 'rows were inserted',
  changed_rows: 'a row was changed',
  not_as_printed: 'the seal is not the one that was printed',
  untold_removal: 'rows up to here were removed without an audit entry',
  untold_erasure: 'customer data was erased without an audit entry',
}
const PARTS: Record<SealedPart, string> = { log: 'entries', issued: 'credentials' }

function faultText({ fault, number, part, afterId, lastId, rows, found }: FoundFault): string {
  const range = part && `, ${PARTS[part]} ${afterId === undefined ? '' : `${afterId + 1} `}to ${lastId}`
  const counts = rows === undefined || rows === found ? '' : ` (${rows} sealed, ${found} found)`
  return `seal ${number}${range ?? ''}: ${FAULTS[fault]}${counts}`
}

const verify = verb({
  summary: 'verify the audit log and issued credentials against their seals',
  more: 'Reports the range in which a row is missing, changed or inserted, and any changed seal.',
  flags: {
    against: text('FILE', 'output of "vertice audit seals" that you stored elsewhere; also detects a recreated chain'),
  },
  async run({ against }) {
    const printed = against === undefined ? new Map<number, string>() : await readPrinted(against)
    await onFoundation(async ({ db }) => {
      let faults = 0
      const { show, clear } = progressLine()
      const told = await verifyAudit(
        db,
        printed,
        (fault) => {
          faults += 1
          clear()
          console.log(faultText(fault))
        },
        (seals, rows) => show(`compared ${seals} seals, ${rows} rows`),
      ).finally(clear)
      const { log, issued } = told.waiting
      if (told.pruned > 0) console.log(`rows of the first ${told.pruned} seals were removed by the retention policy`)
      console.log(`${told.seals} seals over ${told.rows} rows; not sealed yet: ${log} entries, ${issued} credentials`)
      if (faults > 0)
        throw new CommandFailure(
          `found ${faults} ${faults === 1 ? 'problem' : 'problems'}: the audit log does not match its seals`,
        )
      console.log(told.newest ? `verified; newest seal: ${printedSeal(told.newest)}` : 'nothing is sealed yet')
    })
  },
})

/** Finds a printed seal anywhere in a line, because a log may add text around it or escape its quotes. */
const PRINTED = /"number\\*":(\d{1,15}),.*?"hash\\*":\\*"([0-9a-f]{64})/

async function readPrinted(file: string): Promise<Map<number, string>> {
  const printed = new Map<number, string>()
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) {
      const [, number, hash] = PRINTED.exec(line) ?? []
      if (hash) printed.set(Number(number), hash)
    }
  } catch (error) {
    throw new UsageError(`--against: ${(error as Error).message}`)
  }
  if (printed.size === 0) throw new UsageError(`--against: ${file} contains no seal; "vertice audit seals" prints them`)
  return printed
}

const seals = verb({
  summary: 'print the newest seals, one JSON document per line',
  more: 'Each seal covers all previous ones.',
  flags: { last: withDefault(1, whole('N', 'number of seals', { from: 1, to: 999_999_999 })) },
  run: ({ last }) =>
    onFoundation(async ({ db }) => {
      const newest = await newestSeal(db)
      if (!newest) return void console.error('nothing is sealed yet; a running worker seals every minute')
      for (let after = Math.max(0, newest.number - last); after < newest.number; ) {
        const page = await listSeals(db, after, 1_000)
        if (page.length === 0) return
        await print(page.map((seal) => `${printedSeal(seal)}\n`).join(''))
        after = page.at(-1)!.number
      }
    }),
})

const exportLog = verb({
  summary: 'print the audit log, newest first',
  more: `${ABOUT_TIMES}

Entries contain customer data, so the export itself is recorded.`,
  flags: {
    from: time('start of the period, inclusive'),
    to: time('end of the period, exclusive'),
    format: withDefault('jsonl', oneOf(['jsonl', 'csv'], 'JSON lines or CSV')),
  },
  run: ({ format, ...filter }) =>
    onFoundation(async ({ db }) => {
      await record(db, commandContext('audit export', { db }), {
        action: 'audit.exported',
        details: { format, ...filter },
      })
      const pages = auditPages(db, filter)
      const texts = format === 'csv' ? auditCsv(pages, await isSimulated(db)) : jsonLines(pages)
      const { show, clear } = progressLine()
      let length = 0
      for await (const text of texts) {
        await print(text)
        length += text.length
        if (!process.stdout.isTTY) show(`written: ${Math.round(length / 1024)} KB`)
      }
      clear()
    }),
})

const isSimulated = async (db: Database) => simulatedShare(await listStations(db)) === 'all'

async function* jsonLines(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  for await (const entries of pages) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

/** Waits for the reader, so that output does not pile up in memory. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

export const command = group({ verify, seals, export: exportLog })
