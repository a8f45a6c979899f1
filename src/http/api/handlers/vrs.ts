import { inTurns } from '../../../base/running/turns.ts'
import { Coverage } from '../../../domain/network/mountpoint-choice.ts'
import { derivedFromStations } from '../../../store/current/derived.ts'
import { choiceToWire } from '../../../wire/network/vrs.ts'
import type { Handlers } from '../handler.ts'
import type { ApiServices } from '../services.ts'

export function vrsHandlers({ clock }: ApiServices): Handlers<'GET /vrs'> {
  const coverageAt = derivedFromStations<Coverage>((book, now, before) => new Coverage(book.active, now, before))
  return {
    'GET /vrs': async ({ query, current }) => {
      const { network } = current.book
      const now = clock()
      const coverage = coverageAt(current.book, now)
      if (!coverage.isPrepared) await inTurns(coverage.prepare())
      return choiceToWire(coverage.choose(query, network), network, now)
    },
  }
}
