// A stream that is computed for one rover: by a VRS engine, by another caster's mountpoint that needs a position, or in
// this process.
import type { SourceAddress, StreamLoss } from '../../domain/network/source-address.ts'
import type { Rover } from '../rovers/rover.ts'

export interface RoverStream {
  /** True while the rover gets this stream or waits for its first data; false while a base serves the rover instead. */
  readonly serves: boolean
  /** Why no data arrives, as far as known. */
  readonly why: StreamLoss
  /** Forwards a new position of the rover, as a GGA sentence. */
  position(sentence: string): void
  /** Whether the rover has waited for data longer than `timeoutMs`. */
  isOverdue(now: number, timeoutMs: number): boolean
  /** Call when a base serves instead. The stream keeps trying, and takes over again when it has data. */
  giveUp(): void
  close(): void
}

export interface RoverStreamRequest {
  readonly rover: Pick<Rover, 'send' | 'follow' | 'gets' | 'note'>
  readonly from: SourceAddress
  /** The rover's position as a GGA sentence; `null` if the rover has not reported one. */
  readonly sentence: string | null
  /** False if the source is known to be unavailable: a base serves until data arrives. */
  readonly serves: boolean
  /** False if the operator declared another format: data is then forwarded without a check. */
  readonly isRtcm: boolean
  /** Called when data arrives although `serves` was false. */
  readonly onRecovered: () => void
}

export type OpenRoverStream = (request: RoverStreamRequest) => RoverStream

export interface StreamSlot {
  stream: RoverStream | null
  sentence: string | null
}

export function closeStream(slot: StreamSlot): void {
  slot.stream?.close()
  slot.stream = null
}
