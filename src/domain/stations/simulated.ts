// What is made up must say so wherever it is seen.

/** How the simulator's rovers and stations call themselves. */
export const SIMULATOR = 'Vertice-Simulator'

export const isSimulatedAgent = (agent: string): boolean => agent.includes(`${SIMULATOR}/`)

export const SIMULATED_SHARES = ['none', 'some', 'all'] as const
export type SimulatedShare = (typeof SIMULATED_SHARES)[number]

/** Whether a network, or what is shown of it, is real. */
export function simulatedShare(stations: readonly { readonly simulated: boolean }[]): SimulatedShare {
  const simulated = stations.filter((station) => station.simulated).length
  if (simulated === 0) return 'none'
  return simulated === stations.length ? 'all' : 'some'
}
