// The catalogue of receivers: facts from public documents. The words are in outbound/delivery/words/.
import { type Fact, from, type ReceiverFacts, type Trap, UNKNOWN, unconfirmed } from './facts.ts'
import type { ReceiverKey } from './names.ts'
import type { SourceKey } from './sources.ts'

type Part = Partial<Record<ReceiverKey, ReceiverFacts>>

const SURVEY = {
  emlid: {
    ...UNKNOWN,
    reads: from('emlidMessages', ['msm4']),
    traps: [from('emlidMessages', 'needs_position')],
  },
  trimble: {
    ...UNKNOWN,
    ntrip: from('trimbleHelp', 'both'),
    traps: [from('trimbleHelp', 'trimble_version'), unconfirmed('trimble_format')],
  },
  leica: {
    ...UNKNOWN,
    position: from('leicaManual', 'switch'),
    traps: [from('leicaManual', 'leica_gga'), from('leicaManual', 'leica_formats')],
  },
  topcon: {
    ...UNKNOWN,
    position: from('topconHelp', 'automatic'),
    traps: [from('topconHelp', 'topcon_gga')],
  },
  chcnav: UNKNOWN,
  south: { ...UNKNOWN, steps: 'sparkfunApps', traps: [from('sparkfunApps', 'surpad_tcp')] },
  hitarget: UNKNOWN,
  comnav: { ...UNKNOWN, steps: 'sparkfunApps', traps: [from('sparkfunApps', 'surveymaster_nmea')] },
  stonex: UNKNOWN,
  carlson: { ...UNKNOWN, steps: 'sparkfunApps', position: unconfirmed('switch') },
  fieldgenius: { ...UNKNOWN, steps: 'fieldGeniusHelp' },
  septentrio: {
    ...UNKNOWN,
    ntrip: from('septentrioDriver', 'both'),
    position: from('septentrioDriver', 'automatic'),
    tls: from('septentrioDriver', true),
    traps: [from('septentrioDriver', 'septentrio_gga')],
  },
  older: {
    ...UNKNOWN,
    reads: from('emlidLegacy', ['legacy']),
    traps: [from('emlidLegacy', 'legacy_descriptors')],
  },
} satisfies Part

const APPS = {
  swmaps: {
    ...UNKNOWN,
    steps: 'sparkfunApps',
    position: unconfirmed('switch'),
    traps: [from('sparkfunApps', 'swmaps_menu')],
  },
  lefebure: {
    ...UNKNOWN,
    steps: 'sparkfunApps',
    ntrip: unconfirmed('1'),
    position: unconfirmed('switch'),
    traps: [
      unconfirmed('lefebure_location'),
      from('sparkfunApps', 'one_connection'),
      from('sparkfunApps', 'mock_location'),
    ],
  },
  qfield: {
    ...UNKNOWN,
    steps: 'qfieldDocs',
    position: from('qfieldSource', 'automatic'),
    traps: [from('qfieldDocs', 'one_connection'), from('sparkfunApps', 'nmea_only')],
  },
} satisfies Part

const F9P_TRAPS: readonly Fact<Trap>[] = [from('ubloxManual', 'needs_position'), from('ubloxManual', 'glonass_bias')]

const MODULES = {
  ublox: {
    ...UNKNOWN,
    steps: 'ucenterGuide',
    position: from('ubloxManual', 'automatic'),
    reads: from('ubloxManual', ['msm4', 'msm5', 'msm7']),
    traps: F9P_TRAPS,
  },
  ardusimple: {
    ...UNKNOWN,
    reads: from('ubloxManual', ['msm4', 'msm5', 'msm7']),
    traps: [from('ardusimpleAnswer', 'send_position_serial'), ...F9P_TRAPS],
  },
  unicore: { ...UNKNOWN, traps: [unconfirmed('needs_client')] },
} satisfies Part

const MACHINES = {
  johndeere: {
    ...UNKNOWN,
    position: from('deereGuide', 'switch'),
    traps: [from('deereModem', 'deere_licences'), from('deereGuide', 'baud_19200'), from('centipede', 'heavy_stream')],
  },
  agleader: UNKNOWN,
  fjd: UNKNOWN,
  dji: { ...UNKNOWN, steps: 'djiL1Manual' },
  missionplanner: {
    ...UNKNOWN,
    steps: 'missionPlannerSource',
    ntrip: from('missionPlannerSource', 'both'),
    position: from('missionPlannerSource', 'switch'),
    tls: from('missionPlannerSource', true),
    traps: [from('missionPlannerSource', 'planner_version'), from('missionPlannerSource', 'planner_tls')],
    accepts: 'address',
  },
  mavproxy: { ...UNKNOWN, steps: 'mavproxyDocs', accepts: 'mavproxy' },
} satisfies Part

const PROGRAMS = {
  rtklib: {
    ...UNKNOWN,
    steps: 'rtknaviSource',
    ntrip: from('rtklibSource', '1'),
    position: from('rtknaviSource', 'switch'),
    reads: from('rtklibSource', ['legacy', 'msm4', 'msm5', 'msm7']),
    tls: from('rtklibSource', false),
    traps: [from('rtkrcvPatch', 'rtkrcv_ntrip')],
    accepts: 'rtklib',
  },
  bnc: {
    ...UNKNOWN,
    steps: 'bncHelp',
    ntrip: from('bncHelp', 'both'),
    position: from('bncExamples', 'typed'),
  },
} satisfies Part

const ALL = { ...SURVEY, ...APPS, ...MODULES, ...MACHINES, ...PROGRAMS } satisfies Part

export const RECEIVERS: Readonly<Record<ReceiverKey, ReceiverFacts>> = ALL

/** Receivers with a document that describes the steps. The others get general steps. */
export type DocumentedKey = {
  [Key in ReceiverKey]: (typeof ALL)[Key]['steps'] extends SourceKey ? Key : never
}[ReceiverKey]

export const isDocumented = (key: ReceiverKey): key is DocumentedKey => RECEIVERS[key].steps !== null
