import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { usePartWords } from '../../../words/common.ts'
import { useStationWords } from '../words.ts'

export function DataTab({ station }: { station: StationDetail }) {
  const words = useStationWords()
  const parts = usePartWords()
  const { number } = useFigures()
  return (
    <Facts
      facts={[
        [words.code, station.code],
        [words.name, station.name],
        [words.federalState, station.federalState || '—'],
        [
          words.mountpoint,
          <span key="mountpoint" className="code">
            {station.mountpoint}
          </span>,
        ],
        [
          words.position,
          station.positionPending ? words.positionPending : `${number(station.lat, 5)}, ${number(station.lng, 5)}`,
        ],
        [words.radius, `${number(station.radiusKm)} km`],
        [words.format, station.isRtcm ? station.format : `${station.format} · ${words.notRtcmShort}`],
        [words.datum, station.datum],
        [words.country, station.country],
        [words.constellations, station.constellations || '—'],
        ...(station.sellsUnmeasured ? [[words.sellsUnmeasured, parts.yes] as const] : []),
        [words.createdAt, <Moment key="created" at={station.createdAt} />],
        ...(station.archivedAt ? [[words.archivedAt, <Moment key="archived" at={station.archivedAt} />] as const] : []),
      ]}
    />
  )
}
