// The connected clients on the caster's page `/admin?mode=listeners`, one per line:
// [Host: …] [IP: …] [User: ana] [Mountpoint: /CDMX] [Id: 7] [Connected for: …] … [User agent: …]
// Older versions write `[Mountpoint /CDMX]`. The user agent comes last and can contain anything, including more such
// fields, so the first ones count. A client of an open mountpoint chooses its own user name, so an id that another line
// states unambiguously is not accepted from an ambiguous line.

export interface Listener {
  readonly id: number
  readonly user: string
  /** Without its slash. */
  readonly mountpoint: string
}

/** A name ends at the next field, even if it has brackets: our names have no blank. Max length as in `users.aut`. */
const FIELDS = /\[User: (.{0,998}?)\] \[Mountpoint:? \/?([^\]\s]*)\] \[Id: (\d{1,15})\]/
const IDS = /\[Id: \d{1,15}\]/g

export function listenersIn(page: string): Listener[] {
  const lines = page.split('\n').flatMap((line) => {
    const text = unescaped(line)
    const [, user, mountpoint, id] = FIELDS.exec(text) ?? []
    const isPlain = text.match(IDS)?.length === 1
    return user === undefined
      ? []
      : [{ isPlain, listener: { id: Number(id), user: user.trim(), mountpoint: mountpoint! } }]
  })
  const plain = new Set(lines.flatMap(({ isPlain, listener }) => (isPlain ? listener.id : [])))
  return lines.flatMap(({ isPlain, listener }) => (isPlain || !plain.has(listener.id) ? listener : []))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
