// Empties a caster before its process is stopped: it takes nobody new, its rovers and then its bases are closed and find another one. It
// stays empty until its process is started again, which is another node then.
import { Refusal } from '../../../domain/codes/refusal.ts'
import { drainNodes } from '../../../store/operations/nodes/rows.ts'
import { type ActionContext, record } from '../../context.ts'

export function drainNode(context: ActionContext, name: string): Promise<void> {
  return context.db.transaction(async (tx) => {
    if ((await drainNodes(tx, name)) === 0) throw new Refusal('node_not_found', { name })
    await record(tx, context, { action: 'node.drained', details: { name } })
  })
}
