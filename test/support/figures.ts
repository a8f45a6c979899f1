/** The sum over all labels, unless `name` includes labels. `undefined` if no metric has the name. */
export async function figureAt(metricsUrl: string, name: string): Promise<number | undefined> {
  // Use a new connection: the service closes idle connections after seconds, possibly just as the next request starts.
  const answer = await fetch(metricsUrl, { headers: { connection: 'close' } })
  const lines = (await answer.text()).split('\n')
  const its = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (its.length === 0) return undefined
  return its.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
