// Receivers, apps and programs that customers connect, in the groups of the customer's page.

/** Names of products. `null` is described in words, because it is no product. */
export const RECEIVER_GROUPS = {
  survey: {
    emlid: 'Emlid (Reach, Flow)',
    trimble: 'Trimble Access',
    leica: 'Leica Captivate',
    topcon: 'Topcon (MAGNET Field)',
    chcnav: 'CHCNAV (LandStar)',
    south: 'South (SurPad)',
    hitarget: 'Hi-Target (Hi-Survey)',
    comnav: 'ComNav (Survey Master)',
    stonex: 'Stonex (Cube-a)',
    carlson: 'Carlson (SurvCE, SurvPC)',
    fieldgenius: 'FieldGenius',
    septentrio: 'Septentrio',
    older: null,
  },
  apps: {
    swmaps: 'SW Maps',
    lefebure: 'Lefebure NTRIP Client',
    qfield: 'QField',
  },
  modules: {
    ublox: 'u-blox (u-center)',
    ardusimple: 'ArduSimple',
    unicore: 'Unicore (UM980, UM982)',
  },
  machines: {
    johndeere: 'John Deere (StarFire)',
    agleader: 'Ag Leader',
    fjd: 'FJD',
    dji: 'DJI (RTK)',
    missionplanner: 'ArduPilot (Mission Planner)',
    mavproxy: 'ArduPilot (MAVProxy)',
  },
  programs: {
    rtklib: 'RTKLIB',
    bnc: 'BNC (BKG Ntrip Client)',
  },
} as const satisfies Record<string, Record<string, string | null>>

export type ReceiverGroup = keyof typeof RECEIVER_GROUPS
export type ReceiverKey = { [Group in ReceiverGroup]: keyof (typeof RECEIVER_GROUPS)[Group] }[ReceiverGroup]

export const RECEIVER_NAMES = Object.assign({}, ...Object.values(RECEIVER_GROUPS)) as Readonly<
  Record<ReceiverKey, string | null>
>
export const RECEIVER_KEYS = Object.keys(RECEIVER_NAMES) as ReceiverKey[]

/** The receiver of an address; `null` if there is none of that name. */
export const receiverOf = (name: unknown): ReceiverKey | null => RECEIVER_KEYS.find((key) => key === name) ?? null
