// Sentences about the quality of a station's data, used by the API, the console, mails and the command line.
import type { Band } from '@vertice/gnss'
import type { IonosphereClass } from '../domain/archive/integrity/ionosphere.ts'
import type { UncheckedCode } from '../domain/archive/integrity/unchecked.ts'
import type { Reason, ReasonCode, Verdict } from '../domain/network/quality/reason.ts'

/** Numbers as texts, with the decimals that their unit needs. */
export interface ReasonFacts {
  readonly band: Band | null
  readonly value: string
  readonly limit: string
  readonly announced: string
  readonly recorded: string | null
}

export interface QualityWords {
  readonly verdicts: { readonly [One in Verdict]: string }
  /** What was found, and what to do. */
  readonly reasons: {
    readonly [Code in ReasonCode]: { readonly found: (facts: ReasonFacts) => string; readonly act: string }
  }
  /** Why the position of a station cannot be checked against its neighbours; continues "cannot be checked: ". */
  readonly unchecked: { readonly [Code in UncheckedCode | 'not_judged']: string }
  readonly ionosphere: { readonly [Class in IonosphereClass]: string }
}

type Described = Pick<Reason, 'code' | 'band' | 'value' | 'limit' | 'antennas'>

/** Codes whose values need decimals. */
const DECIMALS: Partial<Record<ReasonCode, number>> = {
  ...{
    clock_wrong: 1,
    coordinates_wrong: 1,
    interference: 1,
    cn0_fell: 1,
    cn0_low: 1,
    losses_of_lock: 1,
    multipath: 2,
    gaps: 1,
  },
}

export function reasonText({ quality }: { readonly quality: QualityWords }, reason: Described): string {
  const { found, act } = quality.reasons[reason.code]
  return `${found(factsOf(reason))}: ${act}`
}

function factsOf({ code, band, value, limit, antennas }: Described): ReasonFacts {
  const text = (number: number | null) => number?.toFixed(DECIMALS[code] ?? 0) ?? ''
  return {
    band,
    value: text(value),
    // A limit is a round number.
    limit: String(limit ?? ''),
    announced: antennas?.announced ?? '',
    recorded: antennas?.recorded ?? null,
  }
}
