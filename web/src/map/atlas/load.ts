// The data of the map, asked for once and kept: first the world from afar, then what is seen nearer.
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
      asked = null // the next map asks again
      throw error
    })
    return asked
  }
}
