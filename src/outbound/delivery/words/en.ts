import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/time/units.ts'
import { scheduled } from '../../../words/en/scheduled.ts'
import { equipment, generalSteps } from './en/equipment.ts'
import { further } from './en/further.ts'
import { live } from './en/live.ts'
import { recipes } from './en/recipes.ts'
import { rinex } from './en/rinex.ts'
import type { Words } from './es.ts'

const DAY_S = DAY_MS / 1000
const HOUR_S = HOUR_MS / 1000

const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`

export const en: Words = {
  zone: 'Mexico City time',
  otherLanguage: 'Español',
  private: 'Anyone with this link can see the password. Share it only with people who need to connect.',
  privateSheet: 'This sheet shows the password. Share it only with people who need to connect.',
  simulated: 'Simulated network: none of this data is real.',
  test: 'Test credential',
  testMeans: 'Issued to test an integration. It gives no access to corrections; the caster always rejects it.',
  title: 'NTRIP access',
  for: 'For',
  connection: 'Connection',
  notWeb: 'Enter these details in your GNSS receiver or NTRIP app. They don’t work for signing in to a website.',
  host: 'Caster (server)',
  port: 'Port',
  mountpoint: 'Mountpoint',
  username: 'Username',
  password: 'Password',
  showPassword: 'Show',
  hidePassword: 'Hide',
  format: 'Format',
  datum: 'Reference frame',
  datumShort: 'Frame',
  epoch: 'epoch',
  area: 'Geofence',
  withinCircle: (km: string, lat: string, lng: string) => `within ${km} km of ${lat}, ${lng}`,
  withinPolygon: 'within the area defined by your provider',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what) => `Copy: ${what}`,
  label: 'Reference',
  validity: 'Validity',
  starts: 'Starts',
  ends: 'Expires',
  startsIn: 'Starts in {}',
  endsIn: '{} left',
  remaining(milliseconds) {
    const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS))
    if (minutes < 120) return count(minutes, 'minute', 'minutes')
    const hours = Math.ceil(minutes / 60)
    return hours < 48 ? count(hours, 'hour', 'hours') : count(Math.ceil(hours / 24), 'day', 'days')
  },
  period: (seconds) =>
    seconds % DAY_S === 0 ? count(seconds / DAY_S, 'day', 'days') : count(seconds / HOUR_S, 'hour', 'hours'),
  state: {
    scheduled: scheduled.state,
    in_force: 'Active',
    suspended: 'Suspended',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  stateMeans: {
    scheduled: scheduled.customer.means,
    in_force: 'You can connect now.',
    suspended: 'You can’t connect for now. Contact your provider to resume your access.',
    expired: 'Your access has expired and you can’t connect.',
    revoked: 'Your access was cancelled. If you think this is a mistake, contact your provider.',
  },
  base: 'Base',
  network: 'Network',
  networkMountpoint: 'The whole network',
  stationsOf: (group: string) => `Stations in “${group}”`,
  source: {
    up: 'Transmitting',
    poor: 'Degraded',
    down: 'No signal',
    maintenance: 'Under maintenance',
    not_measured: 'Not measured',
  },
  sourceMeans: {
    up: 'Corrections are available.',
    poor: 'Corrections are incomplete or late. A fix may take longer.',
    down: 'No corrections are available right now. The problem isn’t your equipment. Wait, or contact the network operator.',
    maintenance: 'Under maintenance. Corrections may not be available.',
    not_measured: 'The operator reports it in service. There are no measurements yet.',
  },
  now: 'Current status',
  asOf: 'As of',
  qr: 'Open on another device',
  qrMeans: 'Scan this code with your phone or field controller to open this page.',
  qrOnPaper: 'Scan to see the current status and copy your details.',
  qrAlt: 'QR code with the address of this page',
  pdf: 'Download PDF',
  how: 'How to connect',
  groupOpens: (name, mountpoints, more) =>
    `This access is for the stations in “${name}”. Besides the network mountpoint, which only uses these stations, you can connect to each of them:  ${mountpoints}${more > 0 ? ` and ${more} more` : ''}.`,
  others: 'Other mountpoints',
  othersMean: (mountpoint) =>
    `Same username and password. Each result is in the frame of its mountpoint: use ${mountpoint} unless your project needs another one.`,
  othersMore: (count) => `and ${count} more`,
  sendPosition:
    'Turn on position reports (NMEA GGA). This mountpoint needs your position to send you the right corrections.',
  oneSession: 'Connect one device at a time. A second device with the same username may disconnect the first.',
  howPlain: [
    'Connect your equipment to the internet (SIM, Wi-Fi or phone).',
    'Open its NTRIP settings and enter the caster, port, username and password exactly as shown here.',
    'Choose the mountpoint and connect.',
    'Wait for a fixed solution (“Fix”) under open sky before you measure.',
  ],
  datumMeans: (frame, epoch, official) =>
    epoch === null
      ? `Your coordinates are in ${frame}. Compare them only with points in the same frame.`
      : `Your coordinates are in ${frame}${official ? ', Mexico’s official frame,' : ''} at epoch ${epoch}. Compare them only with points in the same frame and epoch.`,
  gone: 'This link isn’t valid',
  goneMeans: 'It may be incomplete, disabled or replaced. Ask your provider for the current link and copy all of it.',
  lost: 'Page not found',
  lostMeans: 'The address may be incomplete or mistyped, or the page no longer exists.',
  lostHome: (network) => `Go to ${network}`,
  slow: 'Too many attempts',
  slowMeans: (seconds) =>
    `We received many invalid links from your connection. Try again in  ${count(seconds, 'second', 'seconds')}.`,
  trouble: 'We can’t show this page right now',
  troubleMeans: 'The problem is on our side. Your access isn’t affected. Try again in a minute.',
  busy: 'The PDF isn’t ready yet',
  busyMeans: 'We’re generating many sheets right now. Try again in a few seconds. The page shows all your details.',
  status: 'Status',
  corrections: 'Corrections',
  equipmentTitle: 'On your equipment',
  printed: (time) => `Generated on ${time}.`,
  mail: {
    subject: (mountpoint) => `your NTRIP access (${mountpoint})`,
    hello: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
    intro: (network) =>
      `Here are the details to connect your receiver to ${network}. They’re also in the attached PDF.`,
    page: 'Open your access page',
    otherLanguage: 'En español:',
    reminderSubject: (left) => `your NTRIP access expires in ${left}`,
    reminder: (network, left) =>
      `Your access to ${network} expires in ${left}. After that, you won’t be able to connect.`,
    reminderDo: 'To keep working, ask your provider to renew it in time.',
    renewHere: 'Renew on your page: your username and password stay the same, so your equipment needs no changes.',
    renew: 'Renew my access',
    endedSubject: 'your NTRIP access has expired',
    ended: (network) => `Your access to ${network} has expired and you can no longer connect.`,
    endedDo: 'To continue, ask your provider to renew it.',
    renewedSubject: 'your NTRIP access was renewed',
    renewed: (network, until) =>
      `We received your payment. Your access to ${network} now expires on ${until}. The username and password are the same: change nothing in your equipment.`,
    linksSubject: 'links to renew your access',
    links:
      'You asked for the links to renew your access. Your username and password stay the same, so your equipment needs no changes.',
    linksIgnore: 'If you didn’t ask for them, ignore this e-mail. Don’t share the links: they show your password.',
    issuersWords: 'Message from your provider:',
    questions: (phone) => `Questions? Call us at ${phone}.`,
    farewell: 'This is an automated message. Please don’t reply.',
  },
  equipment,
  generalSteps,
  further,
  live,
  recipes,
  rinex,
}
