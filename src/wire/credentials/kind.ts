import { Words } from '../common.ts'

export const CredentialKindSchema = Words(
  'CredentialKind',
  ['base', 'red'],
  '`base`: the mountpoint of one station. `red`: the network mountpoint or, with `grupo`, the mountpoints of a station group and the network mountpoint within it.',
)
