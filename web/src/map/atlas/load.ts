// Loads the map data once and caches it: first the coarse world, then the details.
import { decodePlaces, decodeShapes, type Places, type Shapes } from './decode.ts'

export const loadWorld = once<Shapes>(new URL('./world.bin', import.meta.url), decodeShapes)
export const loadNear = once<Shapes>(new URL('./near.bin', import.meta.url), decodeShapes)
export const loadPlaces = once<Places>(new URL('./places.bin', import.meta.url), decodePlaces)

function once<Data>(url: URL, decode: (bytes: Uint8Array) => Data): () => Promise<Data> {
  let asked: Promise<Data> | null = null
  const ask = async () => {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`)
    return decode(new Uint8Array(await answer.arrayBuffer()))
  }
  return () => {
    asked ??= ask().catch((error) => {
      asked = null // the next map retries
      throw error
    })
    return asked
  }
}
