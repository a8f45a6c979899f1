import type { RinexWords } from '../es/rinex.ts'

export const rinex: RinexWords = {
  title: 'RINEX files for post-processing',
  intro: 'Order the recorded observations of a station, for the time of your access.',
  used: (used, limit) => `${used} of ${limit} hours this month`,
  unlimited: 'Included without a limit of hours.',
  station: 'Station',
  nearest: 'The nearest to my work',
  position: 'Coordinates of your work (only for the nearest)',
  lat: 'Latitude',
  lng: 'Longitude',
  from: 'From (UTC)',
  until: 'To (UTC)',
  interval: 'Interval',
  seconds: (seconds) => `${seconds} s`,
  order: 'Order files',
  orders: 'Your files',
  states: {
    pending: (percent) => `In progress (${percent} %). Reload the page in a moment.`,
    failed: 'They could not be created.',
    expired: 'Expired: files are kept for 7 days.',
  },
  complete: (percent) => `${percent} % complete`,
  period: (from, to) => `${from} – ${to} UTC`,
  notValid: 'Check the form: enter both times, and choose a station or coordinates.',
  fields: { from: 'From', until: 'To', intervalS: 'Interval', stationId: 'Station', lat: 'Latitude', lng: 'Longitude' },
}
