// Sentences about the network: failures of the VRS engine and of upstream casters, and reasons for the choice of a
// mountpoint.

import type { ChoiceReason, ChoiceReasonParams } from '../domain/network/mountpoint-choice.ts'
import { type Alteration, altersNothing } from '../domain/network/mountpoints/alteration.ts'
import type { WhyNotConverted } from '../domain/network/mountpoints/not-converted.ts'
import type { EngineTrouble, EngineTroubleParams, StreamLossParams } from '../domain/network/source-address.ts'
import type { LeftOutWhy, TableTrouble, TableTroubleParams } from '../domain/network/upstreams/upstream.ts'
import { say, type WordsFor } from './say.ts'

export interface NetworkWords {
  readonly streamTrouble: WordsFor<EngineTroubleParams>
  /** Why an upstream caster's sourcetable could not be read, for reasons that the VRS engine does not have. */
  readonly table: WordsFor<Omit<TableTroubleParams, keyof EngineTroubleParams>>
  readonly leftOut: { readonly [Why in LeftOutWhy]: string }
  /** Why an upstream caster rejected the request. */
  readonly refusals: { readonly [Reason in StreamLossParams['refused']['reason']]: string }
  readonly choice: WordsFor<ChoiceReasonParams>
  /** Appended to the reason if the network mountpoint would serve the position but its VRS engine is unavailable. */
  readonly engineAway: string
  /** Appended to the reason if some of the stations are degraded. */
  readonly degraded: (codes: readonly string[]) => string
  /** How a derived mountpoint differs from its station's stream. */
  readonly altered: {
    readonly nothing: string
    readonly forms: { readonly [Form in Alteration['form']]: string }
    readonly only: (constellations: readonly string[]) => string
    readonly every: (seconds: number) => string
    readonly keep: (numbers: readonly number[]) => string
    readonly drop: (numbers: readonly number[]) => string
    /** `datum`: name and epoch of a reference frame. */
    readonly announced: (datum: string) => string
    readonly added: (numbers: readonly number[], seconds: number, replaces: boolean) => string
    readonly ephemerides: (seconds: number) => string
    readonly stationNumber: (number: number) => string
  }
  /** Why a derived mountpoint left out a message. */
  readonly notConverted: { readonly [Why in WhyNotConverted]: string }
}

interface HasNetwork {
  readonly network: NetworkWords
}

export const streamTroubleText = ({ network }: HasNetwork, trouble: EngineTrouble): string =>
  say(network.streamTrouble, trouble)

export const tableText = ({ network }: HasNetwork, trouble: TableTrouble): string =>
  say<TableTroubleParams>({ ...network.streamTrouble, ...network.table }, trouble)

export const leftOutText = ({ network }: HasNetwork, why: LeftOutWhy): string => network.leftOut[why] ?? why

export const choiceText = ({ network }: HasNetwork, { degraded, engineAway, ...reason }: ChoiceReason): string =>
  say(network.choice, reason) +
  (engineAway ? network.engineAway : '') +
  (degraded.length === 0 ? '' : network.degraded(degraded))

export function alterationText({ network: { altered } }: HasNetwork, alteration: Alteration): string {
  if (altersNothing(alteration)) return altered.nothing
  const { form, constellations, everySeconds, messages, announced, added, ephemerides, stationNumber } = alteration
  return [
    ...(form === 'as_is' ? [] : [altered.forms[form]]),
    ...(constellations ? [altered.only(constellations)] : []),
    ...(everySeconds === null ? [] : [altered.every(everySeconds)]),
    ...(messages ? [altered[messages.rule](messages.types)] : []),
    ...(announced ? [altered.announced(announced.datum)] : []),
    ...(added ? [altered.added(added.types, added.everySeconds, added.replaces)] : []),
    ...(ephemerides ? [altered.ephemerides(ephemerides.everySeconds)] : []),
    ...(stationNumber === null ? [] : [altered.stationNumber(stationNumber)]),
  ].join(', ')
}
