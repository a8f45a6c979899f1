/** An order through the API: by product id, or by the properties of a product. */
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
