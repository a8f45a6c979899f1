import { main, report } from './main.ts'

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exit(report(error)) // exit ends what a failed start left running
}
