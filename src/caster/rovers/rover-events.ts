// Delivers the events of all rovers to the components that want them, in the order of the component list.

import type { Gga } from '@vertice/ntrip'
import type { Position } from '../../domain/geometry/geodesy.ts'
import type { EndReason } from '../../domain/sessions/session.ts'
import type { CasterComponent } from '../component.ts'
import type { Rover, RoverEvents } from './rover.ts'

type EventName = Exclude<keyof CasterComponent, 'start' | 'tickMs' | 'tick' | 'stop'>
type Wanting<Name extends EventName> = Required<Pick<CasterComponent, Name>>

export interface RoverEventHubDependencies {
  readonly clock: () => Date
  readonly distanceKm: (stationId: number, position: Position | null) => number | null
  readonly components: readonly CasterComponent[]
}

export class RoverEventHub implements RoverEvents {
  readonly clock: () => Date
  readonly #distanceKm: RoverEventHubDependencies['distanceKm']
  readonly #positioned: readonly Wanting<'roverPositioned'>[]
  readonly #noted: readonly Wanting<'roverNoted'>[]
  readonly #stalled: readonly Wanting<'roverStalled'>[]
  readonly #resumed: readonly Wanting<'roverResumed'>[]
  readonly #ended: readonly Wanting<'roverEnded'>[]

  constructor({ clock, distanceKm, components }: RoverEventHubDependencies) {
    const wanting = <Name extends EventName>(name: Name) =>
      components.filter((component): component is CasterComponent & Wanting<Name> => component[name] !== undefined)
    this.clock = clock
    this.#distanceKm = distanceKm
    this.#positioned = wanting('roverPositioned')
    this.#noted = wanting('roverNoted')
    this.#stalled = wanting('roverStalled')
    this.#resumed = wanting('roverResumed')
    this.#ended = wanting('roverEnded')
  }

  distanceKm({ source, position: { place } }: Rover): number | null {
    return typeof source === 'number' ? this.#distanceKm(source, place) : null
  }

  positioned(rover: Rover, gga: Gga, sentence: string): void {
    for (const component of this.#positioned) component.roverPositioned(rover, gga, sentence)
  }

  noted(rover: Rover): void {
    for (const component of this.#noted) component.roverNoted(rover)
  }

  stalled(rover: Rover): void {
    for (const component of this.#stalled) component.roverStalled(rover)
  }

  resumed(rover: Rover, skippedBytes: number): void {
    for (const component of this.#resumed) component.roverResumed(rover, skippedBytes)
  }

  ended(rover: Rover, reason: EndReason): void {
    for (const component of this.#ended) component.roverEnded(rover, reason)
  }
}
