// What is told of stations: their alarms.
import type { AlarmFacts, AlarmKind, AlarmParams } from '../domain/stations/telemetry.ts'

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
