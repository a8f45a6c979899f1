// Which mountpoint of a credential suits a receiver.
import type { Alteration } from '../../network/mountpoints/alteration.ts'
import type { MadeMountpoint } from '../../network/mountpoints/mountpoint.ts'
import type { NetworkMountpoint } from '../../network/mountpoints/network-mountpoint.ts'
import type { ReceiverFacts } from './facts.ts'

/** A mountpoint that carries observations in another form, and changes nothing else. */
export interface ConvertedMountpoint {
  readonly name: string
  /** True for a network mountpoint, false for a derived one of a station. */
  readonly isNetwork: boolean
  readonly form: 'legacy' | 'msm4' | 'msm5'
}

interface Better {
  readonly mountpoints: readonly string[]
  /** `all`: the first one replaces the mountpoint of the credential. `stations`: each serves one station of it. */
  readonly isFor: 'all' | 'stations'
}

/** Why a mountpoint other than the credential's own is recommended, or what is missing. */
export type MountpointAdvice =
  | { readonly kind: 'own' }
  /** The receiver reads only 1004 and 1012, which these mountpoints carry. */
  | ({ readonly kind: 'legacy' } & Better)
  /** The receiver falls behind with large streams; these are smaller. */
  | ({ readonly kind: 'lighter' } & Better)
  /** No mountpoint of the credential has messages that the receiver reads. */
  | { readonly kind: 'no_legacy' }

export interface Suitable {
  /** The mountpoint to type. */
  readonly mountpoint: string
  readonly advice: MountpointAdvice
  /** Set if the mountpoint needs the rover's position and the receiver may not send the true one. */
  readonly positionDoubt: 'unknown' | 'typed' | null
}

/** RTCM 3 up to 3.1 has no MSM. */
const BEFORE_MSM = /\bRTCM\s*v?3\.[01]\b/i

export function convertedMountpoints(
  mountpoints: readonly (MadeMountpoint | NetworkMountpoint)[],
): ConvertedMountpoint[] {
  return mountpoints.flatMap((one) => {
    const form = plainForm(one.alteration)
    return form === null ? [] : [{ name: one.name, form, isNetwork: !('stationId' in one) }]
  })
}

/** `null` if the mountpoint also leaves out data, or moves the position to another frame. */
function plainForm(alteration: Alteration): ConvertedMountpoint['form'] | null {
  const { form, messages, constellations, everySeconds, announced } = alteration
  const isPlain = [messages, constellations, everySeconds, announced].every((one) => one === null)
  return isPlain && form !== 'as_is' ? form : null
}

/** The mountpoints of a delivery. */
interface Choices {
  readonly mountpoint: string
  readonly format: string
  /** `null` for the network mountpoint. */
  readonly station: object | null
  /** The registered place is used if the rover sends no position; `null` if there is none. */
  readonly credential: { readonly placeLat: number | null }
  readonly converted: readonly ConvertedMountpoint[]
}

export function suitableMountpoint({ reads, position, traps }: ReceiverFacts, choices: Choices): Suitable {
  const advice = adviceFor(
    reads?.value ?? null,
    traps.some(({ value }) => value === 'heavy_stream'),
    choices,
  )
  const replaces = (advice.kind === 'legacy' || advice.kind === 'lighter') && advice.isFor === 'all'
  const needsPosition = choices.station === null && choices.credential.placeLat === null
  return {
    mountpoint: replaces ? advice.mountpoints[0]! : choices.mountpoint,
    advice,
    positionDoubt: !needsPosition ? null : position === null ? 'unknown' : position.value === 'typed' ? 'typed' : null,
  }
}

function adviceFor(reads: readonly string[] | null, isSlow: boolean, choices: Choices): MountpointAdvice {
  const readsOnlyLegacy = reads?.every((form) => form === 'legacy') ?? false
  if (readsOnlyLegacy) {
    const legacy = betterOf('legacy', choices)
    if (legacy) return { kind: 'legacy', ...legacy }
    return BEFORE_MSM.test(choices.format) ? { kind: 'own' } : { kind: 'no_legacy' }
  }
  const lighter = isSlow ? betterOf('msm4', choices) : null
  return lighter ? { kind: 'lighter', ...lighter } : { kind: 'own' }
}

/** A mountpoint of one station replaces the network's only if the credential is for that station. */
function betterOf(form: ConvertedMountpoint['form'], { converted, station }: Choices): Better | null {
  const fitting = converted.filter((one) => one.form === form)
  const networks = fitting.filter(({ isNetwork }) => isNetwork)
  const chosen = station === null && networks.length > 0 ? networks : fitting
  if (chosen.length === 0) return null
  const isForAll = station !== null || networks.length > 0
  return { mountpoints: chosen.map(({ name }) => name), isFor: isForAll ? 'all' : 'stations' }
}
