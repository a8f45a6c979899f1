// The caster: the cost of a delivered message against a bare fan-out, memory per rover, a mass reconnect, and loads
// that must not cost the rovers anything: more mountpoints, the metering of RTCM, clients that send nothing. (Other
// numbers of rovers: fanout.ts.)
import { setTimeout as sleep } from 'node:timers/promises'
import { StreamMeter } from '@vertice/rtcm'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { median, type Row, startFloor } from '../support/service.ts'
import { sized } from '../support/size.ts'
import {
  type LoadReport,
  ROVERS as MANY,
  MOUNTPOINTS,
  openStage,
  type Play,
  type Sides,
  type Stage,
} from './caster-stage.ts'
import { withoutRest } from './fanout.ts'

const CREDENTIALS = sized(1_000_000, 1000)
const FEW = sized(1_000, 10)
const ROVERS = sized(10_000, 50)
const IDLERS = sized(10_000, 50)
const SECONDS = sized(6, 2)
const TURNS = sized(3, 1)
/** Limit in both directions: cost per message relative to the floor, compared with that at 10,000 rovers. */
const FLAT = 1.25
/** Concurrent connects, limited by the backlog of a listening socket. */
const AT_ONCE = sized(4_000, 50)
/** Goals: the caster's CPU per connect, and connects per second on two cores that the database and the rovers share. */
const CONNECT_US = 150
const CONNECTS_A_SECOND = 6_000

interface Round {
  readonly ours: LoadReport
  readonly floor: LoadReport
}

const count = (value: number) => value.toLocaleString('en')
const us = (value: number, digits = 2) => `${value.toFixed(digits)} µs`
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const INFORMATION = { wanted: 'information', met: true }

export async function benchCaster(add: (...rows: Row[]) => void): Promise<void> {
  const stage = await openStage(CREDENTIALS)
  try {
    const rounds = await inTurns(stage, { rovers: ROVERS, seconds: SECONDS }, TURNS)
    add(...perMessage(rounds))
    add(await massReconnect(stage), await coldReconnect(stage))
    add(...(await memory(stage, rounds)))
    const spread = { rovers: ROVERS, mountpoints: MOUNTPOINTS, seconds: sized(5, 1) }
    add(
      flat(`${count(ROVERS)} rovers on ${MOUNTPOINTS} mountpoints`, await inTurns(stage, spread, sized(2, 1)), rounds),
    )
    add(await besideTheRelay(rounds))
    add(await amongIdlers(stage))
  } finally {
    await stage.close()
  }
}

async function inTurns({ ours, floor }: Sides, play: Play, times: number): Promise<Round[]> {
  const rounds: Round[] = []
  for (let time = 0; time < times; time++) {
    await sleep(1000) // for the ends of the previous sessions to be recorded
    rounds.push({ floor: await floor.play(play), ours: await ours.play(play) })
  }
  return rounds
}

function perMessage(rounds: readonly Round[]): Row[] {
  const reports = rounds.map(({ ours }) => ours)
  const ratio = median(rounds.map(({ ours, floor }) => ours.cpu_us_per_message / floor.cpu_us_per_message))
  const what = `${count(ROVERS)} rovers at 1 Hz × 600 B, each with its own credential of ${count(CREDENTIALS)}`
  const { lost, expected, dropped } = losses(reports)
  const floor = losses(rounds.map((round) => round.floor))
  return [
    {
      what: `Caster, ${what}: CPU of a delivered message, against a bare fan-out to handles`,
      measured: us(median(reports.map((report) => report.cpu_us_per_message))),
      floor: us(median(rounds.map((round) => round.floor.cpu_us_per_message))),
      ratio: ratio.toFixed(2),
      wanted: '≤ 1.15',
      met: ratio <= 1.15,
    },
    {
      what: 'Messages lost and rovers dropped in those rounds',
      measured: `${count(lost)} of ${count(expected)}, ${count(dropped)} dropped`,
      floor: `${count(floor.lost)} of ${count(floor.expected)}, ${count(floor.dropped)} dropped`,
      ratio: '',
      wanted: 'none',
      met: lost === 0 && dropped === 0 && expected === reports.length * SECONDS * ROVERS,
    },
  ]
}

