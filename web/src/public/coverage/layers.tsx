import L from 'leaflet'
import { useEffect } from 'react'
import type { TriangleFeature } from '../../../../src/http/public/contract.ts'
import { Coverage } from '../../map/marks/coverage.tsx'

type Covering = Parameters<typeof Coverage>[0]['stations']

/** The service area of each station, and the triangles in which the network mountpoint serves. */
export function CoverageLayers({
  map,
  stations,
  triangles,
}: {
  map: L.Map
  stations: Covering
  triangles: readonly TriangleFeature[]
}) {
  useEffect(() => {
    const rings = triangles.map(({ geometry }) =>
      geometry.coordinates.map((ring) => ring.map(([lng, lat]): L.LatLngTuple => [lat, lng])),
    )
    const drawn = L.polygon(rings, { className: 'map-triangles', interactive: false }).addTo(map)
    return () => void drawn.remove()
  }, [map, triangles])
  return <Coverage map={map} stations={stations} />
}
