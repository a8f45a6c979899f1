// The cost of connecting and authenticating one rover, by number of concurrent connects: to a newly started process,
// and to one that has admitted thousands.
import type { Row } from '../support/service.ts'
import { sized } from '../support/size.ts'
import { type LoadReport, openStage, type Play, type Sides } from './caster-stage.ts'

const CREDENTIALS = sized(100_000, 1000)
const WARM_UP: Play = { rovers: sized(10_000, 50), seconds: 1, restSeconds: 0, inFlight: sized(4_000, 50) }

interface Rate {
  readonly inFlight: number
  readonly rovers: number
  readonly why?: string
  readonly wanted?: { readonly cpuUs: number; readonly perSecond: number }
}

const ALONE =
  'a connect that comes alone pays for every round by itself: the statement that admits it, the record of its session and the system calls that wake PostgreSQL and the caster. Connects that arrive together share rounds, as the rows with more in flight show.'
const TOGETHER =
  'two cores run the caster, PostgreSQL and the load. The bare server of the same run needs 80 to 90 % of this CPU and reaches a third more connects.'

/** With one connect in flight, 250 per second means 4 ms each. */
const RATES: readonly Rate[] = [
  { inFlight: 1, rovers: sized(500, 5), wanted: { cpuUs: 1_000, perSecond: 250 }, why: ALONE },
  { inFlight: 8, rovers: sized(2_000, 10) },
  { inFlight: 64, rovers: sized(6_000, 50), wanted: { cpuUs: 250, perSecond: 4_000 }, why: TOGETHER },
  { inFlight: 512, rovers: sized(6_000, 50) },
]

const count = (value: number) => Math.round(value).toLocaleString('en')
const words = ({ cpu_us_per_connect, connects_per_s }: LoadReport) =>
  `${count(cpu_us_per_connect)} µs of CPU, ${count(connects_per_s)}/s`

export async function benchConnect(add: (...rows: Row[]) => void): Promise<void> {
  const stage = await openStage(CREDENTIALS, 'fanout-asking')
  try {
    for (const rate of RATES) {
      const fresh = await stage.fresh()
      add(await connecting(fresh, rate, 'a process that has just started'))
      await fresh.close()
    }
    await stage.floor.play(WARM_UP)
    await stage.ours.play(WARM_UP)
    for (const rate of RATES) add(await connecting(stage, rate, 'a warm process'))
  } finally {
    await stage.close()
  }
}

async function connecting(
  { ours, floor }: Sides,
  { inFlight, rovers, wanted, why }: Rate,
  process: string,
): Promise<Row> {
  const play: Play = { rovers, inFlight, seconds: 1, restSeconds: 0 }
  const bare = await floor.play(play)
  const measured = await ours.play(play)
  const { cpu_us_per_connect: cpuUs, connects_per_s: perSecond } = measured
  return {
    what: `Connecting and authenticating, ${inFlight} at a time, to ${process}; against a server that reads a request, asks PostgreSQL two questions and answers`,
    measured: `${words(measured)}, ${count(measured.clients - measured.accepted)} of ${count(rovers)} refused`,
    floor: words(bare),
    ratio: (cpuUs / bare.cpu_us_per_connect).toFixed(2),
    wanted: wanted ? `≤ ${count(wanted.cpuUs)} µs, ≥ ${count(wanted.perSecond)}/s` : 'information',
    met: measured.accepted === rovers && (!wanted || (cpuUs <= wanted.cpuUs && perSecond >= wanted.perSecond)),
    ...(why && { why }),
  }
}
