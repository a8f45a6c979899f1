// Fuzzes one target for a while: mutates inputs, and continues with those that reached new code.
import { Coverage } from './coverage.ts'
import { mutated, oneOf, randomOf } from './mutate.ts'
import { LONGEST_INPUT, SLOW_MS, type Target } from './target.ts'

/** A coverage query takes some milliseconds, so a batch of inputs takes this many times longer than one query. */
const BATCH_TIMES_LOOK = 6
const LARGEST_BATCH = 1_000
/** Max memory that may remain after all inputs are released. */
const GROWTH_LIMIT_BYTES = 48 * 2 ** 20

export interface Crash {
  readonly input: Buffer
  readonly what: string
}

export interface Fuzzed {
  readonly executions: number
  readonly seconds: number
  readonly reached: number
  readonly crashes: readonly Crash[]
  readonly grownBytes: number
}

/** Describes what is wrong with the run; `null` if nothing is. */
export function failureOf({ run }: Target, input: Buffer): string | null {
  try {
    if (cpuMs(() => run(input)) < SLOW_MS) return null
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  return slowness(run, input)
}

/** The best of three, because the first run may include one-time work. */
function slowness(run: Target['run'], input: Buffer): string | null {
  const times = [0, 1, 2].map(() => cpuMs(() => run(input)))
  const best = Math.min(...times)
  return best < SLOW_MS ? null : `takes ${best.toFixed(0)} ms for ${input.length} bytes`
}

/** CPU time of this thread, which other load of the machine does not affect. */
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
  /** CPU time, so that a busy machine tries as many inputs. */
  readonly seconds: number
  readonly seed: number
  /** Called with each input before it runs, so that an input that hangs is known. */
  readonly watch: (input: Buffer) => void
  /** Collects garbage and returns the heap size. */
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
    // Grouped by the first line: the same fault in many inputs is one crash, with its shortest input.
    const key = what?.split('\n', 1)[0]?.replace(/\d+/g, '#')
    if (what === null || key === undefined) return
    const known = crashes.get(key)
    if (!known || input.length < known.input.length) crashes.set(key, { input: Buffer.from(input), what })
  }
  const next = () => {
    // The shorter of two, because it runs faster with the same effect.
    const [one, two] = [oneOf(random, corpus), oneOf(random, corpus)]
    const from = one.length < two.length ? one : two
    const changed =
      target.mutate && random() < 0.5
        ? target.mutate(from, random)
        : mutated(from, random, { words: target.words, other: oneOf(random, corpus) })
    return changed.subarray(0, LONGEST_INPUT)
  }

  /** Finds the inputs of a batch that reached new code, by running the halves again recursively. */
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
