// What an attack may know: where the service is, and what a customer, a tenant or somebody in the console has.
export const ROVERS = 200

export interface Login {
  readonly id: number
  readonly username: string
  readonly password: string
}

export interface Scene {
  readonly apiPort: number
  readonly casterPort: number
  readonly dataDir: string
  readonly stations: readonly { readonly mountpoint: string; readonly secret: string }[]
  /** Of the tenant that attacks. */
  readonly attacker: { readonly token: string; readonly ownerId: number; readonly resellerCookie: string }
  /** Of the tenant that must not notice. */
  readonly healthy: {
    readonly token: string
    /** Where its events go: a name, so that whatever holds up names holds them up too. */
    readonly receiverHost: string
  }
  readonly operator: {
    readonly cookie: string
    /** Of a browser that has signed in before. */
    readonly deviceCookie: string
    readonly email: string
    readonly password: string
  }
  /** Opens one of the stations; somebody guesses its password. */
  readonly victim: Login
  readonly customerPdf: string
  /** Lets names that begin with "silent" never resolve; false where this machine does not let us. */
  readonly silentDns: boolean
  /** 1: the whole attack; less: the same, shorter. */
  readonly scale: number
}

export type Outcomes = Readonly<Record<string, number>>

/** What the main process sees beside the attack. */
export interface Sight {
  readonly scene: Scene
  /** Lines of the service's log since the attack began. */
  readonly logLines: () => number
  /** How many mails have arrived for an address, ever. */
  readonly mailsTo: (address: string) => number
  /** How many rows, in the service's own database. */
  readonly count: (sql: string) => Promise<number>
}

export interface Attack {
  readonly name: string
  /** For the table. */
  readonly what: string
  readonly needsDns?: true
  /** Runs in a process of its own that yields to all others; bounded in count and time. */
  readonly attack: (scene: Scene) => Promise<Outcomes>
  /** Runs beside it and tells what does not hold, or null. */
  readonly meanwhile?: (sight: Sight) => Promise<string | null>
  /** Looks afterwards, and tells what does not hold, or null. */
  readonly afterwards?: (sight: Sight, outcomes: Outcomes) => Promise<string | null>
}
