import type { ActionContext } from '../../actions/context.ts'
import { createGroup } from '../../actions/stations/groups.ts'

export const BAJIO = 'Bajío'

const GROUPS: readonly { readonly name: string; readonly members: readonly string[] }[] = [
  { name: BAJIO, members: ['QUER', 'CELA', 'SMAL', 'LEON'] },
  { name: 'Valle de México', members: ['CDMX', 'TOLU', 'CUER', 'TEXC', 'AMEC', 'TIZA', 'PACH'] },
]

/** Returns the ids by name. */
export async function writeGroups(context: ActionContext): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const group of GROUPS) ids.set(group.name, (await createGroup(context, group)).id)
  return ids
}