function losses(reports: readonly LoadReport[]) {
  const sum = (of: (report: LoadReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  return {
    lost: sum(({ lost }) => lost),
    expected: sum(({ expected }) => expected),
    dropped: sum(({ dropped_clients }) => dropped_clients),
  }
}

const RECONNECT: Play = { rovers: ROVERS, seconds: 1, restSeconds: 0, inFlight: AT_ONCE }

/** All rovers of the previous round were disconnected at once and reconnect as fast as the tool can dial. */
async function massReconnect(stage: Stage): Promise<Row> {
  const rounds = await inTurns(stage, RECONNECT, TURNS)
  return {
    what: `Mass reconnect of ${count(ROVERS)} rovers, ${count(AT_ONCE)} at a time, each with its own credential of ${count(CREDENTIALS)}: what connecting and authenticating one costs, against a server that accepts, reads a head and answers a fixed one`,
    ...connecting(rounds),
  }
}

/** Reconnects to a newly started caster: no code is warm, no password is cached. */
async function coldReconnect(stage: Stage): Promise<Row> {
  const rounds: Round[] = []
  for (let turn = 0; turn < sized(2, 1); turn++) {
    const fresh = await stage.fresh()
    rounds.push(...(await inTurns(fresh, RECONNECT, 1)))
    await fresh.close()
  }
  return {
    what: 'The same to a caster that has just started, with empty caches',
    ...connecting(rounds),
    ...INFORMATION,
  }
}

function connecting(rounds: readonly Round[]): Omit<Row, 'what'> {
  const of = (side: keyof Round) => ({
    cpu: median(rounds.map((round) => round[side].cpu_us_per_connect)),
    rate: median(rounds.map((round) => round[side].connects_per_s)),
  })
  const [ours, floor] = [of('ours'), of('floor')]
  const words = ({ cpu, rate }: typeof ours) => `${us(cpu, 0)} of CPU, ${count(Math.round(rate))}/s`
  const refused = rounds.reduce((sum, round) => sum + round.ours.clients - round.ours.accepted, 0)
  return {
    measured: `${words(ours)}, ${count(refused)} of ${count(rounds.length * ROVERS)} refused`,
    floor: words(floor),
    ratio: (ours.cpu / floor.cpu).toFixed(2),
    wanted: `≤ ${us(CONNECT_US, 0)}, ≥ ${count(CONNECTS_A_SECOND)}/s, none refused`,
    met: refused === 0 && ours.cpu <= CONNECT_US && ours.rate >= CONNECTS_A_SECOND,
  }
}

/**
 * Measures memory after garbage collection. The garbage of a mass connect is many times larger, and V8 keeps it until
 * it needs the space, so the plain resident size is random.
 */
async function memory({ ours, floor }: Stage, rounds: readonly Round[]): Promise<Row[]> {
  const perRover = async (side: typeof ours) => {
    const few = await side.residentWith(ROVERS)
    return ((await side.residentWith(MANY)) - few) * (1024 / (MANY - ROVERS))
  }
  const [bare, measured] = [await perRover(floor), await perRover(ours)]
  const asItComes = (of: (round: Round) => LoadReport) =>
    rounds.map((round) => (of(round).rss_per_client / 1000).toFixed(1)).join(', ')
  return [
    {
      what: `Resident memory a rover: ${count(MANY)} connected less ${count(ROVERS)} connected, in a process that has seen as many before, both after a garbage collection`,
      measured: kB(measured),
      floor: kB(bare),
      ratio: (measured / bare).toFixed(2),
      wanted: '≤ 4 kB',
      met: measured <= 4000,
    },
    {
      ...INFORMATION,
      what: `The same without a garbage collection: growth of the process in each of the rounds above, the first in a new process, including the garbage of ${count(ROVERS)} handshakes`,
      measured: `${asItComes(({ ours }) => ours)} kB`,
      floor: `${asItComes(({ floor }) => floor)} kB`,
      ratio: '',
    },
  ]
}

function flat(what: string, rounds: readonly Round[], usual: readonly Round[]): Row {
  const toFloor = (some: readonly Round[]) =>
    mean(some.map(({ ours, floor }) => withoutRest(ours) / withoutRest(floor)))
  const words = (reports: readonly LoadReport[]) =>
    `${us(mean(reports.map(withoutRest)))} (${us(mean(reports.map((report) => report.cpu_us_per_message)))} with its rest)`
  const ratio = toFloor(rounds) / toFloor(usual)
  const { lost } = losses(rounds.map(({ ours }) => ours))
  return {
    what: `${what}: CPU of a delivered message without what the process takes at rest; ratio: to the floor, against the same with ${count(ROVERS)} rovers on one`,
    measured: `${words(rounds.map(({ ours }) => ours))}${lost > 0 ? `, ${count(lost)} lost` : ''}`,
    floor: words(rounds.map(({ floor }) => floor)),
    ratio: ratio.toFixed(2),
    wanted: `flat: ${(1 / FLAT).toFixed(1)} to ${FLAT}`,
    met: ratio <= FLAT && ratio >= 1 / FLAT && lost === 0,
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Metering runs once per message, the fan-out once per rover. Epochs are spaced out, so the code is not kept warm. */
async function besideTheRelay(rounds: readonly Round[]): Promise<Row> {
  const start = Date.UTC(2026, 0, 5)
  const position = { lat: 19.4, lng: -99.1, height: 2240 }
  const stream = new StationStream(new Sky(), {
    code: 'BENCH',
    stationId: 1,
    position,
    constellations: ['GPS', 'GAL'],
  })
  const meter = new StreamMeter(start)
  const [costs, sizes]: [number[], number[]] = [[], []]
  for (let second = 0; second < sized(150, 10); second++) {
    const epoch = stream.epoch(start + second * 1000)
    await sleep(10)
    const from = performance.now()
    meter.push(epoch, start + second * 1000 + 80)
    costs.push((performance.now() - from) * 1000)
    sizes.push(epoch.length)
  }
  const cost = median(costs)
  const fanOut = median(rounds.map(({ ours }) => ours.cpu_us_per_message)) * ROVERS
  return {
    what: `The measuring of RTCM beside the relay: an epoch of ${mean(sizes).toFixed(0)} B, against its fan-out to ${count(ROVERS)} rovers`,
    measured: us(cost, 0),
    floor: us(fanOut, 0),
    ratio: `${((cost / fanOut) * 100).toFixed(2)} %`,
    wanted: '< 5 %',
    met: cost / fanOut < 0.05,
  }
}

/** Longer than the time limit for a client's first bytes: all idlers are disconnected and reconnect meanwhile. */
async function amongIdlers({ ours }: Stage): Promise<Row> {
  const idlers = await startFloor('idlers', String(ours.port), String(IDLERS))
  const report = await ours.play({ rovers: FEW, seconds: sized(12, 2) })
  await idlers.stop()
  const { accepted, lost, expected, dropped_clients: dropped } = report
  return {
    what: `${count(FEW)} rovers among ${count(IDLERS)} silent connections that reconnect when they are closed: messages lost, rovers dropped`,
    measured: `${count(accepted)} in, ${count(lost)} of ${count(expected)} lost, ${count(dropped)} dropped`,
    floor: '',
    ratio: '',
    wanted: 'none',
    met: accepted === FEW && lost === 0 && dropped === 0,
  }
}
