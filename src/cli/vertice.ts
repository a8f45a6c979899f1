// The command `vertice` as a process.
import { main, report } from './main.ts'

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exit(report(error)) // ends what a failed start left running
}
