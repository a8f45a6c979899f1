import { drainNode } from '../../actions/operations/nodes/drain.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { nodeState } from '../../domain/operations/node-state.ts'
import { listNodes } from '../../store/operations/nodes/rows.ts'
import { asJson, commandContext, group, onFoundation, printList, UsageError, verb } from '../kit/command.ts'

const list = verb({
  summary: 'shows the processes of the service on all machines',
  more: `What each is for, its release, how many rovers and stations' streams it has, how long it takes to say that it lives (LAG), since when it runs. One that is "lost" has not said so for ten seconds, and its sessions are free; it is shown for an hour.`,
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
        'no process of the service runs',
      )
    }),
})

const drain = verb({
  summary: 'empties a caster before its machine is stopped',
  more: `It takes nobody new, closes its rovers in small groups within about a minute, so that they reconnect elsewhere, and then its bases. It stays empty until its process is started again. With the name of a machine (NODE_NAME): all casters of that machine, which share its port.`,
  args: ['NAME'],
  run: (_, name) =>
    onFoundation(async ({ db }) => {
      await drainNode(commandContext('node drain', { db }), name).catch((error) => {
        if (!(error instanceof Refusal)) throw error
        throw new UsageError(`no caster that runs is called ${name}; see "vertice node list"`)
      })
      console.log(`${name} takes nobody new; its rovers are being closed. "vertice node list" shows how far it is`)
    }),
})

export const command = group({ list, drain })
