// What is told of the network: why the VRS engine's stream does not come, and why a mountpoint was chosen for a position.

import type { ChoiceReason, ChoiceReasonParams } from '../domain/network/mountpoint-choice.ts'
import { type Alteration, altersNothing } from '../domain/network/mountpoints/alteration.ts'
import type { WhyNotConverted } from '../domain/network/mountpoints/not-converted.ts'
import type { EngineTrouble, EngineTroubleParams, StreamLossParams } from '../domain/network/source-address.ts'
import type { LeftOutWhy, TableTrouble, TableTroubleParams } from '../domain/network/upstreams/upstream.ts'
import { say, type WordsFor } from './say.ts'

export interface NetworkWords {
  readonly streamTrouble: WordsFor<EngineTroubleParams>
  /** Why the sourcetable of another caster could not be had; what is not here is as above. */
  readonly table: WordsFor<Omit<TableTroubleParams, keyof EngineTroubleParams>>
  /** Why a mountpoint of another caster is not offered. */
  readonly leftOut: { readonly [Why in LeftOutWhy]: string }
  /** What another caster means by its refusal. */
  readonly refusals: { readonly [Reason in StreamLossParams['refused']['reason']]: string }
  readonly choice: WordsFor<ChoiceReasonParams>
  /** After the reason of a choice, where the network mountpoint would serve but for its engine. */
  readonly engineAway: string
  /** After the reason of a choice, where some of its stations are degraded. */
  readonly degraded: (codes: readonly string[]) => string
  /** What a mountpoint gives of its station's stream. */
  readonly altered: {
    readonly nothing: string
    readonly forms: { readonly [Form in Alteration['form']]: string }
    readonly only: (constellations: readonly string[]) => string
    readonly every: (seconds: number) => string
    readonly keep: (numbers: readonly number[]) => string
    readonly drop: (numbers: readonly number[]) => string
  }
  /** What of a station's stream a mountpoint left out, and why. */
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
  const { form, constellations, everySeconds, messages } = alteration
  return [
    ...(form === 'as_is' ? [] : [altered.forms[form]]),
    ...(constellations ? [altered.only(constellations)] : []),
    ...(everySeconds === null ? [] : [altered.every(everySeconds)]),
    ...(messages ? [altered[messages.rule](messages.types)] : []),
  ].join(', ')
}
