import { Words } from '../common.ts'

export const CredentialKindSchema = Words(
  'CredentialKind',
  ['base', 'red'],
  '`base`: the mountpoint of one station; `red`: the network mountpoint, or with `grupo` what a group of stations offers.',
)
