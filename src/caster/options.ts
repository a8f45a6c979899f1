// Settings of a caster. Omitted values have the defaults of the service; tests shorten them.

export interface CasterOptions extends CasterTimes {
  readonly host: string
  readonly port: number
  readonly tls: { readonly port: number; readonly certFile: string; readonly keyFile: string } | null
  /** Further ports with the same behaviour. */
  readonly morePorts?: { readonly plain: readonly number[]; readonly secure: readonly number[] }
  /** Whether other casters of this machine listen on the same ports (Linux). */
  readonly sharesPorts?: boolean
  /** Returns the passed sockets that listen on a port. */
  readonly passedDescriptors?: (port: number) => readonly number[]
  readonly chunked: boolean
  /** Max concurrent sessions per client address on open mountpoints. */
  readonly openPerAddress?: number
  /** Whether an address is a load balancer that sends a PROXY header; `null` if there are none. */
  readonly isProxy?: ((address: string) => boolean) | null
  /** Whether an address is an HTTP proxy whose X-Forwarded-For is trusted; `null` if there are none. */
  readonly isHttpProxy?: ((address: string) => boolean) | null
  /** Max connections per client address; null means unlimited. */
  readonly mostPerAddress?: number | null
}

export interface CasterTimes {
  readonly handshakeMs?: number
  /** A push that has sent nothing yet keeps its mountpoint for this long. */
  readonly firstBytesMs?: number
  /** A request head without its empty line counts as complete after this long without another byte. */
  readonly quietMs?: number
  /** Grace period before the rovers of a disconnected base get another base. */
  readonly graceMs?: number
  /** How long a base must send before rovers of another base change to it. */
  readonly stableMs?: number
  /** Interval between two reads of the stations, pulls and the VRS engine. */
  readonly settingsMs?: number
  /** After this long without a position, a network rover gets the base of its last known place. */
  readonly positionMs?: number
  /** How long a reported position of a rover with a geofence counts on the network mountpoint. */
  readonly placeGoodMs?: number
  /** After this long without data from the VRS engine, a base serves. */
  readonly vrsTimeoutMs?: number
  /** Interval between two probes of the VRS engine. */
  readonly probeMs?: number
  /** Interval between two checks of the certificate files. */
  readonly certificateMs?: number
  /** A rover that accepts nothing for this long is dropped. */
  readonly ghostMs?: number
  /** Idle timeout: how long an on-demand stream is still pulled after its last rover has left. */
  readonly idleMs?: number
}
