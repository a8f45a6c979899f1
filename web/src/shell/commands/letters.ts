/** After a g: the page that its letter leads to. */
export const LETTERS: Readonly<Record<string, string>> = {
  '/': 'n',
  '/stations': 's',
  '/alerts': 'l',
  '/credentials': 'c',
  '/customers': 'm',
  '/orders': 'o',
  '/incidents': 'i',
  '/activity': 'a',
  '/platform/tokens': 't',
  '/platform/webhooks': 'w',
  '/people/owners': 'r',
  '/people/users': 'u',
  '/audit': 'h',
  '/settings': 'j',
  '/system': 'y',
}
