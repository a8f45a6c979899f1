// What a service tells Prometheus, one figure at a time.

/** Summed over its labels, unless the name has some; undefined: there is none of that name. */
export async function figureAt(metricsUrl: string, name: string): Promise<number | undefined> {
  const lines = (await (await fetch(metricsUrl)).text()).split('\n')
  const its = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (its.length === 0) return undefined
  return its.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
