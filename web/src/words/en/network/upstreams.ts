import type { es } from '../../es/network/upstreams.ts'

const points = (count: number) => (count === 1 ? '1 mountpoint' : `${count} mountpoints`)
const rovers = (count: number) => (count === 1 ? '1 rover' : `${count} rovers`)

export const en: typeof es = {
  title: 'Upstream casters',
  hint: 'Other casters whose mountpoints are offered here, with the credentials of this network.',
  empty: 'There are no upstream casters yet.',
  emptyFiltered: 'No upstream caster matches the filters.',
  search: 'Search by name or address',
  searchChip: (text) => `“${text}”`,
  welcomeTitle: 'You already run a caster?',
  welcome:
    'Put Vértice in front of it. Your stations go on sending to your caster, and your rovers connect here: with credentials that end to the second, session limits, an explanation of every refusal, and a shop. Your caster only needs one account for Vértice.',
  welcomeHow:
    'Each mountpoint of its sourcetable becomes a station of this network. It is opened when a rover asks for it, and closed a minute after the last one.',
  readMore: 'Step-by-step guide',
  add: 'Add an upstream caster',
  create: 'Add',
  save: 'Save changes',
  edit: 'Edit',
  made: (name) => `${name} was added; its sourcetable is being asked for`,
  saved: (name) => `${name} was saved; its sourcetable is being asked for`,
  remove: 'Remove',
  removed: (name, stations) =>
    `${name} was removed; ${stations === 1 ? '1 station was archived' : `${stations} stations were archived`}`,
  removeTitle: (name) => `Remove ${name}?`,
  removeConsequence: (stations, connected) =>
    `${stations === 1 ? 'Its station is archived.' : `Its ${stations} stations are archived.`} ${
      connected === 0
        ? 'No rover uses them now.'
        : connected === 1
          ? '1 rover that uses it now is disconnected.'
          : `${connected} rovers that use them now are disconnected.`
    } Credentials and history are kept, and work again if you add it again. Nothing changes on the other caster.`,
  ask: 'Ask now',
  asked: (name) => `The sourcetable of ${name} is being asked for`,
  name: 'Name',
  nameHint: 'To recognize it here; rovers do not see it. Letters, figures, _ or -.',
  state: 'State',
  states: {
    asking: 'Asking',
    answers: 'Answers',
    refuses: 'Answers, but refuses the account',
    away: 'Does not answer',
  },
  refusesTitle: 'It refuses the account',
  refusesNote:
    'Its sourcetable comes without one, and its mountpoints do not open. Enter user and password again under Edit; the list below tells what it said.',
  awaySince: 'Does not answer; first noticed',
  awayNote:
    'Connected rovers wait; new ones are refused. Everything goes on by itself once it answers. It is asked every 15 seconds.',
  address: 'Address',
  addressHint: 'Server and port: caster.example.com:2101. You may also paste ntrip://user:password@server:2101.',
  tls: 'Encrypted connection (TLS)',
  tlsHint: 'Without a port, 443 is used with TLS and 2101 without it.',
  withLogin: 'Asks for user and password',
  username: 'User',
  password: 'Password',
  loginHint: 'The account must be able to open every mountpoint. It is stored encrypted and never shown again.',
  loginKept: 'An account is stored. Leave it empty to keep it.',
  loginAgain: 'The stored account is only for the address before: enter it again.',
  loggedIn: 'with user and password',
  notLoggedIn: 'without a password',
  prefix: 'Prefix',
  prefixHint:
    'Stands before the name of each mountpoint, so that it does not clash with those of this network. For example: OTHER_',
  noPrefix: 'none',
  takePrefix: (prefix) => `Use the prefix ${prefix}`,
  servesNetwork: 'May serve rovers of the network mountpoint',
  servesNetworkHint: 'Only while its stations flow. Otherwise they serve only those who ask for them by name.',
  servesNetworkShort: 'Serves the network',
  yes: 'yes',
  no: 'no',
  since: 'Followed since',
  askedAt: 'Last asked',
  answeredAt: 'Last answer',
  table: 'In its sourcetable',
  tableCounts: (listed, offered) => `${listed}, of which ${offered} are offered`,
  offered: 'Offered',
  inUse: 'In use now',
  inUseOf: (count, connected) => (connected === 0 ? String(count) : `${count} (${rovers(connected)})`),
  mountpoints: 'Mountpoints',
  noMountpoints: 'None is offered yet.',
  idleNote: 'What nobody uses is not measured: its silence is no fault and does not count as down.',
  mountpoint: 'Mountpoint',
  there: (name) => `there: ${name}`,
  now: 'Now',
  offers: {
    in_use: 'In use, not measured',
    idle: 'Nobody uses it; not measured',
    no_data: 'Wanted, and no data comes',
    unlisted: 'Not in its table any more',
    away: 'Its caster does not answer',
  },
  lastTime: (why) => `When it was last wanted: ${why}`,
  ownLines: 'one connection per rover',
  rovers: 'Rovers',
  inStations: 'See in Stations',
  andMore: (shown, all) => `${shown} of ${all} are shown; the list of stations has all.`,
  leftOut: 'Not offered',
  leftOutCount: (count) => `Not offered: ${count}`,
  try: 'Try the connection',
  trying: 'Asking for its sourcetable; this may take up to 45 seconds.',
  tryLacks: 'Enter the address and, if it asks for them, user and password.',
  tryFailed: 'Its sourcetable could not be had',
  tried: (listed, offered) => `It answered with ${points(listed)}; ${offered} would be offered`,
  loginOpens: (mountpoint) => `${mountpoint} opened with this account.`,
  doesNotOpen: (mountpoint) => `${mountpoint} does not open`,
  format: 'Format',
  needsPosition: 'needs the rover’s position',
  firstOf: (shown, all) => `The first ${shown} of ${all}.`,
}
