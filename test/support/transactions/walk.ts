// Follows every transaction through the source, call by call, to what it waits for. A transaction may wait only for the
// database: waiting for DNS, a mail server or a provider inside one blocks a connection of the pool.
//
// Inside a transaction: every function passed to `transaction`, every function that takes a `Database` or
// `Transaction`, and everything these call. Waiting: a promise from anything without a body in `src/` except the
// database (a library, or a function that `start/` provides), and everything that opens sockets, with or without a
// promise.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  isArrowFunction,
  isCallExpression,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isMethodDeclaration,
  isNewExpression,
  isPropertyAccessExpression,
  type Node,
  type ParameterDeclaration,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Checker, type Project } from 'typescript/unstable/sync'

/** Node modules and libraries whose functions open sockets or wait for threads. */
const SOCKETS =
  /\/@types\/node\/(dns|net|tls|http|https|http2|dgram|worker_threads|child_process)\b|\/node_modules\/(undici|undici-types|nodemailer|@types\/nodemailer|stripe)\//
/** Promises of the language itself, which wait for no I/O. */
const PLAIN = /\/typescript\/|\/lib\.[\w.]*\.d\.ts$/
const DATABASE_TYPE = /^(Database|Transaction)$/
const DATABASE = /\/src\/store\/kit\/(database|connections\/listen)\.ts$/

type Walked = Node & { readonly body?: Node; readonly parameters: readonly ParameterDeclaration[] }

const isWalked = (node: Node): node is Walked =>
  isArrowFunction(node) ||
  isFunctionDeclaration(node) ||
  isFunctionExpression(node) ||
  isMethodDeclaration(node) ||
  isConstructorDeclaration(node)

export interface TransactionWalk {
  /** Number of functions that may run inside a transaction. */
  readonly functions: number
  /** Each forbidden wait: the call, its location, and the call path from the transaction. */
  readonly waits: readonly string[]
}

/** `folders`: where transactions start. Calls are followed into any folder. */
export function walkTransactions(root: string, folders: readonly string[]): TransactionWalk {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()
    const walk = new Walk(project!, root)
    for (const folder of folders) {
      const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      for (const name of names.filter((name) => name.endsWith('.ts'))) walk.begin(join(root, folder, name))
    }
    return { functions: walk.functions, waits: [...walk.waits].sort() }
  } finally {
    api.close()
  }
}

class Walk {
  readonly waits = new Set<string>()
  readonly #seen = new Set<Node>()
  readonly #project: Project
  readonly #checker: Checker
  readonly #root: string
  /** Call path to the current function. */
  readonly #way: string[] = []
  functions = 0

  constructor(project: Project, root: string) {
    this.#project = project
    this.#checker = project.checker
    this.#root = root
  }

  begin(file: string): void {
    const source = this.#project.program.getSourceFile(file)!
    if (DATABASE.test(file)) return
    const visit = (node: Node): void => {
      if (isWalked(node) && node.parameters.some((parameter) => this.#isDatabase(parameter))) this.#follow(node, source)
      if (isCallExpression(node) && isTransaction(node)) for (const work of node.arguments) this.#inside(work, source)
      node.forEachChild(visit)
    }
    visit(source)
  }

  #isDatabase({ name }: ParameterDeclaration): boolean {
    const type = this.#checker.getTypeAtLocation(name)
    return type !== undefined && DATABASE_TYPE.test(this.#checker.typeToString(type))
  }

  #follow(walked: Walked, source: SourceFile): void {
    if (!walked.body || this.#seen.has(walked)) return
    this.#seen.add(walked)
    this.functions += 1
    this.#way.push(this.#placeOf(walked, source))
    this.#inside(walked.body, source)
    this.#way.pop()
  }

  #inside(node: Node, source: SourceFile): void {
    if (isCallExpression(node) || isNewExpression(node)) this.#call(node, source)
    node.forEachChild((child) => this.#inside(child, source))
  }

  #call(node: Node, source: SourceFile): void {
    const signature = this.#checker.getResolvedSignature(node)
    const { declaration } = signature ?? {}
    if (!signature || !declaration) return
    const path = String(declaration.path)
    if (DATABASE.test(path)) return
    const called = declaration.resolve()
    if (called && isWalked(called) && called.body) this.#follow(called, called.getSourceFile())
    else if (SOCKETS.test(path) || (this.#isPromised(signature) && !PLAIN.test(path) && !this.#isHandedDatabase(node)))
      this.#note(node, source)
  }

  #isPromised(signature: Parameters<Checker['getReturnTypeOfSignature']>[0]): boolean {
    const type = this.#checker.getReturnTypeOfSignature(signature)
    return type !== undefined && /\bPromise(Like)?</.test(this.#checker.typeToString(type))
  }

  /** A call that is passed the database is skipped: the called function has a parameter for it and is walked itself. */
  #isHandedDatabase(node: Node): boolean {
    const handed = isCallExpression(node) ? [...node.arguments] : []
    return handed.some((argument) => {
      const type = this.#checker.getTypeAtLocation(argument)
      return type !== undefined && DATABASE_TYPE.test(this.#checker.typeToString(type))
    })
  }

  #note(node: Node, source: SourceFile): void {
    const said = source.text.slice(node.getStart(source), node.getEnd()).split('(')[0]!.replace(/\s+/g, '')
    this.waits.add([`${said} at ${this.#placeOf(node, source)}`, ...this.#way.toReversed()].join(' < '))
  }

  #placeOf(node: Node, source: SourceFile): string {
    const line = source.text.slice(0, node.getStart(source)).split('\n').length
    return `${source.fileName.replace(`${this.#root}/`, '')}:${line}`
  }
}

const isTransaction = (node: Node): boolean =>
  isCallExpression(node) && isPropertyAccessExpression(node.expression) && node.expression.name.text === 'transaction'
