import { Type } from 'typebox'
import { Nullable } from '../common.ts'

export const frameExample = { nombre: 'ITRF2008', epsg: 6364, epoca: 2010 }

export const FrameSchema = Type.Object(
  {
    nombre: Type.String({ maxLength: 100, description: 'Name of the reference frame.' }),
    epsg: Type.Integer({
      minimum: 1,
      format: 'int32',
      maximum: 2 ** 31 - 1,
      description: 'EPSG code of its geographic system with three dimensions.',
    }),
    epoca: Nullable('number', {
      description: 'Epoch of the coordinates as a decimal year; `null` if the operator did not state one.',
    }),
  },
  { title: 'Frame', description: 'A reference frame and the epoch of the coordinates.' },
)
