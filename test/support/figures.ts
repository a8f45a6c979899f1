// What a service tells Prometheus, one figure at a time.

/** Summed over its labels, unless the name has some; undefined: there is none of that name. */
export async function figureAt(metricsUrl: string, name: string): Promise<number | undefined> {
  // A connection of its own: the service closes an idle one after seconds, possibly at the moment of the next request.
  const answer = await fetch(metricsUrl, { headers: { connection: 'close' } })
  const lines = (await answer.text()).split('\n')
  const its = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (its.length === 0) return undefined
  return its.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
