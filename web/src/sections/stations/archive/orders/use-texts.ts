import type { RinexOrder } from '../../../../../../src/http/console/contract/stations/rinex.ts'
import { useUtc } from '../use-utc.ts'
import { useArchiveWords } from '../words.ts'

export function useRinexTexts() {
  const words = useArchiveWords()
  const utc = useUtc()
  return {
    period: ({ from, to }: Pick<RinexOrder, 'from' | 'to'>) => words.period(utc.moment(from), utc.moment(to)),
    format: ({ version, intervalS }: RinexOrder) => words.formatText(version, words.intervalS(String(intervalS))),
  }
}
