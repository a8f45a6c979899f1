// An abusive client in its own process: requests one URL many times over a limited number of connections and prints the
// count of each status. Usage: node flood.ts URL TIMES CONNECTIONS
import { Agent, request } from 'undici'

const [url = '', times = '0', connections = '0'] = process.argv.slice(2)
const agent = new Agent({ connections: Number(connections), pipelining: 1 })
const statuses: Record<string, number> = {}
let left = Number(times)

async function ask(): Promise<void> {
  while (left-- > 0) {
    const status = await request(url, { dispatcher: agent }).then(
      async ({ statusCode, body }) => {
        await body.dump({ limit: 10_000_000 })
        return statusCode
      },
      (error) => error.code,
    )
    statuses[status] = (statuses[status] ?? 0) + 1
  }
}

await Promise.all(Array.from({ length: Number(connections) }, ask))
await agent.close()
console.log(JSON.stringify(statuses))
