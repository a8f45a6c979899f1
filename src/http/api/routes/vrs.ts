import { inTurns } from '../../../base/running/turns.ts'
import type { App } from '../../../base/serving/app.ts'
import { Coverage } from '../../../domain/network/mountpoint-choice.ts'
import { choiceToWire, VrsQuery, VrsResponse, vrsExample } from '../../../wire/network/vrs.ts'
import { derivedFromStations } from '../derived.ts'
import { json, problemsOf } from '../describe.ts'
import type { ApiServices } from '../services.ts'

export function vrsRoutes(app: App, { clock, rateLimitPerMinute }: ApiServices): void {
  const problems = problemsOf(rateLimitPerMinute)
  const coverageAt = derivedFromStations<Coverage>((book, now, before) => new Coverage(book.active, now, before))

  app.get(
    '/vrs',
    {
      config: { scope: 'read', isOpen: true },
      schema: {
        operationId: 'chooseMountpoint',
        tags: ['Mountpoint'],
        summary: 'Mountpoint for a position',
        description:
          'Network RTK/VRS or a single base, over stations that are online (or degraded, when no online one serves): the nearest station within 10 km; else the network mountpoint inside a triangle of stations whose sides are at most 70 km; else the nearest station whose `radio_km` reaches the position; else no coverage. The distances are settings of the network. Scope `read`.',
        querystring: VrsQuery,
        response: { 200: json('The choice.', VrsResponse, vrsExample), ...problems('invalid_request') },
      },
    },
    async ({ query, current }) => {
      const { network } = current.book
      const now = clock()
      const coverage = coverageAt(current.book, now)
      if (!coverage.isPrepared) await inTurns(coverage.prepare())
      return choiceToWire(coverage.choose(query, network), network, now)
    },
  )
}
