// Who is connected to a BKG caster, out of its page `/admin?mode=listeners`, a line each:
// [Host: …] [IP: …] [User: ana] [Mountpoint: /CDMX] [Id: 7] [Connected for: …] … [User agent: …]
// Older versions write `[Mountpoint /CDMX]`. What a rover calls its program stands at the end and may hold anything, more such fields too: the first
// count. And the name of a user may be anything where no password is asked for: a number that is plainly somebody else's is not believed.

export interface Listener {
  readonly id: number
  readonly user: string
  /** Without its slash. */
  readonly mountpoint: string
}

/** A name of ours has no blank, so it goes on to the next field, whatever brackets are in it; and is no longer than its line in `users.aut`. */
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
