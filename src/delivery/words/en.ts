import { MINUTE_MS } from '../../domain/time/units.ts'
import { equipment } from './en/equipment.ts'
import { further } from './en/further.ts'
import { live } from './en/live.ts'
import type { Words } from './es.ts'

const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`

export const en: Words = {
  zone: 'Mexico City time',
  otherLanguage: 'Español',
  private: 'Whoever has this link sees the password: share it only with those who are to connect.',
  privateSheet: 'This sheet shows the password: give it only to those who are to connect.',
  simulated: 'Simulated network: nothing of this is real.',
  test: 'Test credential',
  testMeans: 'It was made to try out a system: it gives no access to corrections, and the caster always refuses it.',
  title: 'NTRIP access',
  for: 'For',
  connection: 'Connection',
  notWeb: 'These go into your GNSS receiver or your NTRIP program. They do not sign you in to any web page.',
  host: 'Caster (server)',
  port: 'Port',
  mountpoint: 'Mountpoint',
  username: 'User',
  password: 'Password',
  showPassword: 'Show',
  hidePassword: 'Hide',
  format: 'Format',
  datum: 'Reference frame',
  datumShort: 'Frame',
  epoch: 'epoch',
  area: 'Area of use',
  withinCircle: (km: string, lat: string, lng: string) => `within ${km} km of ${lat}, ${lng}`,
  withinPolygon: 'within the area drawn by your provider',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what) => `Copy: ${what}`,
  label: 'Reference',
  validity: 'Validity',
  starts: 'Starts',
  ends: 'Ends',
  startsIn: 'Starts in {}',
  endsIn: '{} left',
  remaining(milliseconds) {
    const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS))
    if (minutes < 120) return count(minutes, 'minute', 'minutes')
    const hours = Math.ceil(minutes / 60)
    return hours < 48 ? count(hours, 'hour', 'hours') : count(Math.ceil(hours / 24), 'day', 'days')
  },
  state: {
    scheduled: 'Scheduled',
    in_force: 'Active',
    suspended: 'Suspended',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  stateMeans: {
    scheduled: 'Not open yet: the caster accepts it from the start time on.',
    in_force: 'You can connect now.',
    suspended: 'For now the caster does not accept it. To have it resumed, talk to whoever gave it to you.',
    expired:
      'Its validity is over and the caster no longer accepts it. To go on, ask whoever gave it to you for a new one.',
    revoked:
      'It was cancelled and the caster no longer accepts it. If you think this is a mistake, talk to whoever gave it to you.',
  },
  base: 'Base',
  network: 'Network',
  networkMountpoint: 'The whole network',
  stationsOf: (group: string) => `The stations of “${group}”`,
  source: {
    up: 'Transmitting',
    poor: 'Transmitting with faults',
    down: 'No signal',
    maintenance: 'Under maintenance',
    not_measured: 'Not measured',
  },
  sourceMeans: {
    up: 'Corrections are coming as they should.',
    poor: 'Corrections are coming, but incomplete or late: a fix may take longer.',
    down: 'No corrections are coming right now. It is not your equipment: wait, or talk to whoever runs the network.',
    maintenance: 'Somebody is working on it; there may be no corrections.',
    not_measured: 'It is said to be in service; its signal is not measured, so we cannot promise it.',
  },
  now: 'State now',
  asOf: 'As of',
  qr: 'Open it on another device',
  qrMeans: 'This code leads to this same page: scan it with the phone or the field controller.',
  qrOnPaper: "Scan for today's state and to copy the data.",
  qrAlt: 'QR code with the address of this page',
  pdf: 'Download as PDF',
  how: 'How to connect',
  groupOpens: (name, mountpoints, more) =>
    `This access is for the stations of "${name}". Besides the network mountpoint, which only uses these stations, you can connect to each of them: ${mountpoints}${more > 0 ? ` and ${more} more` : ''}.`,
  sendPosition:
    'Turn on sending your position (NMEA GGA): this mountpoint needs it to give you the corrections for where you are.',
  oneSession: 'Connect one device at a time: another one with the same user may disconnect the first.',
  howPlain: [
    'Give your equipment internet (SIM, Wi-Fi or the phone).',
    'Open its NTRIP settings and type caster, port, user and password exactly as they stand here.',
    'Choose the mountpoint and connect.',
    'Wait for the fixed solution ("Fix") under open sky before you measure.',
  ],
  datumMeans: (frame, epoch, official) =>
    epoch === null
      ? `Your coordinates come out in ${frame}; compare them only with points in the same frame.`
      : `Your coordinates come out in ${frame}${official ? ", Mexico's official frame," : ''} referred to epoch ${epoch}: compare them only with points of the same frame and the same epoch.`,
  gone: 'This link opens nothing',
  goneMeans:
    'It may be incomplete, or whoever gave it to you has withdrawn or replaced it. Ask for the current link, and copy all of it.',
  lost: 'Page not found',
  lostMeans: 'The address may be incomplete or mistyped, or the page no longer exists.',
  lostHome: (network) => `Go to the home page of ${network}`,
  slow: 'Too many attempts',
  slowMeans: (seconds) =>
    `Many links that do not exist came from your connection. Try again in ${count(seconds, 'second', 'seconds')}.`,
  trouble: 'We cannot show the page right now',
  troubleMeans: 'The fault is on our side; your access does not change because of it. Try again in a minute.',
  busy: 'Many sheets are being made right now',
  busyMeans: 'Your data has not changed and the page shows it all. Ask for the PDF again in a few seconds.',
  status: 'State',
  corrections: 'Corrections',
  equipmentTitle: 'On your equipment',
  printed: (time) => `Sheet made on ${time}.`,
  mail: {
    subject: (mountpoint) => `your NTRIP access (${mountpoint})`,
    hello: 'Hello,',
    intro: (network) =>
      `here is what you need to connect your receiver to ${network}. It is in the attached PDF sheet, too.`,
    page: 'Open your access page',
    otherLanguage: 'En español:',
    reminderSubject: (left) => `your NTRIP access ends in ${left}`,
    reminder: (network, left) =>
      `your access to ${network} ends in ${left}. After that the caster no longer accepts the connection.`,
    reminderDo: 'If you will go on working, ask whoever gave it to you to renew it in time.',
    endedSubject: 'your NTRIP access has ended',
    ended: (network) => `your access to ${network} has ended, and the caster no longer accepts the connection.`,
    endedDo: 'To go on, ask whoever gave it to you for a new one.',
    issuersWords: 'The following was written by whoever gave you this access:',
    farewell: 'This mail was sent by a machine; there is no need to answer it.',
  },
  equipment,
  further,
  live,
}
