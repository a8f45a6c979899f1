// Pages of lists, and iteration over all pages.
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Pass this as `cursor` to get the next page; `null` on the last page. */
  readonly nextCursor: string | null
}

export async function* throughPages<Item, Query extends { readonly cursor?: string }>(
  query: Query,
  read: (query: Query) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let page = await read(query)
  yield* page.items
  while (page.nextCursor !== null) {
    page = await read({ ...query, cursor: page.nextCursor })
    yield* page.items
  }
}
