// What is told of stations: their alarms.
import type { AlarmFacts, AlarmKind, AlarmParams, SentInstead } from '../domain/stations/telemetry.ts'

export interface StationWords {
  readonly alarms: {
    readonly [Kind in AlarmKind]: {
      /** In a list of alarms. */
      readonly short: string
      readonly told: (params: AlarmParams[Kind]) => string
    }
  }
}

export const alarmText = ({ stations }: { readonly stations: StationWords }, { kind, params }: AlarmFacts): string =>
  'said' in params ? params.said : (stations.alarms[kind].told as (params: AlarmFacts['params']) => string)(params)

/** Names and figures, alike in every language; empty: nothing was recognised. */
export const sentInstead = ({ messages, formats }: SentInstead): string =>
  [...Object.entries(messages).map(([type, count]) => `${type} (${count})`), ...formats].join(', ')
