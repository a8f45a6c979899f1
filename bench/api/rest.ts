// The idle service.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchService, Row } from '../support/service.ts'
import { sized } from '../support/size.ts'

/** Restart time on a data directory with a million credentials, and the memory of the idle processes. */
export async function benchRest(service: BenchService): Promise<Row[]> {
  const starts: number[] = []
  for (let round = 0; round < sized(3, 1); round++) {
    await service.stop()
    starts.push(await service.start())
  }
  await sleep(sized(10_000, 100))
  const megabytes = service.residentMegabytes()
  const slowest = Math.max(...starts)
  const plain = { floor: '', ratio: '' }
  return [
    {
      ...plain,
      what: 'Start to ready on an existing data directory (slowest of 3)',
      measured: `${(slowest / 1000).toFixed(2)} s`,
      wanted: '≤ 3 s',
      met: slowest <= 3000,
    },
    {
      ...plain,
      what: 'Resident memory at rest of both Node processes together, the caster’s and the other, 1,000,000 credentials in the database',
      measured: `${megabytes.toFixed(0)} MB`,
      wanted: '≤ 220 MB',
      met: megabytes <= 220,
    },
  ]
}
