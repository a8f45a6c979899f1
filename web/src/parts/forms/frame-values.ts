// The reference frame in a form: one of the table, another as a text, or none of its own.
import { toNumber } from '../text/typed-number.ts'

export interface FrameValues {
  /** A key of the table, `OTHER_FRAME`, or empty for the network's frame. */
  readonly frame: string
  readonly epoch: string
  /** The text, for `OTHER_FRAME`. */
  readonly datum: string
}

export const OTHER_FRAME = 'other'

/** `datum` is `null` for a station that uses the network's frame. */
export function frameValuesOf(
  datum: string | null,
  { frame, epoch }: { readonly frame: string | null; readonly epoch: number | null },
): FrameValues {
  if (datum === null) return { frame: '', epoch: '', datum: '' }
  if (frame === null) return { frame: OTHER_FRAME, epoch: '', datum }
  return { frame, epoch: epoch === null ? '' : String(epoch), datum: '' }
}

/** The change to send; empty if nothing differs. */
export function frameChange(values: FrameValues, before: FrameValues): Readonly<Record<string, unknown>> {
  const { frame, epoch, datum } = values
  if (frame === before.frame && epoch === before.epoch && datum === before.datum) return {}
  if (frame === '') return { datum: null }
  if (frame === OTHER_FRAME) return { datum: datum.trim() }
  return { frame, epoch: epoch.trim() === '' ? null : toNumber(epoch) }
}
