// Several stations as one mark: their number, a ring of their statuses, and the icon of the worst. A click zooms in.
import L from 'leaflet'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { STATUS_COLOURS, type Status, StatusShape, shownStatus } from '../../parts/marks/status-mark.tsx'
import { usePartWords } from '../../words/common.ts'
import { boundsOf } from '../fit-stations.ts'
import { prefersReducedMotion } from '../motion.ts'
import { useMapWords } from '../words.ts'
import type { Cluster } from './clusters.ts'
import { inLines, type MapStation } from './station-marks.tsx'

export const CLUSTER_SIZE = 38
const SIZE = CLUSTER_SIZE
const RING = { radius: 16, width: 4 }
/** Keeps the number readable where rovers overlap the cluster. */
const ABOVE_ROVERS = 2000
const PADDING: L.PointTuple = [60, 60]
/** Sort order, worst first. A status that is missing here sorts before all others. */
const BY_CONCERN: readonly Status[] = ['offline', 'degraded', 'maintenance', 'unknown', 'online']

interface Share {
  readonly status: Status
  readonly count: number
}

export function ClusterMarks({ map, clusters }: { map: L.Map; clusters: readonly Cluster<MapStation>[] }) {
  const words = useMapWords()
  const { status: statusWords } = usePartWords()
  // Markers are kept while a cluster has the same stations: statuses change every few seconds, and a replaced marker
  // loses focus.
  const [markers] = useState(() => new Map<string, L.Marker>())
  const [placed, setPlaced] = useState<readonly { id: string; shares: readonly Share[]; element: HTMLElement }[]>([])
  useEffect(() => {
    const present = new Set(clusters.map(({ id }) => id))
    for (const [id, marker] of markers)
      if (!present.has(id)) {
        marker.remove()
        markers.delete(id)
      }
    setPlaced(
      clusters.map(({ id, at, members }) => {
        const marker = markers.get(id) ?? addMarker(map, at, members)
        markers.set(id, marker)
        const shares = sharesOf(members)
        const lines = [
          words.cluster(members.length),
          ...shares.map(({ status, count }) => words.inCluster(count, statusWords[status])),
        ]
        marker.setTooltipContent(inLines([...lines, words.nearer]))
        const element = marker.getElement()!
        element.setAttribute('aria-label', lines.join(', '))
        return { id, shares, element }
      }),
    )
  }, [map, markers, clusters, words, statusWords])
  useEffect(
    () => () => {
      for (const marker of markers.values()) marker.remove()
      markers.clear()
    },
    [markers],
  )
  return placed.map(({ id, shares, element }) => createPortal(<ClusterShape shares={shares} />, element, id))
}

function addMarker(map: L.Map, at: MapStation, members: readonly MapStation[]): L.Marker {
  const bounds = boundsOf(members)
  const icon = L.divIcon({ className: 'map-cluster', iconSize: [SIZE, SIZE], html: false })
  const marker = L.marker(at, { icon, keyboard: true, zIndexOffset: ABOVE_ROVERS })
  const open = () => {
    // Stations at one position cannot be fitted, so a click zooms in by at least one step.
    const nearer = Math.max(map.getBoundsZoom(bounds, false, L.point(PADDING)), map.getZoom() + 1)
    map.setView(bounds.getCenter(), Math.min(nearer, map.getMaxZoom()), { animate: !prefersReducedMotion() })
  }
  marker.bindTooltip('', { direction: 'top', offset: [0, -SIZE / 2] })
  marker.on('click', open)
  marker.on('keydown', ({ originalEvent }) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
    originalEvent.preventDefault()
    open()
  })
  return marker.addTo(map)
}

function sharesOf(members: readonly MapStation[]): Share[] {
  const counts = new Map<Status, number>()
  for (const status of members.map(shownStatus)) counts.set(status, (counts.get(status) ?? 0) + 1)
  const shares = Array.from(counts, ([status, count]) => ({ status, count }))
  return shares.sort((a, b) => BY_CONCERN.indexOf(a.status) - BY_CONCERN.indexOf(b.status))
}

function ClusterShape({ shares }: { shares: readonly Share[] }) {
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  const [worst] = shares
  const around = 2 * Math.PI * RING.radius
  let from = 0
  return (
    <>
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        {shares.map(({ status, count }) => {
          const [length, offset] = [(count / total) * around, -from]
          from += length
          return (
            <circle
              key={status}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RING.radius}
              fill="none"
              stroke={STATUS_COLOURS[status]}
              strokeWidth={RING.width}
              strokeDasharray={`${length} ${around - length}`}
              strokeDashoffset={offset}
              transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
            />
          )
        })}
      </svg>
      <span className="map-cluster-count" aria-hidden="true">
        {total}
      </span>
      {worst && worst.status !== 'online' && (
        <span className="map-cluster-worst">
          <StatusShape status={worst.status} size={14} />
        </span>
      )}
    </>
  )
}
