/** Call first: if `--help` is among the arguments, prints the usage and ends the process. */
export function usage(text: string): void {
  if (!process.argv.some((argument) => ['--help', '-h'].includes(argument))) return
  console.log(text.trim())
  process.exit(0)
}
