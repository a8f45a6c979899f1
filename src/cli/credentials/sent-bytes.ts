import { writeFile } from 'node:fs/promises'
import { readSent } from '../../actions/sessions/sent.ts'
import { readConfig } from '../../base/config/config.ts'
import { sentRebuilder } from '../../start/roles/sent-bytes.ts'
import { loadBook } from '../../store/current/current.ts'
import { sentPartText, sentText } from '../../words/access.ts'
import { en } from '../../words/en.ts'
import { ABOUT_TIMES, commandContext, fullTime, onFoundation, required, text, time, verb } from '../kit/command.ts'

export const bytes = verb({
  summary: 'write what a rover was sent between two times to a file',
  more: `Rebuilds the bytes from the archive and from the record of the session: the frames of its bases, the changes of base, and the conversion of its mountpoint. Prints what is certain and what is not, and writes the same to FILE.json.

Streams of VRS engines and of external casters are not recorded and are left out. The current hour of a station can be read only on the machine that records it. ${ABOUT_TIMES}`,
  args: ['SESSION'],
  flags: {
    from: required(time('start of the window')),
    to: required(time('end of the window')),
    output: required(text('FILE', 'file for the bytes')),
  },
  async run({ from, to, output }, id) {
    const config = readConfig()
    await onFoundation(async ({ db, clock, casterDefaults }) => {
      const book = await loadBook(db, casterDefaults)
      const rebuild = sentRebuilder({ db, clock, config, book: async () => book })
      const context = commandContext('session bytes', { db, book })
      const { bytes: sent, report } = await readSent(context, 'all', { id, from, to }, rebuild)
      const parts = report.parts.map((part) => ({ ...part, says: sentPartText(en, part) }))
      const says = sentText(en, report)
      await writeFile(output, sent)
      await writeFile(`${output}.json`, `${JSON.stringify({ ...report, parts, says }, null, 2)}\n`)
      console.log(`wrote ${sent.length} bytes to ${output}`)
      for (const part of parts)
        console.log(
          `${part.station ?? 'computed'}, ${fullTime(part.from)} to ${fullTime(part.to)}, ${part.bytes} bytes: ${part.says.join(' ')}`,
        )
      for (const sentence of says) console.log(sentence)
    })
  },
})
