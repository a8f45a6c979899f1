// Simulated stations and rovers must be marked wherever they are shown.

/** User agent name of the simulator's rovers and stations. */
export const SIMULATOR = 'Vertice-Simulator'

export const isSimulatedAgent = (agent: string): boolean => agent.includes(`${SIMULATOR}/`)

export const SIMULATED_SHARES = ['none', 'some', 'all'] as const
export type SimulatedShare = (typeof SIMULATED_SHARES)[number]

export function simulatedShare(stations: readonly { readonly simulated: boolean }[]): SimulatedShare {
  const simulated = stations.filter((station) => station.simulated).length
  if (simulated === 0) return 'none'
  return simulated === stations.length ? 'all' : 'some'
}
