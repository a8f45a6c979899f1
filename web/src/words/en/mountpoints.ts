import type { es } from '../es/mountpoints.ts'

export const en: typeof es = {
  title: 'Mountpoints',
  hint: 'Besides its own, a station may have others: another name for the same stream, or a version altered for certain rovers.',
  empty: 'There are no further mountpoints yet. Add one, for example MSM4 for slow links.',
  emptyFiltered: 'No mountpoint matches the filters.',
  search: 'Search by name, label or station',
  searchChip: (text) => `“${text}”`,
  add: 'Add a mountpoint',
  create: 'Create mountpoint',
  save: 'Save changes',
  made: (name) => `${name} was created`,
  saved: (name) => `${name} was saved; whoever uses it gets the change now`,
  gone: 'That mountpoint is not there any more.',
  removed: (name) => `${name} was removed`,
  remove: 'Remove',
  removeTitle: (name) => `Remove ${name}`,
  removeConsequence: (rovers) =>
    `${
      rovers === 0
        ? 'No rover is connected to it now.'
        : rovers === 1
          ? 'Disconnects the rover that uses it now.'
          : `Disconnects the ${rovers} rovers that use it now.`
    } The station goes on as it is.`,
  name: 'Name',
  nameHint: 'What is typed on the rover. It cannot be changed later.',
  station: 'Station',
  stationArchived: 'archived',
  label: 'Name in the sourcetable',
  labelHint: 'If you leave it empty, the station’s.',
  gives: 'Gives',
  access: 'Access',
  open: 'Open, no password',
  closed: 'With a credential',
  openField: 'Open: anybody may connect without user and password',
  openHint: 'Limited by IP address. The sourcetable will say that it needs no password.',
  form: 'Form of the observations',
  formHint: 'What cannot be converted is left out and counted.',
  forms: {
    as_is: 'As the station sends them',
    msm5: 'MSM5: complete, in fewer bytes than MSM7',
    msm4: 'MSM4: without Doppler, for slow links',
    legacy: '1004 and 1012: for old rovers (GPS and GLONASS only)',
  },
  constellations: 'Constellations',
  constellationNames: {
    GPS: 'GPS',
    GLO: 'GLONASS',
    GAL: 'Galileo',
    BDS: 'BeiDou',
    QZS: 'QZSS',
    SBS: 'SBAS',
    NAV: 'NavIC',
  },
  constellationsHint: 'All of them if you choose none. Fewer constellations, less data.',
  every: 'One epoch every (seconds)',
  everyHint: 'All of them if you leave it empty. It must divide the day: 1, 2, 5, 10, 15, 30…',
  rule: 'Messages',
  rules: { all: 'All', keep: 'Only these', drop: 'All but these' },
  types: 'Message numbers',
  typesHint: 'Separated by commas: 1006, 1033, 1077.',
  tab: 'Mountpoints',
  own: 'The station’s own',
  ofStation: 'Mountpoints of this station',
}
