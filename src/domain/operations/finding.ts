/** Result of one check of the installation (`vertice doctor`), and what to do about it. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly what: string
  readonly todo: string | null
  /** The same in Spanish, for the console. */
  readonly es: { readonly what: string; readonly todo: string | null }
}
