// Drains a caster before its process is stopped: it accepts no new connections, disconnects its rovers and then its
// bases, which reconnect elsewhere. It stays drained until its process restarts as a new node.
import { Refusal } from '../../../domain/codes/refusal.ts'
import { drainNodes } from '../../../store/operations/nodes/rows.ts'
import { type ActionContext, record } from '../../context.ts'

export function drainNode(context: ActionContext, name: string): Promise<void> {
  return context.db.transaction(async (tx) => {
    if ((await drainNodes(tx, name)) === 0) throw new Refusal('node_not_found', { name })
    await record(tx, context, { action: 'node.drained', details: { name } })
  })
}
