// Compiles each serializer on first use. Compiling all of the hundreds took a second of every start, and most describe
// problem responses, which are already text.
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
