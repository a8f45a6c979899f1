// Station code of an upstream mountpoint. Codes are shorter than mountpoint names and have no dots.
const LONGEST = 32

const plainOf = (name: string): string => name.replaceAll('.', '_')

export const codeOf = (name: string): string => (plainOf(name).length <= LONGEST ? plainOf(name) : distinctCodeOf(name))

/** For names with the same plain code, such as A.B and A_B. */
export const distinctCodeOf = (name: string): string => `${plainOf(name).slice(0, 24)}-${checksum(name)}`

function checksum(text: string): string {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0
  return sum.toString(36).padStart(7, '0').slice(-7)
}
