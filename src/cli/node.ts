import { drainNode } from '../actions/nodes/drain.ts'
import { nodeState } from '../domain/nodes/state.ts'
import { Refusal } from '../domain/refusal.ts'
import { listNodes } from '../store/nodes/rows.ts'
import { deedBy, needed, onFoundation, printTable, read, shortTime, UsageError, withSubcommands } from './command.ts'

export const command = withSubcommands(
  `usage: vertice node list [--json]
       vertice node drain NAME

list   the processes of the service on all machines: what each is for, its release, how many rovers and stations' streams
       it has, how long it takes to say that it lives (LAG), since when it runs. One that is "lost" has not said so for ten
       seconds, and its sessions are free; it is shown for an hour. --json: a line of JSON each
drain  empties a caster before its machine is stopped: it takes nobody new, closes its rovers in small groups within about
       a minute, so that they reconnect elsewhere, and then its bases. It stays empty until its process is started again.
       With the name of a machine (NODE_NAME): all casters of that machine, which share its port`,
  { list, drain },
)

async function list(args: string[]): Promise<undefined> {
  const { values } = read(args, { json: { type: 'boolean', default: false } })
  await onFoundation(async ({ db }) => {
    const nodes = await listNodes(db)
    if (values.json) return void nodes.map((node) => console.log(JSON.stringify({ ...node, state: nodeState(node) })))
    const rows = nodes.map((node) => [
      node.name,
      node.roles.join(','),
      nodeState(node),
      node.version,
      told(node.rovers),
      told(node.stations),
      node.bus ?? '-',
      `${node.lagMs} ms`,
      shortTime(node.startedAt),
    ])
    const head = ['NAME', 'ROLES', 'STATE', 'VERSION', 'ROVERS', 'STATIONS', 'BUS', 'LAG', 'SINCE (UTC)']
    printTable(head, rows, 'no process of the service runs')
  })
}

const told = (count: number | null) => (count === null ? '-' : String(count))

async function drain(args: string[]): Promise<undefined> {
  const name = needed(read(args, {}).positionals[0], 'NAME')
  await onFoundation(async ({ db }) => {
    await drainNode(deedBy('node drain', { db }), name).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      throw new UsageError(`no caster that runs is called ${name}; see "vertice node list"`)
    })
    console.log(`${name} takes nobody new; its rovers are being closed. "vertice node list" shows how far it is`)
  })
}
