import { drainNode } from '../../actions/operations/nodes/drain.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { nodeState } from '../../domain/operations/node-state.ts'
import { listNodes } from '../../store/operations/nodes/rows.ts'
import { asJson, commandContext, group, onFoundation, printList, UsageError, verb } from '../kit/command.ts'

const list = verb({
  summary: 'list the nodes of the service on all machines',
  more: `Shows the roles, release, rovers and station streams, heartbeat duration (LAG) and start time of each node. A node is "lost" after ten seconds without a heartbeat; its sessions are released, and it is listed for an hour.`,
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db }) => {
      const nodes = (await listNodes(db)).map((node) => ({ ...node, state: nodeState(node) }))
      printList(
        json,
        nodes,
        {
          NAME: ({ name }) => name,
          ROLES: ({ roles }) => roles.join(','),
          STATE: ({ state }) => state,
          VERSION: ({ version }) => version,
          ROVERS: ({ rovers }) => rovers,
          STATIONS: ({ stations }) => stations,
          BUS: ({ bus }) => bus,
          LAG: ({ lagMs }) => `${lagMs} ms`,
          SINCE: ({ startedAt }) => startedAt,
        },
        'no node is running',
      )
    }),
})

const drain = verb({
  summary: 'drain a caster before you stop its machine',
  more: `The caster stops accepting connections and disconnects its rovers in small groups within about a minute, so that they reconnect elsewhere, and then its bases. It stays drained until its process restarts. With the name of a machine (NODE_NAME), all casters of that machine are drained.`,
  args: ['NAME'],
  run: (_, name) =>
    onFoundation(async ({ db }) => {
      await drainNode(commandContext('node drain', { db }), name).catch((error) => {
        if (!(error instanceof Refusal)) throw error
        throw new UsageError(`no running caster is named ${name}; see "vertice node list"`)
      })
      console.log(
        `${name} accepts no new connections and is disconnecting its rovers; "vertice node list" shows the progress`,
      )
    }),
})

export const command = group({ list, drain })
