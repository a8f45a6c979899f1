// Connection data in the form that a program accepts as text.
import type { Accepts } from './facts.ts'

export interface Access {
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly username: string
  readonly password: string
  /** Whether the mountpoint needs the rover's position. */
  readonly sendsPosition: boolean
}

export type AcceptedText =
  | { readonly kind: 'address'; readonly text: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'command'; readonly text: string }

/** Programs read other signs as separators, and shells as commands. Generated names and passwords have none. */
const PLAIN = /^[A-Za-z0-9._~-]+$/

/** `null` if the data contains signs that a program would misread. */
export function acceptedText(accepts: Accepts, access: Access): AcceptedText | null {
  if (!isPlain(access)) return null
  const { host, port, mountpoint, username, password } = access
  switch (accepts) {
    case 'address':
      return { kind: 'address', text: addressOf(access) }
    case 'mavproxy':
      return {
        kind: 'lines',
        lines: [
          'module load ntrip',
          `ntrip set caster ${host}`,
          `ntrip set port ${port}`,
          `ntrip set mountpoint ${mountpoint}`,
          `ntrip set username ${username}`,
          `ntrip set password ${password}`,
          'ntrip start',
        ],
      }
    case 'rtklib':
      return { kind: 'command', text: str2strCommand(access) }
  }
}

const isPlain = ({ host, mountpoint, username, password }: Access) =>
  [host, mountpoint, username, password].every((text) => PLAIN.test(text))

const addressOf = ({ host, port, mountpoint, username, password }: Access) =>
  `ntrip://${username}:${password}@${host}:${port}/${mountpoint}`

/** `-b 1` relays the sentences of the receiver to the caster. */
const str2strCommand = (access: Access) =>
  `str2str -in ${addressOf(access)}${access.sendsPosition ? ' -b 1' : ''} -out serial://ttyUSB0:115200`
