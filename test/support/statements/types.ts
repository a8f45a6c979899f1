// Reads from the TypeScript sources where the store runs statements, which row type each call expects, and which
// functions reach it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CallExpression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Checker, SignatureKind, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** The project of the whole checkout takes ten times as long to open. */
const STORE_ONLY = join(import.meta.dirname, 'store.tsconfig.json')
/** Functions that run a statement on a `Database`. Their type argument is the row type. */
const RUNNERS = ['query', 'first', 'only']

export type ColumnType =
  | ('number' | 'string' | 'boolean' | 'Date' | 'Buffer')
  | ('number[]' | 'string[]' | 'Buffer[]' | 'json')

export interface Column {
  readonly type: ColumnType
  readonly nullable: boolean
  readonly optional: boolean
}

/** A call in src/store that runs a statement. `place` is `path:line:column` of the called name, as in a stack trace. */
export interface Site {
  readonly place: string
  readonly row: Type | null
  /** `null` if the call reads no rows. */
  readonly columns: ReadonlyMap<string, Column> | null
}

export interface StoreFunction {
  readonly file: string
  readonly name: string
  /** Parameters after the database. */
  readonly parameters: readonly Type[]
  readonly returns: Type
}

interface Property {
  readonly name: string
  readonly type: Type
  readonly optional: boolean
}

export class StoreTypes {
  readonly sites = new Map<string, Site>()
  readonly functions: StoreFunction[] = []
  readonly #api: API
  readonly #checker: Checker
  readonly #names = new Map<number, string>()
  readonly #properties = new Map<number, readonly Property[]>()
  readonly #parts = new Map<number, readonly Type[]>()

  constructor(root: string) {
    this.#api = new API({ cwd: root })
    const [project] = this.#api.updateSnapshot({ openProjects: [STORE_ONLY] }).getProjects()
    this.#checker = project!.checker
    const folder = join(root, 'src/store')
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    for (const name of names) this.#read(project!.program.getSourceFile(join(folder, name))!)
  }

  close(): void {
    this.#api.close()
  }

  nameOf(type: Type): string {
    return remembered(this.#names, type, () => this.#checker.typeToString(type))
  }

  /** Type arguments: Key and Value for `Map<Key, Value>`. */
  partsOf(type: Type): readonly Type[] {
    return remembered(this.#parts, type, () => this.#checker.getTypeArguments(type as never))
  }

  propertiesOf(type: Type): readonly Property[] {
    return remembered(this.#properties, type, () => {
      const symbols = this.#checker.getPropertiesOfType(type)
      const found = symbols.length === 0 ? [] : this.#checker.getTypeOfSymbol(symbols)
      return symbols.map(({ name, flags }, index) => ({
        name,
        type: found[index]!,
        optional: Boolean(flags & SymbolFlags.Optional),
      }))
    })
  }

  /** `null` if the type is not a function. */
  signatureOf(type: Type): Pick<StoreFunction, 'parameters' | 'returns'> | null {
    const [signature] = type.isObjectType() ? this.#checker.getSignaturesOfType(type, SignatureKind.Call) : []
    if (!signature) return null
    const parameters = signature.getParameters().map((_, index) => this.#checker.getParameterType(signature, index)!)
    return { parameters, returns: this.#checker.getReturnTypeOfSignature(signature)! }
  }

  #read(file: SourceFile): void {
    const visit = (node: Node): void => {
      if (isCallExpression(node)) this.#noteSite(file, node)
      node.forEachChild(visit)
    }
    visit(file)
    for (const symbol of this.#checker.getExportsOfModule(this.#checker.getSymbolAtLocation(file)!)) {
      const type = symbol.flags & SymbolFlags.Value ? this.#checker.getTypeOfSymbol(symbol) : undefined
      const [database, ...parameters] = (type && this.signatureOf(type)?.parameters) ?? []
      if (!database || !this.#isDatabase(database)) continue
      const { returns } = this.signatureOf(type!)!
      this.functions.push({ file: file.fileName, name: symbol.name, parameters, returns })
    }
  }

  #noteSite(file: SourceFile, { expression, arguments: [first], typeArguments }: CallExpression): void {
    const isMethod = isPropertyAccessExpression(expression)
    const [name, runsOn] = isMethod ? [expression.name, expression.expression] : [expression, first]
    if (!isIdentifier(name) || !RUNNERS.includes(name.text) || !runsOn) return
    if (!this.#isDatabase(this.#checker.getTypeAtLocation(runsOn)!)) return
    const row = (typeArguments?.[0] && this.#checker.getTypeFromTypeNode(typeArguments[0])) ?? null
    if (row && row.flags & TypeFlags.TypeParameter) return // inside a generic runner, whose callers name the row type
    const before = file.text.slice(0, name.getStart(file)).split('\n')
    const place = `${file.fileName}:${before.length}:${before.at(-1)!.length + 1}`
    this.sites.set(place, { place, row, columns: row && this.#columnsOf(row) })
  }

  #isDatabase(type: Type): boolean {
    return /^(Database(Pool)?|Queries)$/.test(this.nameOf(type))
  }

  #columnsOf(row: Type): Map<string, Column> {
    return new Map(
      this.propertiesOf(row).map(({ name, type, optional }) => {
        const nullable = membersOf(type).some(({ flags }) => flags & TypeFlags.Nullable)
        return [name, { type: this.#columnTypeOf(type), nullable, optional }]
      }),
    )
  }

  #columnTypeOf(type: Type): ColumnType {
    const members = membersOf(type).filter(({ flags }) => !(flags & TypeFlags.Nullable))
    const all = (wanted: number) => members.length > 0 && members.every(({ flags }) => flags & wanted)
    if (all(TypeFlags.NumberLike)) return 'number'
    if (all(TypeFlags.StringLike)) return 'string'
    if (all(TypeFlags.BooleanLike)) return 'boolean'
    const name = members.length === 1 ? this.nameOf(members[0]!) : ''
    if (name === 'Date') return 'Date'
    if (name.startsWith('Buffer')) return 'Buffer'
    if (name === '' || !this.isList(members[0]!)) return 'json'
    if (this.partsOf(members[0]!).some((element) => this.nameOf(element).startsWith('Buffer'))) return 'Buffer[]'
    if (this.#hasOnly(members[0]!, TypeFlags.NumberLike)) return 'number[]'
    return this.#hasOnly(members[0]!, TypeFlags.StringLike) ? 'string[]' : 'json'
  }

  isList(type: Type): boolean {
    return this.#checker.isArrayType(type)
  }

  #hasOnly(list: Type, wanted: number): boolean {
    return this.partsOf(list).some((element) => membersOf(element).every(({ flags }) => flags & wanted))
  }
}

const members = new Map<number, readonly Type[]>()

export const membersOf = (type: Type): readonly Type[] =>
  type.isUnionType() ? remembered(members, type, () => type.getTypes()) : [type]

/** Caches the answer, because each question goes to another process. */
function remembered<Value>(known: Map<number, Value>, { id }: Type, ask: () => Value): Value {
  const value = known.get(id) ?? ask()
  known.set(id, value)
  return value
}
