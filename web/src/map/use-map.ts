// The map of a component, made once its box is there.
import { useQuery } from '@tanstack/react-query'
import type L from 'leaflet'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../api.ts'
import { followSize, type MapWords, makeMap, type Tiles } from './base-map.ts'

const fromConsole = (signal: AbortSignal) => api.get('/map', {}, signal)

/** `askTiles`: another way to learn where tiles come from, for who is not signed in. */
export function useMap(
  words: MapWords,
  askTiles: (signal: AbortSignal) => Promise<Tiles> = fromConsole,
): { box: RefObject<HTMLDivElement | null>; map: L.Map | null } {
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map | null>(null)
  const { zoomIn, zoomOut } = words
  const { data: tiles } = useQuery({
    queryKey: ['/map'],
    queryFn: ({ signal }) => askTiles(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!box.current || !tiles) return
    const made = makeMap(box.current, { zoomIn, zoomOut }, tiles)
    const unfollow = followSize(made, box.current)
    setMap(made)
    return () => {
      setMap(null)
      unfollow()
      made.remove()
    }
  }, [tiles, zoomIn, zoomOut])
  return { box, map }
}
