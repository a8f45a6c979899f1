import type { es } from '../es/public.ts'

export const en: typeof es = {
  state: 'State of the network',
  allGood: 'All measured stations are online.',
  someBad: (bad, total) =>
    bad === 1 ? `1 of ${total} stations has problems.` : `${bad} of ${total} stations have problems.`,
  noStations: 'The network has no stations yet.',
  noneMeasured: 'Nobody measures the stations of this network yet.',
  counts: 'Stations by status',
  updated: 'Updated',
  every: 'Updates by itself every 30 seconds.',
  legend:
    'Every bar is a day, today at the right. Red: down. Hatched grey: nobody measured, which is not the same as down and does not lower the percentage.',
  stations: 'Stations',
  search: 'Search for a station',
  noneFound: 'No station is called that.',
  uptime: (percent) => `${percent} in 60 days`,
  notMeasured: 'not measured',
  declared: 'as the operator says, not measured',
  bars: (code) => `60 days of ${code}`,
  map: 'Map of the stations',
  zoom: { zoomIn: 'Zoom in', zoomOut: 'Zoom out' },
  home: {
    title: (network) => `Welcome to ${network}`,
    hint: 'GNSS corrections to measure to the centimetre.',
    status: 'State of the network',
    statusHint: 'Which stations are online, and how they have been for 60 days.',
    shop: 'Buy access',
    shopHint: 'Choose for how long and where you work; we say what accuracy to expect.',
    reference: 'API for integrators',
    referenceHint: 'Issue credentials from your own system.',
    console: 'Administration',
    consoleHint: 'For those who run the network and their resellers.',
  },
}
