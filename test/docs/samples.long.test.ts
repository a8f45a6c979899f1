// Code samples of the guides are parsed by their programs; signature verification is run.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/domain/people/user.ts'
import { readAllGuides } from '../../src/http/portal/guides.ts'
import { samplesOf } from '../../src/http/portal/reference/samples.ts'
import { signatureHeaders, signerOf } from '../../src/outbound/webhooks/sign.ts'
import { blocksIn } from '../support/code-blocks.ts'
import { lacks } from '../support/needs.ts'

const guides = readAllGuides()
const blocks = [
  ...LANGUAGES.flatMap((language) => [...guides[language].sources.values()].flatMap(blocksIn)),
  ...['GET', 'POST'].flatMap((method) =>
    samplesOf({ method, body: { example: { label: "it's $5" } } } as never, 'https://rtk.example.mx/api/v1/yo'),
  ),
]

const folder = mkdtempSync(join(tmpdir(), 'vertice-guides-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (program: string, args: string[], input = '', env: Record<string, string> = {}) =>
  spawnSync(program, args, {
    input,
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    timeout: 20_000,
  })

/** Program and arguments that check the syntax, once or per file. */
const PROGRAMS: Record<string, { program: string; check: (files: string[]) => string[][] }> = {
  js: { program: process.execPath, check: (files) => files.map((file) => ['--check', file]) },
  py: { program: 'python3', check: (files) => [['-c', PARSE, ...files]] },
  php: { program: 'php', check: (files) => files.map((file) => ['-l', file]) },
  sh: { program: 'bash', check: (files) => files.map((file) => ['-n', file]) },
}
const PARSE = 'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name, encoding="utf-8").read())'

describe.each(Object.entries(PROGRAMS))('samples in %s', (kind, { program, check }) => {
  it.skipIf(lacks(`samples in ${kind}`, program))('have valid syntax', () => {
    const codes = blocks.filter(({ language }) => language === kind).map(({ code }) => code)
    const files = [...new Set(codes)].map((code, at) => {
      const file = join(folder, `sample-${at}.${kind === 'js' ? 'mjs' : kind}`)
      writeFileSync(file, code)
      return file
    })
    for (const args of check(files)) {
      const { status, stderr, stdout } = run(program, args)
      expect([args, status, stderr + stdout]).toEqual([args, 0, expect.anything()])
    }
  })
})

describe('the samples that verify a signature', () => {
  const secret = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`
  const body = '{"id":"evt_1","data":{"cliente_nombre":"María Peña 🛰️"}}'
  const header = signatureHeaders([signerOf(secret)], { id: 'evt_1', body }, new Date())['x-service-signature']!
  const samples = blocksIn(guides.en.sources.get('webhooks')!)
  const sample = (kind: string, holds: string) =>
    samples.find(({ language, code }) => language === kind && code.includes(holds))!.code
  const CALLS: Record<string, { program: string; args: (given: string) => string[] }> = {
    sh: { program: 'bash', args: (given) => ['-c', sample('sh', 'openssl'), 'verify.sh', given] },
    js: {
      program: process.execPath,
      args: (given) => [
        '--input-type=module',
        '-e',
        `${sample('js', 'isGenuine')}
         import { readFileSync } from 'node:fs'
         process.exit(isGenuine(readFileSync(0), ${JSON.stringify(given)}, process.env.WEBHOOK_SECRET) ? 0 : 1)`,
      ],
    },
    py: {
      program: 'python3',
      args: (given) => [
        '-c',
        `${sample('py', 'is_genuine')}
import os, sys
sys.exit(0 if is_genuine(sys.stdin.buffer.read(), ${JSON.stringify(given)}, os.environ["WEBHOOK_SECRET"]) else 1)`,
      ],
    },
    php: {
      program: 'php',
      args: (given) => [
        '-r',
        `${sample('php', 'is_genuine').replace('<?php', '')}
exit(is_genuine(file_get_contents('php://stdin'), '${given}', getenv('WEBHOOK_SECRET')) ? 0 : 1);`,
      ],
    },
    go: { program: 'go', args: (given) => goProgram(sample('go', 'IsGenuine'), given) },
  }

  function goProgram(code: string, given: string): string[] {
    const main = `package main\n\nimport (\n"io"\n"os"\n)\n\nfunc main() {\nbody, _ := io.ReadAll(os.Stdin)\nif !IsGenuine(body, ${JSON.stringify(given)}, os.Getenv("WEBHOOK_SECRET")) {\nos.Exit(1)\n}\n}\n`
    writeFileSync(join(folder, 'verify.go'), code.replace('package webhook', 'package main'))
    writeFileSync(join(folder, 'main.go'), main)
    return ['run', 'main.go', 'verify.go']
  }

  it.each(Object.entries(CALLS))('in %s accept what the service signs and nothing else', (kind, { program, args }) => {
    if (lacks(`the signature in ${kind}`, program)) return
    const env = { WEBHOOK_SECRET: secret, HOME: folder }
    const statusOfCall = (given: string, sent: string) => run(program, args(given), sent, env).status
    expect(statusOfCall(header, body)).toBe(0)
    expect(statusOfCall(header, `${body} `)).toBe(1)
    expect(statusOfCall('', body)).toBe(1)
  })
})
