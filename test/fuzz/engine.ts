// Fuzzes one target for a while: mutates inputs, and goes on from those that reached something new.
import { Coverage } from './coverage.ts'
import { mutated, oneOf, randomOf } from './mutate.ts'
import { LONGEST_INPUT, SLOW_MS, type Target } from './target.ts'

/** Looking at the coverage takes some milliseconds, so it is looked at once for as many inputs as take so much longer. */
const BATCH_TIMES_LOOK = 6
const LARGEST_BATCH = 1_000
/** What may stay in memory after all inputs are forgotten. */
const GROWTH_LIMIT_BYTES = 48 * 2 ** 20

export interface Crash {
  readonly input: Buffer
  readonly what: string
}

export interface Fuzzed {
  readonly executions: number
  readonly seconds: number
  /** How many inputs reached code that none before had. */
  readonly reached: number
  readonly crashes: readonly Crash[]
  readonly grownBytes: number
}

/** What is wrong with it, in words; null: nothing. */
export function failureOf({ run }: Target, input: Buffer): string | null {
  try {
    if (cpuMs(() => run(input)) < SLOW_MS) return null
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  return slowness(run, input)
}

/** The best of three: the first may have paid for what is made once. */
function slowness(run: Target['run'], input: Buffer): string | null {
  const times = [0, 1, 2].map(() => cpuMs(() => run(input)))
  const best = Math.min(...times)
  return best < SLOW_MS ? null : `takes ${best.toFixed(0)} ms for ${input.length} bytes`
}

/** Processor time of this thread: what else the machine does takes none of it. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function cpuMs(work: () => void): number {
  const start = threadMs()
  work()
  return threadMs() - start
}

interface Options {
  /** Of processor time, so that a busy machine tries as many inputs. */
  readonly seconds: number
  readonly seed: number
  /** Told each input before it is run, so that one that never ends is known. */
  readonly watch: (input: Buffer) => void
  /** Frees what can be freed, and tells what is left. */
  readonly heapBytes: () => number
}

export function fuzz(target: Target, { seconds, seed, watch, heapBytes }: Options): Fuzzed {
  const random = randomOf(seed)
  const coverage = new Coverage()
  const corpus: Buffer[] = []
  const crashes = new Map<string, Crash>()
  const seeds = target.seeds.length
  let executions = 0
  let lookMs = 5

  const run = (input: Buffer) => {
    executions++
    watch(input)
    const what = failureOf(target, input)
    // By the first line: the same fault in a thousand inputs is one, and its shortest input says it best.
    const key = what?.split('\n', 1)[0]?.replace(/\d+/g, '#')
    if (what === null || key === undefined) return
    const known = crashes.get(key)
    if (!known || input.length < known.input.length) crashes.set(key, { input: Buffer.from(input), what })
  }
  const next = () => {
    // The shorter of two: it says the same in less time.
    const [one, two] = [oneOf(random, corpus), oneOf(random, corpus)]
    const from = one.length < two.length ? one : two
    const changed =
      target.mutate && random() < 0.5
        ? target.mutate(from, random)
        : mutated(from, random, { words: target.words, other: oneOf(random, corpus) })
    return changed.subarray(0, LONGEST_INPUT)
  }

  /** Which of them did something new? Each half is run again, and the half of that half. */
  const newIn = (batch: readonly Buffer[]): Buffer[] => {
    const halves = [batch.slice(0, batch.length >> 1), batch.slice(batch.length >> 1)].filter(
      ({ length }) => length > 0,
    )
    return halves.flatMap((half) => {
      for (const input of half) run(input)
      if (half.length === 1) return coverage.take() ? [...half] : []
      return coverage.isNew() ? newIn(half) : []
    })
  }

  for (const input of target.seeds) run(input)
  corpus.push(...target.seeds)
  coverage.take()
  const before = heapBytes()
  const start = threadMs()
  const end = start + seconds * 1000
  while (threadMs() < end) {
    const batch: Buffer[] = []
    for (const until = threadMs() + BATCH_TIMES_LOOK * lookMs; threadMs() < until; ) {
      const input = next()
      batch.push(input)
      run(input)
      if (batch.length === LARGEST_BATCH) break
    }
    const looked = threadMs()
    const isNew = coverage.isNew()
    lookMs = threadMs() - looked
    if (isNew) corpus.push(...newIn(batch))
  }
  const took = (threadMs() - start) / 1000
  coverage.close()
  const reached = corpus.length - seeds
  corpus.length = 0
  const grownBytes = heapBytes() - before
  const grown = `${Math.round(grownBytes / 2 ** 20)} MB stay in memory after ${executions} inputs`
  const found = [...crashes.values()]
  if (grownBytes > GROWTH_LIMIT_BYTES) found.push({ input: Buffer.alloc(0), what: grown })
  return { executions, seconds: took, reached, crashes: found, grownBytes }
}
