// The reference frame that coordinates are in: an entry of the table of @vertice/gnss, and the epoch of the coordinates.
import { FRAMES, type Frame, frameOf } from '@vertice/gnss'
import { type FieldFault, wrong } from '../codes/fault.ts'

export { FRAMES }

export interface FrameAtEpoch {
  /** Key in the table of frames; `null` if the table does not contain the frame. */
  readonly frame: string | null
  /** Decimal year; `null` if unknown. */
  readonly epoch: number | null
}

/** `datum` names frame and epoch in one text, which the contract publishes. */
export interface StoredFrame extends FrameAtEpoch {
  readonly datum: string
}

/** Undefined fields keep their value. `datum` alone is for frames that the table does not contain. */
export interface FrameChange {
  readonly datum?: string | null | undefined
  readonly frame?: string | null | undefined
  readonly epoch?: number | null | undefined
}

export const UNKNOWN_FRAME: FrameAtEpoch = { frame: null, epoch: null }
const EPOCHS = { least: 1980, most: 2100 }

/**
 * The frame of a row. A release that does not know frames changes only the text, so the text wins if both differ.
 * `country` decides between frames of the same name and epoch.
 */
export function frameIn({ datum, frame, epoch }: StoredFrame, country: string): FrameAtEpoch {
  const known = frame === null ? undefined : frameOf(frame)
  return known && datumOf(known, epoch) === datum ? { frame, epoch } : recognized(datum, country)
}

export const datumOf = ({ name }: Pick<Frame, 'name'>, epoch: number | null): string =>
  epoch === null ? name : `${name} época ${Number.isInteger(epoch) ? epoch.toFixed(1) : epoch}`

/** `null` for a frame that the table does not contain. */
export const tableEntryOf = ({ frame }: FrameAtEpoch): Frame | null =>
  frame === null ? null : (frameOf(frame) ?? null)

const DATUM = /^(.+?)[,\s]+(?:época|epoca|epoch)\s+(\d{4}(?:\.\d+)?)$/iu

/** Splits a text into the name of the frame and the epoch, without looking the name up. */
export function partsOf(datum: string): { readonly name: string; readonly epoch: string | null } {
  const [, name, epoch] = DATUM.exec(datum.trim()) ?? []
  return name && epoch ? { name, epoch } : { name: datum.trim(), epoch: null }
}

/** Spaces, punctuation and case differ between spellings of the same name. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Epochs of the same frame are written with one to three decimals. */
const SAME_EPOCH = 0.01

const NAMED = FRAMES.map((frame) => ({ frame, names: [frame.name, frame.epsgName].map(plain) }))

function recognized(datum: string, country: string): FrameAtEpoch {
  const { name, epoch: text } = partsOf(datum)
  const epoch = text === null ? null : Number(text)
  const wanted = plain(name)
  const fits = NAMED.filter(({ names }) => names.includes(wanted))
    .map(({ frame }) => frame)
    .filter((frame) => epoch === null || frame.epoch === null || Math.abs(frame.epoch - epoch) < SAME_EPOCH)
  const rank = (frame: Frame) => (frame.epoch === null ? 1 : epoch !== null && frame.country === country ? 0 : 2)
  const [best] = fits.toSorted((one, other) => rank(one) - rank(other))
  return best ? { frame: best.key, epoch: best.epoch ?? epoch } : UNKNOWN_FRAME
}

/** `before`: the frame that applies so far, the network's for a station without its own. */
export function frameFaults({ datum, frame, epoch }: FrameChange, before: FrameAtEpoch): FieldFault[] {
  if (datum != null && (frame != null || epoch != null)) return [wrong(['datum'], 'frame_and_datum')]
  const key = frame === undefined ? before.frame : frame
  const known = key === null ? undefined : frameOf(key)
  if (frame != null && !known) return [wrong(['frame'], 'not_one_of', { choices: FRAMES.map(({ key }) => key) })]
  if (epoch == null) return []
  if (!known) return [wrong(['epoch'], 'epoch_without_frame')]
  if (!(epoch >= EPOCHS.least && epoch <= EPOCHS.most)) return [wrong(['epoch'], 'number_range', EPOCHS)]
  return known.epoch === null || known.epoch === epoch
    ? []
    : [wrong(['epoch'], 'frame_fixes_epoch', { frame: known.name, epoch: known.epoch })]
}

/** Completes a valid change, so that text, frame and epoch are written together. */
export function withWholeFrame<Change extends FrameChange>(change: Change, before: FrameAtEpoch): Change {
  const { datum, frame, epoch } = change
  if (datum === undefined && frame === undefined && epoch === undefined) return change
  const key = frame === undefined && datum === undefined ? before.frame : frame
  const known = key == null ? undefined : frameOf(key)
  if (!known) return { ...change, datum: datum ?? null, ...UNKNOWN_FRAME }
  const at = epoch ?? known.epoch
  return { ...change, datum: datumOf(known, at), frame: known.key, epoch: at }
}
