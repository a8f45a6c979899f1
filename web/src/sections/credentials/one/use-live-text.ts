import type { LiveDevice } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { useDeviceWords } from './words.ts'

/** A connected device in one line: "Connected · 31 satellites · fixed after 14 s · base GUAD, 12.3 km". */
export function useLiveText(): (live: LiveDevice | null) => string {
  const words = useDeviceWords()
  const { number } = useFigures()
  return (live) => {
    if (live?.kind !== 'connected') return ''
    const { satellites, solution, fixedAfterSeconds, flows, base, distanceKm } = live
    const fixed = solution === 'fix' && fixedAfterSeconds !== null ? words.fixedAfter(number(fixedAfterSeconds)) : null
    return [
      words.connected,
      satellites !== null && words.satellites(satellites),
      fixed ?? (solution && words.solutions[solution]),
      !flows && words.noCorrections,
      flows && solution === null && words.corrections,
      base !== null && words.base(base, distanceKm === null ? null : `${number(distanceKm, 1)} km`),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
