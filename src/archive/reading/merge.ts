// Merges the records of several segments of an hour by receive time, and drops frames that two nodes recorded.
import type { SegmentRecord } from './records.ts'

interface Source {
  readonly batches: AsyncIterator<SegmentRecord[]>
  readonly index: number
  batch: SegmentRecord[]
  at: number
}

export interface MergedRecord extends SegmentRecord {
  /** Index of the segment. */
  readonly source: number
}

/**
 * `failed` is called with the index of a segment that cannot be read on; the others continue. `ended` is called when a
 * segment has no further records, before the next record of another one.
 */
export async function* mergedRecords(
  segments: readonly AsyncIterable<SegmentRecord[]>[],
  failed: (index: number, error: unknown) => void,
  ended: (index: number) => void,
): AsyncGenerator<MergedRecord[]> {
  const sources: Source[] = []
  const all = segments.map((segment, index) => ({
    batches: segment[Symbol.asyncIterator](),
    index,
    batch: [] as SegmentRecord[],
    at: 0,
  }))
  const advance = async (source: Source): Promise<boolean> => {
    try {
      const { value, done } = await source.batches.next()
      if (!done) {
        source.batch = value
        source.at = 0
        return true
      }
    } catch (error) {
      failed(source.index, error)
    }
    ended(source.index)
    return false
  }
  try {
    for (const source of all) if (await advance(source)) sources.push(source)
    while (sources.length > 1) {
      const merged: MergedRecord[] = []
      while (sources.every(({ at, batch }) => at < batch.length)) {
        const first = sources.reduce((one, other) => (head(other).receivedMs < head(one).receivedMs ? other : one))
        merged.push({ ...head(first), source: first.index })
        first.at++
      }
      if (merged.length > 0) yield merged
      for (const source of sources.filter(({ at, batch }) => at === batch.length))
        if (!(await advance(source))) sources.splice(sources.indexOf(source), 1)
    }
    for (const source of sources)
      do yield source.batch.slice(source.at).map((record) => ({ ...record, source: source.index }))
      while (await advance(source))
  } finally {
    for (const { batches } of all) await batches.return?.()
  }
}

const head = ({ batch, at }: Source) => batch[at]!

/** Nodes receive the same frame within this time. */
const TWICE_WITHIN_MS = 60_000

/**
 * Recognises a frame that arrived from another segment shortly before. Each frame has one twin per segment, and none in
 * segments that begin after its own ended: there, equal frames are repetitions.
 */
export class FrameTwins {
  readonly #seen = new Map<string, { readonly sources: Set<number>; readonly receivedMs: number }>()
  readonly #running = new Set<number>()

  isTwin(payload: Buffer, source: number, receivedMs: number): boolean {
    for (const [key, seen] of this.#seen) {
      if (seen.receivedMs >= receivedMs - TWICE_WITHIN_MS) break
      this.#seen.delete(key)
    }
    const key = payload.toString('latin1')
    if (!this.#running.has(source)) this.#begin(source)
    const seen = this.#seen.get(key)
    if (seen && !seen.sources.has(source)) {
      seen.sources.add(source)
      return true
    }
    this.#seen.delete(key)
    this.#seen.set(key, { sources: new Set([source]), receivedMs })
    return false
  }

  ended(source: number): void {
    this.#running.delete(source)
  }

  #begin(source: number): void {
    for (const [key, { sources }] of this.#seen) if (sources.isDisjointFrom(this.#running)) this.#seen.delete(key)
    this.#running.add(source)
  }
}
