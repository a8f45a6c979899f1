// The same request in four languages, with the URL of this service. Each sample checks the status.
import type { Sample } from '../code.ts'
import type { Operation } from './description.ts'

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)
const asJson = (value: unknown) => JSON.stringify(value, null, 2)

export function exampleAddress({ path, parameters }: Operation, exampleOf: (name: string) => string): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleOf(name)))
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  return filled + (query.length > 0 ? `?${query.map(({ name }) => `${name}=${exampleOf(name)}`).join('&')}` : '')
}

export function samplesOf({ method, body }: Operation, url: string): Sample[] {
  const sent = body?.example
  return [
    { language: 'sh', code: curl(method, url, sent) },
    { language: 'js', code: javaScript(method, url, sent) },
    { language: 'py', code: python(method, url, sent) },
    { language: 'php', code: php(method, url, sent) },
  ]
}

function curl(method: string, url: string, sent: unknown): string {
  const plain = sent === undefined ? 'GET' : 'POST'
  return [
    `curl --fail-with-body ${method === plain ? '' : `-X ${method} `}'${url}'`,
    `-H "Authorization: Bearer $VERTICE_TOKEN"`,
    ...(sent === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${asJson(sent).replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ')
}

function javaScript(method: string, url: string, sent: unknown): string {
  const token = `\`Bearer \${token}\``
  const lines = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    sent === undefined
      ? `headers: { Authorization: ${token} },`
      : `headers: { Authorization: ${token}, 'Content-Type': 'application/json' },`,
    ...(sent === undefined ? [] : [`body: JSON.stringify(${indent(asJson(sent), '  ')}),`]),
  ]
  return `const answer = await fetch('${url}', {\n  ${lines.join('\n  ')}\n})\nconst body = await answer.json()\nif (!answer.ok) throw new Error(\`\${answer.status} \${body.code}: \${body.detail}\`)\nconsole.log(body)`
}

function python(method: string, url: string, sent: unknown): string {
  const lines = [
    `"${url}",`,
    `headers={"Authorization": f"Bearer {os.environ['VERTICE_TOKEN']}"},`,
    ...(sent === undefined ? [] : [`json=${indent(asPython(sent), '    ')},`]),
    'timeout=30,',
  ]
  return `import os\nimport requests\n\nanswer = requests.${method.toLowerCase()}(\n    ${lines.join('\n    ')}\n)\nbody = answer.json()\nif not answer.ok:\n    raise SystemExit(f"{answer.status_code} {body['code']}: {body['detail']}")\nprint(body)`
}

function php(method: string, url: string, sent: unknown): string {
  const headers = [
    `'Authorization: Bearer ' . getenv('VERTICE_TOKEN')`,
    ...(sent === undefined ? [] : [`'Content-Type: application/json'`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    `CURLOPT_HTTPHEADER => [${headers.join(', ')}],`,
    ...(sent === undefined ? [] : [`CURLOPT_POSTFIELDS => json_encode(${indent(asPhp(sent), '    ')}),`]),
    'CURLOPT_RETURNTRANSFER => true,',
  ]
  return `<?php\n$request = curl_init('${url}');\ncurl_setopt_array($request, [\n    ${options.join('\n    ')}\n]);\n$body = json_decode(curl_exec($request), true);\n$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);\nif ($status >= 400) {\n    exit("$status {$body['code']}: {$body['detail']}\\n");\n}\nprint_r($body);`
}

const asPython = (value: unknown) =>
  literal(value, { none: 'None', yes: 'True', no: 'False', open: '{', close: '}', pair: ': ' })
const asPhp = (value: unknown) =>
  literal(value, { none: 'null', yes: 'true', no: 'false', open: '[', close: ']', pair: ' => ' })

interface Syntax {
  readonly none: string
  readonly yes: string
  readonly no: string
  readonly open: string
  readonly close: string
  readonly pair: string
}

/** JSON string literals are valid in both languages, except that PHP needs `$` escaped. */
function literal(value: unknown, syntax: Syntax): string {
  if (value === null) return syntax.none
  if (typeof value === 'boolean') return value ? syntax.yes : syntax.no
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('$', syntax.open === '[' ? '\\$' : '$')
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((each) => literal(each, syntax))
    : Object.entries(value).map(([name, each]) => JSON.stringify(name) + syntax.pair + literal(each, syntax))
  const [open, close] = isList ? ['[', ']'] : [syntax.open, syntax.close]
  return parts.length === 0
    ? open + close
    : `${open}\n    ${parts.map((part) => indent(part, '    ')).join(',\n    ')},\n${close}`
}
