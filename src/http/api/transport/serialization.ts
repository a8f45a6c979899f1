// Compiles each serializer with the first answer that needs it. Compiling all of the hundreds that are described took a second of
// every start, and most describe problems, which are text already.
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
