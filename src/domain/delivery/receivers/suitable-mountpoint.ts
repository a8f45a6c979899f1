// Which mountpoint of a credential suits a receiver.
import type { Alteration } from '../../network/mountpoints/alteration.ts'
import type { MadeMountpoint } from '../../network/mountpoints/mountpoint.ts'
import type { ReceiverFacts } from './facts.ts'

/** A derived mountpoint that carries the observations of its station in another form, and changes nothing else. */
export interface ConvertedMountpoint {
  readonly name: string
  readonly form: 'legacy' | 'msm4' | 'msm5'
}

/** Why a mountpoint other than the credential's own is recommended, or what is missing. */
export type MountpointAdvice =
  | { readonly kind: 'own' }
  /** The receiver reads only 1004 and 1012, which these mountpoints carry. */
  | { readonly kind: 'legacy'; readonly mountpoints: readonly string[] }
  /** The receiver falls behind with large streams; these are smaller. */
  | { readonly kind: 'lighter'; readonly mountpoints: readonly string[] }
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
  mountpoints: readonly MadeMountpoint[],
  stationIds: ReadonlySet<number>,
): ConvertedMountpoint[] {
  return mountpoints.flatMap(({ name, stationId, alteration }) => {
    const form = plainForm(alteration)
    return form !== null && stationIds.has(stationId) ? [{ name, form }] : []
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
  // A mountpoint of one station replaces the network's only if the credential is for that station.
  const replaces = (advice.kind === 'legacy' || advice.kind === 'lighter') && choices.station !== null
  const needsPosition = choices.station === null && choices.credential.placeLat === null
  return {
    mountpoint: replaces ? advice.mountpoints[0]! : choices.mountpoint,
    advice,
    positionDoubt: !needsPosition ? null : position === null ? 'unknown' : position.value === 'typed' ? 'typed' : null,
  }
}

function adviceFor(reads: readonly string[] | null, isSlow: boolean, { format, converted }: Choices): MountpointAdvice {
  const named = (form: ConvertedMountpoint['form']) =>
    converted.filter((mountpoint) => mountpoint.form === form).map(({ name }) => name)
  const readsOnlyLegacy = reads?.every((form) => form === 'legacy') ?? false
  if (readsOnlyLegacy) {
    const mountpoints = named('legacy')
    if (mountpoints.length > 0) return { kind: 'legacy', mountpoints }
    return BEFORE_MSM.test(format) ? { kind: 'own' } : { kind: 'no_legacy' }
  }
  const lighter = isSlow ? named('msm4') : []
  return lighter.length > 0 ? { kind: 'lighter', mountpoints: lighter } : { kind: 'own' }
}
