// Creates a component's map once its element exists.
import { useQuery } from '@tanstack/react-query'
import type L from 'leaflet'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { api } from '../service/api.ts'
import { type BaseMap, followSize, makeMap, type Tiles } from './base-map.ts'
import { addGestures } from './gestures.ts'
import { useMapWords } from './words.ts'

const fromConsole = (signal: AbortSignal) => api.get('/map', {}, signal)
const NOTHING: BaseMap | { map: null; atlas: null } = { map: null, atlas: null }

interface Point {
  readonly lat: number
  readonly lng: number
}

/** Labels avoid `stations`. `askTiles` replaces the request for the tile settings on pages without a session. */
export function useMap(
  stations: readonly Point[],
  askTiles: (signal: AbortSignal) => Promise<Tiles> = fromConsole,
): { box: RefObject<HTMLDivElement | null>; map: L.Map | null } {
  const box = useRef<HTMLDivElement>(null)
  const [{ map, atlas }, setMade] = useState(NOTHING)
  const words = useMapWords()
  const { language } = useLanguage()
  const { data: tiles } = useQuery({
    queryKey: ['/map'],
    queryFn: ({ signal }) => askTiles(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!box.current || !tiles) return
    const made = makeMap(box.current, words, language, tiles)
    const ends = [followSize(made.map, box.current), addGestures(made.map, words)]
    setMade(made)
    return () => {
      setMade(NOTHING)
      for (const end of ends) end()
      made.map.remove()
    }
  }, [tiles, words, language])
  const places = useSame(stations)
  useEffect(() => atlas?.keepFree(places), [atlas, places])
  return { box, map }
}

/** Returns the same array while the positions are the same: stations update every second but rarely move. */
function useSame(stations: readonly Point[]): readonly Point[] {
  const kept = useRef<{ key: string; places: readonly Point[] }>({ key: '', places: [] })
  const key = stations.map(({ lat, lng }) => `${lat} ${lng}`).join()
  if (kept.current.key !== key) kept.current = { key, places: stations.map(({ lat, lng }) => ({ lat, lng })) }
  return kept.current.places
}
