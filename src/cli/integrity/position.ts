import { readPositionReport } from '../../reads/computed-position.ts'
import { loadBook } from '../../store/current/current.ts'
import { asJson, CommandFailure, onFoundation, time, verb } from '../kit/command.ts'
import { reportFlags, showReport } from './report.ts'

export const position = verb({
  summary: 'show the position of a station that the network computed',
  more: `Uses the days that "integrity run --store" or a computation in the console kept: the latest ones that agree with each other, with at least two hours of data each. Prints the position, its uncertainty (95 %), and how far the registered one is from it. --pdf writes a report.`,
  args: ['CODE'],
  flags: { until: time('the latest day that is used; now if omitted'), ...reportFlags, ...asJson },
  run: ({ json, until, ...wish }, code) =>
    onFoundation(async ({ db, clock, casterDefaults }) => {
      const book = await loadBook(db, casterDefaults)
      const station = book.active.find((one) => one.code === code)
      if (!station) throw new CommandFailure(`there is no station ${code}`)
      const report = await readPositionReport(db, station, book, clock(), until)
      if (!report)
        throw new CommandFailure(
          `no position of ${code} was computed in the 60 days before: use "vertice integrity run --store"`,
        )
      await showReport(report, wish, json)
    }),
})
