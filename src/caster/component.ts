// A component of the caster: besides `start`, `tick` and `stop` it can handle the rover events that it wants.

import type { Gga } from '@vertice/ntrip'
import type { Component } from '../base/running/component.ts'
import type { EndReason } from '../domain/sessions/session.ts'
import type { Rover } from './rovers/rover.ts'

export interface CasterComponent extends Component {
  /** The rover sent a readable GGA sentence. */
  roverPositioned?(rover: Rover, gga: Gga, sentence: string): void
  /** A note was added to the rover's session record. */
  roverNoted?(rover: Rover): void
  /** The rover does not accept data at the moment. */
  roverStalled?(rover: Rover): void
  /** The rover accepts data again; `skippedBytes` were too old by then and are not sent. */
  roverResumed?(rover: Rover, skippedBytes: number): void
  roverEnded?(rover: Rover, reason: EndReason): void
}
