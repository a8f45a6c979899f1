// Callers share a reading while it is in progress and for `freshMs` afterwards.

export function sharedReading<Value>(freshMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null
  let goodUntil = Number.NEGATIVE_INFINITY
  return () => {
    if (reading && performance.now() < goodUntil) return reading
    goodUntil = Number.POSITIVE_INFINITY
    reading = read()
    const done = () => {
      goodUntil = performance.now() + freshMs
    }
    reading.then(done, done)
    return reading
  }
}
