/** An order through the API: by product id, or by the properties of a product; or the renewal of a credential. */
export interface OrderRequest {
  readonly productId: number | undefined
  readonly validitySeconds: number | undefined
  readonly stationId: number | undefined
  readonly stationCode: string | undefined
  readonly group?: string | undefined
  /** Credential to renew: its access, customer and label apply. */
  readonly credentialId?: number | undefined
  readonly customerName: string | undefined
  readonly customerEmail: string | undefined
  readonly startsAt: string | undefined
  readonly label: string | undefined
}
