// What an attack may know: where the service is, and what a customer, a tenant or a console user has.
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
  /** The attacking tenant. */
  readonly attacker: { readonly token: string; readonly ownerId: number; readonly resellerCookie: string }
  /** The tenant that must not be affected. */
  readonly healthy: {
    readonly token: string
    /** Host of its webhook receiver: a name, so that a stalled name resolution affects it too. */
    readonly receiverHost: string
  }
  readonly operator: {
    readonly cookie: string
    /** Cookie of a browser that has signed in before. */
    readonly deviceCookie: string
    readonly email: string
    readonly password: string
  }
  /** Opens one of the stations; its password is guessed at. */
  readonly victim: Login
  readonly customerPdf: string
  /** Whether names that begin with "silent" never resolve; false where this machine does not allow it. */
  readonly silentDns: boolean
  /** 1 for the whole attack; less for a shorter one. */
  readonly scale: number
}

export type Outcomes = Readonly<Record<string, number>>

/** What the main process observes during the attack. */
export interface Sight {
  readonly scene: Scene
  /** Number of log lines of the service since the attack began. */
  readonly logLines: () => number
  /** Total number of mails that arrived for an address. */
  readonly mailsTo: (address: string) => number
  readonly count: (sql: string) => Promise<number>
}

export interface Attack {
  readonly name: string
  /** Description for the table. */
  readonly what: string
  readonly needsDns?: true
  /** Runs in its own low-priority process; bounded in count and time. */
  readonly attack: (scene: Scene) => Promise<Outcomes>
  /** Runs during the attack; returns the failed check or `null`. */
  readonly meanwhile?: (sight: Sight) => Promise<string | null>
  /** Runs after the attack; returns the failed check or `null`. */
  readonly afterwards?: (sight: Sight, outcomes: Outcomes) => Promise<string | null>
}
