const UNITS = ['kB', 'MB', 'GB', 'TB']

/** With three digits, from kB on. */
export function gigabytes(bytes: number): string {
  let value = bytes / 1000
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit]}`
}
