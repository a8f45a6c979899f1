/** An order by a program: of a product, or of what a product offers. */
export interface OrderRequest {
  readonly productId: number | undefined
  readonly validitySeconds: number | undefined
  readonly stationId: number | undefined
  readonly stationCode: string | undefined
  readonly group?: string | undefined
  readonly customerName: string
  readonly customerEmail: string
  readonly startsAt: string | undefined
  readonly label: string | undefined
}
