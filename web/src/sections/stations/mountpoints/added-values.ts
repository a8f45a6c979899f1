// Messages that a mountpoint adds, as typed in its form. The service rejects text that is not a number.
import type { Mountpoint } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { toNumber } from '../../../parts/text/typed-number.ts'

export interface AddedValues {
  readonly addedTypes: readonly string[]
  readonly addedEvery: number | string
  readonly addedReplaces: boolean
  readonly addedPosition: string
  readonly addedText: string
  /** Seconds; empty for none. */
  readonly ephemerides: '' | '30' | '60' | '120' | '300'
  readonly stationNumber: number | string
}

export function addedValuesOf(alteration: Mountpoint['alteration'] | null): AddedValues {
  const added = alteration?.added ?? null
  return {
    addedTypes: added?.types.map(String) ?? [],
    addedEvery: added?.everySeconds ?? 10,
    addedReplaces: added?.replaces ?? false,
    addedPosition: added?.position?.join(', ') ?? '',
    addedText: added?.text ?? '',
    ephemerides: (alteration?.ephemerides
      ? String(alteration.ephemerides.everySeconds)
      : '') as AddedValues['ephemerides'],
    stationNumber: alteration?.stationNumber ?? '',
  }
}

export function addedIn(values: AddedValues) {
  const { addedTypes, addedEvery, addedReplaces, addedPosition, addedText, ephemerides, stationNumber } = values
  return {
    added:
      addedTypes.length === 0
        ? null
        : {
            types: addedTypes.map(Number),
            everySeconds: addedEvery === '' ? null : Number(addedEvery),
            replaces: addedReplaces,
            position: positionIn(addedPosition),
            text: addedText.trim() || null,
          },
    ephemerides: ephemerides === '' ? null : { everySeconds: Number(ephemerides) },
    stationNumber: stationNumber === '' ? null : Number(stationNumber),
  }
}

const positionIn = (text: string) =>
  text.trim() === ''
    ? null
    : text
        .trim()
        .split(/[\s,;]+/)
        .map((part) => toNumber(part) as number)
