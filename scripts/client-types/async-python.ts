// Derives the async modules of the Python client from the sync ones: the same methods, awaited.
const CLASSES = /\b(Credentials|Webhooks|Stations|Events|Orders|Vertice|Transport)\b(?=[(:")\n])/g
const METHOD = /^ {4}def /m
const CALL = /self\._call(_tagged)?\(/

export function asyncPython(source: string): string {
  const [head, ...methods] = source.split(new RegExp(`(?=${METHOD.source})`, 'm'))
  const text = [head, ...methods.map(asyncMethod)].join('')
  return `# Made by \`npm run client:types\` from the sync module; do not edit.\n${text
    .replaceAll(CLASSES, 'Async$1')
    .replaceAll(/from \._(credentials|webhooks) import/g, 'from ._async_$1 import')
    .replaceAll(/\bIterator\b/g, 'AsyncIterator')
    .replaceAll(/\bthrough_pages\b/g, 'through_pages_async')
    .replaceAll('``for ', '``async for ')
    .replaceAll('``with``', '``async with``')
    .replaceAll(/__(enter|exit)__/g, '__a$1__')}`
}

/** A method that returns an iterator awaits nothing itself. */
const asyncMethod = (method: string): string =>
  /^ {4}def __init__|-> Iterator/.test(method) ? method : awaited(method.replace(METHOD, '    async def '))

/** `self._call(…)` becomes `await self._call(…)`, in parentheses if a field of the answer is read at once. */
function awaited(method: string): string {
  const found = CALL.exec(method)
  if (!found) return method
  const start = found.index
  let end = start + found[0].length
  for (let depth = 1; depth > 0; end++) depth += { '(': 1, ')': -1 }[method[end]!] ?? 0
  const call = `await ${method.slice(start, end)}`
  return method.slice(0, start) + (method[end] === '[' ? `(${call})` : call) + method.slice(end)
}
