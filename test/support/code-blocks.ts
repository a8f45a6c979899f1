export interface Block {
  readonly language: string
  readonly code: string
}

export const blocksIn = (source: string): Block[] =>
  Array.from(source.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, language, code]) => ({
    language: language!,
    code: code!,
  }))
