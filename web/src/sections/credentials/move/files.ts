import type { ImportFormat } from '../../../../../src/http/console/contract/credentials/import.ts'

const BKG_NAMES = ['users.aut', 'groups.aut', 'clientmounts.aut']

/** A BKG caster has up to three files. Unknown names come first, so that the service rejects them by name. */
export function filesToSend<Chosen extends { readonly name: string }>(
  format: ImportFormat,
  chosen: readonly Chosen[],
): Chosen[] {
  if (format !== 'bkg') return chosen.slice(0, 1)
  const isKnown = ({ name }: Chosen) => BKG_NAMES.includes(name)
  return [...chosen].sort((one, other) => Number(isKnown(one)) - Number(isKnown(other))).slice(0, BKG_NAMES.length)
}
