/** Callers share a reading while it is in progress, for `freshMs` afterwards, and for `failedMs` if it failed. */
export function sharedReading<Value>(
  freshMs: number,
  read: () => Promise<Value>,
  failedMs = freshMs,
): () => Promise<Value> {
  let reading: Promise<Value> | null = null
  let goodUntil = Number.NEGATIVE_INFINITY
  return () => {
    if (reading && performance.now() < goodUntil) return reading
    goodUntil = Number.POSITIVE_INFINITY
    reading = read()
    const goodFor = (ms: number) => () => {
      goodUntil = performance.now() + ms
    }
    reading.then(goodFor(freshMs), goodFor(failedMs))
    return reading
  }
}
