// How answers become text: by functions that are compiled with the first answer that needs one. Hundreds are described, and compiling all
// of them took a second of every start; most are of problems, which are text already.
import selectSerializer, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

export const buildSerializer: SerializerFactory = (...shared) => {
  const compile = selectSerializer()(...shared)
  return (described) => {
    let write: ReturnType<typeof compile> | null = null
    return (answer) => {
      write ??= compile(described)
      return write(answer)
    }
  }
}
