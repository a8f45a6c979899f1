// What is told of the network: why the VRS engine's stream does not come, and why a mountpoint was chosen for a position.
import type { ChoiceReason, ChoiceReasonParams } from '../domain/network/mountpoint-choice.ts'
import type { StreamLossParams, UpstreamTrouble, UpstreamTroubleParams } from '../domain/network/upstream.ts'
import { say, type WordsFor } from './say.ts'

export interface NetworkWords {
  readonly upstream: WordsFor<UpstreamTroubleParams>
  /** What another caster means by its refusal. */
  readonly refusals: { readonly [Reason in StreamLossParams['refused']['reason']]: string }
  readonly choice: WordsFor<ChoiceReasonParams>
  /** After the reason of a choice, where the network mountpoint would serve but for its engine. */
  readonly engineAway: string
  /** After the reason of a choice, where some of its stations are degraded. */
  readonly degraded: (codes: readonly string[]) => string
}

interface HasNetwork {
  readonly network: NetworkWords
}

export const upstreamText = ({ network }: HasNetwork, trouble: UpstreamTrouble): string =>
  say(network.upstream, trouble)

export const choiceText = ({ network }: HasNetwork, { degraded, engineAway, ...reason }: ChoiceReason): string =>
  say(network.choice, reason) +
  (engineAway ? network.engineAway : '') +
  (degraded.length === 0 ? '' : network.degraded(degraded))
