/** Cut into pieces of these sizes, over and over. */
export function inPieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieces.at(-1)!.length)
    pieces.push(bytes.subarray(at, at + sizes[pieces.length % sizes.length]!))
  return pieces
}
